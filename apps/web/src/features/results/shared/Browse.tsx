/** A list of images and the chosen one: strip, keys, and what is read ahead. */
import type { TestImageDetail } from '@loupe/contract';
import { Skeleton } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery, queryClient, useApi } from '../../../core/query.ts';
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx';
import { ImageStrip, useCaption } from '../boxes/ImageStrip.tsx';
import type { Answer, Loaded } from '../boxes/question.ts';
import styles from '../boxes/result.module.css';
import type { Result } from '../boxes/use-result.ts';

/** Arrow keys step through the images, except where they move something else. */
export const useArrows = (onStep: (by: 1 | -1) => void): void => {
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      const isTaken =
        e.target instanceof Element &&
        e.target.closest('input, textarea, [role=slider], [role=radiogroup], [role=combobox], [role=listbox]');
      if (isTaken || e.altKey || e.ctrlKey || e.metaKey || e.shiftKey) return;
      if (e.key === 'ArrowLeft' || e.key === 'ArrowUp') onStep(-1);
      else if (e.key === 'ArrowRight' || e.key === 'ArrowDown') onStep(1);
      else return;
      e.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
};

/** The neighbours are read ahead, so that a step feels instant. */
export const useAhead = (taskIds: string, near: string): void => {
  useEffect(() => {
    for (const taskId of taskIds.split(' ').map(Number)) {
      for (const imageId of near.split(' ').map(Number)) {
        if (imageId > 0 && taskId > 0)
          void queryClient.prefetchQuery({ ...apiQuery('testImage', { taskId, imageId }), meta: { silent: true } });
      }
    }
  }, [taskIds, near]);
};

export interface Chosen {
  detail: TestImageDetail;
  place: number;
  imageId: number;
  /** From 1. */
  position: number;
  total: number;
  step: (by: 1 | -1) => void;
}

export function Browse(props: {
  result: Result;
  answer: Answer;
  loaded: Loaded;
  /** What an empty list says. */
  none: { title: string; text: string };
  otherId?: number;
  children: (chosen: Chosen) => ReactNode;
}) {
  const { result, answer, loaded, none, otherId = 0, children } = props;
  const { t } = useTranslation();
  const { state, change, task, now } = result;
  const { list } = answer;
  const imageAt = (i: number): number => (list[i] === undefined ? 0 : loaded.imageIds[list[i]]!);
  const known = loaded.imageIds.indexOf(state.imageId);
  const index = known >= 0 ? list.indexOf(known) : 0;
  // An image that left the list stays on the screen: its list is behind a slider that is just being moved.
  const place = known >= 0 ? known : list[0];
  const imageId = place === undefined ? 0 : loaded.imageIds[place]!;
  const detail = useApi(
    'testImage',
    { taskId: task.id, imageId },
    { enabled: imageId > 0, keepPrevious: true, silent: true },
  );
  const select = (i: number) => change({ imageId: imageAt(i), finding: undefined }, { replace: true });
  const step = (by: 1 | -1) => {
    const next = index < 0 ? 0 : index + by;
    if (imageAt(next) > 0) select(next);
  };
  useArrows(step);
  useAhead(`${task.id} ${otherId}`, [imageAt(index - 1), imageAt(index + 1)].join(' '));
  const caption = useCaption(answer, now.review === null ? null : { from: now.review, to: now.confidence });
  if (list.length === 0) {
    return (
      <section className={`card ${styles.none}`}>
        <EmptyState small title={none.title} text={none.text} />
      </section>
    );
  }
  return (
    <>
      <ImageStrip loaded={loaded} list={list} index={index} caption={caption} onSelect={select} />
      {detail.data && place !== undefined ? (
        children({ detail: detail.data, place, imageId, position: index + 1, total: list.length, step })
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
