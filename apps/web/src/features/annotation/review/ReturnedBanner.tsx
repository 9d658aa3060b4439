/** Above a returned image: who sent it back and why, in two lines until one wants to read on. It can be closed; the panel still says it. */
import { CloseOutlined, DownOutlined, RollbackOutlined, UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../../core/store.ts';
import type { Desk } from '../parts/desk-types.ts';
import styles from './review.module.css';

/** Whether two lines cut the text, which stays the same. */
function useCut() {
  const node = useRef<HTMLSpanElement>(null);
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const element = node.current;
    if (element) setCut(element.scrollHeight > element.clientHeight + 1);
  }, []);
  return { node, isCut };
}

function Banner({ said, remark, onClose }: { said: string; remark: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { node, isCut } = useCut();
  const [isOpen, setOpen] = useState(false);
  return (
    <output className={styles.banner} data-testid="returned">
      <RollbackOutlined className={styles.sign} />
      <span ref={node} className={styles.said} data-open={isOpen}>
        <strong>{said}</strong> {remark}
      </span>
      {isCut ? (
        <Button
          size="small"
          type="text"
          icon={isOpen ? <UpOutlined /> : <DownOutlined />}
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'review.showLess' : 'review.showMore')}
          title={t(isOpen ? 'review.showLess' : 'review.showMore')}
          onClick={() => setOpen(!isOpen)}
        />
      ) : null}
      <Button size="small" type="text" icon={<CloseOutlined />} aria-label={t('ui.close')} onClick={onClose} />
    </output>
  );
}

export function ReturnedBanner({ desk, isHidden = false }: { desk: Desk; isHidden?: boolean }) {
  const { t } = useTranslation();
  const review = useStore(desk.review);
  const isPast = useStore(desk.past) !== null;
  const [closed, setClosed] = useState<string | null>(null);
  if (review?.state !== 'returned' || isHidden || isPast || closed === review.at) return null;
  return (
    <Banner
      key={review.at}
      said={
        review.bySelf ? t('review.returnedBySelf') : t('review.returnedBy', { name: review.by ?? t('history.nobody') })
      }
      remark={review.remark}
      onClose={() => setClosed(review.at)}
    />
  );
}
