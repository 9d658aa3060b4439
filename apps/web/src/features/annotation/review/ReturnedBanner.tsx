/** Over a returned image: who sent it back and why. It can be closed; the panel still says it. */
import { CloseOutlined, RollbackOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../../core/store.ts';
import type { Desk } from '../parts/desk-types.ts';
import styles from './review.module.css';

export function ReturnedBanner({ desk }: { desk: Desk }) {
  const { t } = useTranslation();
  const review = useStore(desk.review);
  const isPast = useStore(desk.past) !== null;
  const [closed, setClosed] = useState<string | null>(null);
  if (review?.state !== 'returned' || isPast || closed === review.at) return null;
  return (
    <output className={styles.banner} data-testid="returned">
      <RollbackOutlined className={styles.sign} />
      <span className={styles.said}>
        <strong>{t('review.returnedBy', { name: review.by ?? t('history.nobody') })}</strong> {review.remark}
      </span>
      <Button
        size="small"
        type="text"
        icon={<CloseOutlined />}
        aria-label={t('ui.close')}
        onClick={() => setClosed(review.at)}
      />
    </output>
  );
}
