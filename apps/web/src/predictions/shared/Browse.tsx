/** A list of images beside the chosen one, and what stands there while there is none. */
import type { TestImageDetail } from '@loupe/contract';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Caption } from '../result-list.ts';
import { EmptyState, ErrorState } from '../../ui/EmptyState.tsx';
import { ImageStrip } from './ImageStrip.tsx';
import styles from './list.module.css';
import { useChosen, type ChangeImage, type Chosen, type Rows } from './use-chosen.ts';

export interface Shown extends Omit<Chosen, 'detail'> {
  detail: TestImageDetail;
}

export function Browse(props: {
  taskId: number;
  /** The test that is compared. */
  otherId?: number;
  rows: Rows;
  wanted: number;
  change: ChangeImage;
  nameAt: (place: number) => string;
  captionAt: (place: number) => Caption;
  /** What an empty list says. */
  none: { title: string; text: string };
  children: (shown: Shown) => ReactNode;
}) {
  const { rows, nameAt, captionAt, none, children } = props;
  const { t } = useTranslation();
  const chosen = useChosen({ ...props, keepPrevious: true });
  const { detail } = chosen;
  if (rows.list.length === 0) {
    return (
      <section className={`card ${styles.none}`}>
        <EmptyState small title={none.title} text={none.text} />
      </section>
    );
  }
  return (
    <>
      <ImageStrip rows={rows} chosen={chosen} direction="column" nameAt={nameAt} captionAt={captionAt} />
      {detail.data ? (
        children({ ...chosen, detail: detail.data })
      ) : detail.error ? (
        <section className={`card ${styles.none}`}>
          <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
        </section>
      ) : (
        <Skeleton.Node active style={{ width: '100%', height: '100%' }} aria-label={t('tasks.imagesLabel')} />
      )}
    </>
  );
}
