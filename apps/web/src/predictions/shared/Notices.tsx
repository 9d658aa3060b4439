/** What a reader of the figures of a test must know about them. */
import type { TestSummary } from '@loupe/contract';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../core/format.ts';
import { asParagraph } from '../../core/i18n.ts';

/** `own`: what the prediction type has to say besides. */
export function Notices({ summary, own }: { summary: TestSummary; own: readonly string[] }) {
  const { t } = useTranslation();
  const { images, planned, seen, deleted, changed } = summary;
  const notices = [
    ...(images < planned ? [t('results.partial', { done: formatCount(images), total: formatCount(planned) })] : []),
    ...(seen > 0 ? [t('results.seen', { seen: formatCount(seen), of: formatCount(planned) })] : []),
    ...own,
    ...(changed > 0 ? [t('results.changedSince', { count: changed })] : []),
    ...(deleted > 0 ? [t('results.deletedCount', { count: deleted })] : []),
  ];
  return notices.length === 0 ? null : <Alert type="warning" showIcon title={asParagraph(notices)} />;
}
