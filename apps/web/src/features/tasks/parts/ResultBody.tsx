/** A finished test: pictures worst first, one of them with truth and prediction, thresholds and figures. */
import type { Task, TestPictureDetail, TestSummary } from '@loupe/contract';
import { Segmented, Skeleton } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { formatCount } from '../../../core/format.ts';
import { apiQuery, queryClient, useApi } from '../../../core/query.ts';
import { urlId, useUrlState } from '../../../core/search.ts';
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx';
import { ClassCard, SummaryCard, ThresholdCard } from './ResultFigures.tsx';
import { ResultPicture, type ShownSide } from './ResultPicture.tsx';
import { ResultStrip } from './ResultStrip.tsx';
import styles from './result.module.css';
import { thresholdInput, useTestPictures, type TestPictures } from './use-test-pictures.ts';

const share = z.coerce.number().min(0.01).max(1).optional().catch(undefined);
const ResultSearch = z.object({
  imageId: urlId,
  confidence: share,
  iou: share,
  show: z.enum(['all', 'wrong']).catch('all'),
});

/** Arrow keys step through the pictures, except where they move something else. */
const useArrows = (onStep: (by: 1 | -1) => void): void => {
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      const isTaken =
        e.target instanceof Element && e.target.closest('input, textarea, [role=slider], [role=radiogroup]');
      if (isTaken || e.altKey || e.ctrlKey || e.metaKey || e.shiftKey) return;
      if (e.key === 'ArrowLeft') onStep(-1);
      if (e.key === 'ArrowRight') onStep(1);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
};

/** The neighbours are read ahead, so that a step feels instant. */
const useAhead = (taskId: number, pictures: TestPictures, index: number): void => {
  const near = [index - 1, index + 1].map((i) => pictures.list[i]?.imageId).join(' ');
  useEffect(() => {
    for (const imageId of near.split(' ').map(Number)) {
      if (imageId > 0)
        void queryClient.prefetchQuery({ ...apiQuery('testPicture', { taskId, imageId }), meta: { silent: true } });
    }
  }, [taskId, near]);
};

function Chips(props: {
  task: Task;
  thresholds: { confidence: number | undefined; iou: number | undefined };
  show: 'all' | 'wrong';
  onShow: (show: 'all' | 'wrong') => void;
}) {
  const { t } = useTranslation();
  const fixed = { taskId: props.task.id, pageSize: 1, ...thresholdInput(props.thresholds) };
  const options = { silent: true, keepPrevious: true };
  const all = useApi('testPictures', fixed, options).data?.total;
  const wrong = useApi('testPictures', { ...fixed, wrongOnly: true }, options).data?.total;
  const counts = { all, wrong };
  return (
    <>
      {(['all', 'wrong'] as const).map((key) => (
        <button
          key={key}
          type="button"
          className={styles.chip}
          aria-pressed={props.show === key}
          onClick={() => props.onShow(key)}
        >
          {key === 'all' ? t('ui.all') : t('tasks.withFaults')}
          <b>{counts[key] === undefined ? '' : formatCount(counts[key])}</b>
        </button>
      ))}
      <span className="hint">{t('tasks.worstFirst')}</span>
    </>
  );
}

/** The chosen picture, or why there is none. */
function Middle(props: {
  pictures: TestPictures;
  detail: ReturnType<typeof useApi<'testPicture'>>;
  children: (detail: TestPictureDetail) => ReactNode;
}) {
  const { pictures, detail, children } = props;
  const { t } = useTranslation();
  const error = pictures.error ?? detail.error;
  if (pictures.total === 0) {
    return (
      <section className={`card ${styles.none}`}>
        <EmptyState small title={t('tasks.noFaultsTitle')} text={t('tasks.noFaultsText')} />
      </section>
    );
  }
  if (detail.data) return children(detail.data);
  if (!error) return <Skeleton.Node active style={{ width: '100%', height: '100%' }} />;
  return (
    <section className={`card ${styles.none}`}>
      <ErrorState
        error={error}
        onRetry={() => {
          pictures.refetch();
          void detail.refetch();
        }}
      />
    </section>
  );
}

/** What is shown of a result: thresholds and picture from the address, and what the server says to them. */
const useResult = (task: Task, summary: TestSummary) => {
  const [{ imageId, confidence, iou, show }, change] = useUrlState(ResultSearch);
  const [moved, setMoved] = useState<number | null>(null);
  const pictures = useTestPictures({ taskId: task.id, confidence, iou, wrongOnly: show === 'wrong' });
  const figures = useApi(
    'testSummary',
    { taskId: task.id, ...thresholdInput({ confidence, iou }) },
    { keepPrevious: true, silent: true },
  );
  const now = figures.data ?? summary;
  const first = pictures.list[0]?.imageId;
  const selected = imageId > 0 ? imageId : first;
  const index = pictures.list.findIndex((p) => p.imageId === selected);
  const detail = useApi(
    'testPicture',
    { taskId: task.id, imageId: selected ?? 0 },
    { enabled: selected !== undefined, keepPrevious: true, silent: true },
  );
  const select = (id: number) => change({ imageId: id }, { replace: true });
  const step = (by: 1 | -1) => {
    const next = pictures.list[index + by];
    pictures.see(index + by);
    if (next) select(next.imageId);
  };
  useArrows(step);
  useAhead(task.id, pictures, index);
  const thresholds = {
    confidence: moved ?? confidence ?? now.thresholds.confidence,
    iou: iou ?? now.thresholds.iou,
  };
  return { pictures, now, selected, index, detail, select, step, thresholds, confidence, iou, show, change, setMoved };
};

export function ResultBody({ task, summary }: { task: Task; summary: TestSummary }) {
  const { t } = useTranslation();
  const result = useResult(task, summary);
  const { pictures, now, selected, index, detail, thresholds, show, change } = result;
  const [side, setSide] = useState<ShownSide>('both');
  return (
    <>
      <div className={styles.bar}>
        <Chips
          task={task}
          thresholds={{ confidence: result.confidence, iou: result.iou }}
          show={show}
          onShow={(next) => change({ show: next === 'all' ? undefined : next, imageId: undefined })}
        />
        <Segmented
          className={styles.sides!}
          value={side}
          options={(['truth', 'prediction', 'both'] as const).map((value) => ({
            value,
            label: t(`tasks.sides.${value}`),
          }))}
          onChange={setSide}
        />
      </div>
      <div className={styles.body}>
        <ResultStrip pictures={pictures} selected={selected} onSelect={result.select} />
        <Middle pictures={pictures} detail={detail}>
          {(shown) => (
            <ResultPicture
              detail={shown}
              thresholds={thresholds}
              side={side}
              position={index + 1}
              total={pictures.total ?? pictures.list.length}
              onStep={result.step}
            />
          )}
        </Middle>
        <aside className={styles.side}>
          <ThresholdCard
            confidence={thresholds.confidence}
            iou={thresholds.iou}
            onMove={result.setMoved}
            onChange={(next) => {
              result.setMoved(null);
              change(next, { replace: true });
            }}
          />
          <SummaryCard summary={now} />
          <ClassCard summary={now} />
        </aside>
      </div>
    </>
  );
}
