/** A result as the screen has it: the address, the thresholds of the moment, and what the worker says to them. */
import type { BoxSummary, BoxThresholds, Task } from '@loupe/contract';
import { useState } from 'react';
import { useUrlState, type UrlPatch } from '../../../core/search.ts';
import type { Question } from './question.ts';
import { reviewAt } from '../../shared/search.ts';
import { ResultSearch, type ResultState } from './search.ts';
import { useExplorer, type Explorer } from './use-explorer.ts';

export interface Now {
  confidence: number;
  /** Of labels that have their own. */
  byLabel?: Readonly<Record<string, number>>;
  iou: number;
  /** Null: no grey zone. */
  review: number | null;
}
export interface Result {
  task: Task;
  summary: BoxSummary;
  state: ResultState;
  change: (patch: UrlPatch<typeof ResultSearch>, options?: { replace?: boolean }) => void;
  now: Now;
  /** While a handle is dragged: the address follows when it comes to rest. */
  move: (to: Partial<Now>) => void;
  rest: (to: { confidence: number; review: number | null; forAll?: boolean }) => void;
  explorer: Explorer;
}

const nowOf = (defaults: BoxThresholds, state: ResultState, moved: Partial<Now>): Now => {
  const confidence = moved.confidence ?? state.confidence ?? defaults.confidence;
  const saved = reviewAt(state.review, defaults.review ?? null, confidence);
  const review = moved.review === undefined ? saved : moved.review;
  const own = state.own !== 'off' && defaults.byLabel ? { byLabel: defaults.byLabel } : {};
  return {
    confidence,
    ...own,
    iou: state.iou ?? defaults.iou,
    review: review === null ? null : Math.min(review, confidence),
  };
};

const questionOf = (state: ResultState, now: Now, classes: number): Question => {
  const classIndex = state.label !== null && state.label < classes ? state.label : null;
  const seesCurves = state.view === 'figures' || state.view === 'decide';
  return {
    ...now,
    list: { kind: state.show, classIndex, cell: state.cell, sort: state.sort },
    targets: { overkill: state.overkill / 100, escape: state.escape / 100 },
    curves: seesCurves ? { classIndex } : null,
    other:
      state.view === 'compare' && state.with > 0
        ? { confidence: state.withConfidence ?? now.confidence, kind: state.change }
        : null,
  };
};

export const useResult = (task: Task, summary: BoxSummary): Result => {
  const [state, change] = useUrlState(ResultSearch);
  const [moved, setMoved] = useState<Partial<Now>>({});
  const now = nowOf(summary.thresholds, state, moved);
  const otherId = state.view === 'compare' && state.with !== task.id ? state.with : 0;
  const explorer = useExplorer(
    { taskId: task.id, images: summary.images },
    otherId,
    questionOf(state, now, summary.classes.length),
  );
  return {
    task,
    summary,
    state,
    change,
    now,
    move: (to) => setMoved((before) => ({ ...before, ...to })),
    rest: ({ confidence, review, forAll }) => {
      setMoved({});
      const own = forAll && now.byLabel ? { own: 'off' as const } : {};
      change({ confidence, review: review ?? 0, ...own }, { replace: true });
    },
    explorer,
  };
};
