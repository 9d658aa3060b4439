/** The image of the chosen text: all truths solid and all readings dashed, the chosen one pointed out. */
import { api, queryUrl, type TestImageDetail, type TextTable } from '@loupe/contract';
import { boundsOf } from '@loupe/geometry';
import { Skeleton } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../core/query.ts';
import { ErrorState } from '../../../ui/EmptyState.tsx';
import { ImageView, type OverlayShape } from '../../../ui/ImageView.tsx';
import { ToWorkbench } from '../../shared/ToWorkbench.tsx';
import { Pairs } from './Pairs.tsx';
import type { TextRow } from './rows.ts';
import styles from './texts.module.css';

const colors = { truth: '#3d9bff', read: '#ffa51f', chosen: '#f2545b' };

function shapesOf(image: TextTable['images'][number], row: TextRow): OverlayShape[] {
  const truths = image.truths
    .filter(({ ignore }) => !ignore)
    .map(({ ring }, i): OverlayShape => ({ key: `t${i}`, kind: 'polygon', points: ring, color: colors.truth }));
  const read = image.items.map(({ quad, text }, i): OverlayShape => ({
    key: `r${i}`,
    kind: 'quad',
    points: quad,
    color: colors.read,
    dashed: true,
    near: true,
    ...(text === null ? {} : { text }),
  }));
  const chosen: OverlayShape = {
    key: 'chosen',
    kind: 'quad',
    points: row.quad,
    color: colors.chosen,
    strong: true,
    tone: 'bad',
    text: row.read ?? row.truth ?? '',
  };
  return [...truths, ...read.filter(({ points }) => points.join() !== row.quad.join()), chosen];
}

/** W: to the workbench, as the pencil beside the image does. Not while a text is typed. */
function useKeyToWorkbench(node: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, [role=combobox]');
      if (event.code !== 'KeyW' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      node.current?.querySelector('a')?.click();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [node]);
}

function Shown({ detail, image, row }: { detail: TestImageDetail; image: TextTable['images'][number]; row: TextRow }) {
  const { t } = useTranslation();
  const { id, width, height, name, deleted } = detail.image;
  return (
    <div className={styles.view}>
      <ImageView
        key={id}
        src={queryUrl(api.imageFile, { id })}
        width={width}
        height={height}
        shapes={shapesOf(image, row)}
        zoomable
        legend
        caption={`${name}${deleted ? ` · ${t('results.deleted')}` : ''}`}
      />
    </div>
  );
}

export function TextImage({ taskId, table, row }: { taskId: number; table: TextTable; row: TextRow }) {
  const { t } = useTranslation();
  const image = table.images[row.image]!;
  const { imageId } = image;
  const detail = useApi('testImage', { taskId, imageId }, { silent: true });
  const tools = useRef<HTMLSpanElement>(null);
  useKeyToWorkbench(tools);
  return (
    <section className={`card ${styles.image}`}>
      <header className={styles.imageTop}>
        <Pairs row={row} />
        <span ref={tools} className={styles.end} title={t('texts.fixTruth')}>
          {detail.data ? <ToWorkbench detail={detail.data} place={boundsOf(row.quad)} /> : null}
        </span>
      </header>
      {detail.data ? (
        <Shown detail={detail.data} image={image} row={row} />
      ) : detail.error ? (
        <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
      ) : (
        <Skeleton.Node active style={{ width: '100%', height: 320 }} />
      )}
    </section>
  );
}
