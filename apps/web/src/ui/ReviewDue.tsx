/** What waits for the person in a data set whose images are reviewed: `<ReviewDue counts={dataset.review} projectId={…} />`; nothing where nothing does. */
import { AuditOutlined, RollbackOutlined } from '@ant-design/icons';
import type { ReviewCounts } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { useMay } from '../core/access.ts';
import { ToneTag } from './StatusTag.tsx';

interface ReviewDueProps {
  counts: Pick<ReviewCounts, 'toReview' | 'returnedToMe'> | null;
  projectId: number;
}

export function ReviewDue({ counts, projectId }: ReviewDueProps) {
  const { t } = useTranslation();
  const may = useMay();
  if (counts === null) return null;
  const { toReview, returnedToMe } = counts;
  return (
    <>
      {toReview > 0 && may('imageAccept', projectId) ? (
        <ToneTag tone="busy" icon={<AuditOutlined />}>
          <span className="num">{t('review.due.toReview', { count: toReview })}</span>
        </ToneTag>
      ) : null}
      {returnedToMe > 0 ? (
        <ToneTag tone="warn" icon={<RollbackOutlined />}>
          <span className="num">{t('review.due.returnedToMe', { count: returnedToMe })}</span>
        </ToneTag>
      ) : null}
    </>
  );
}
