/** A result as the screen has it: the address, the thresholds of the moment, and what the worker says to them. */
import { leastOfLabel, type BoxSummary, type BoxThresholds, type MaskSummary, type Task } from '@loupe/contract';
import { useState } from 'react';
import { useUrlState, type UrlPatch } from '../../../core/search.ts';
import { sizeRulesOf, type SizeRules } from '../../masks/sizes.ts';
import type { Question } from './question.ts';
import { reviewAt } from '../../shared/search.ts';
import { ResultSearch, type ResultState } from './search.ts';
import { useExplorer, type Explorer } from './use-explorer.ts';

/** Results of both are of objects that are matched with what was drawn. */
export type ObjectSummary = BoxSummary | MaskSummary;

export interface Now {
  confidence: number;
  /** Of labels that have their own. */
  byLabel?: Readonly<Record<string, number>>;
  iou: number;
  /** Null: no grey zone. */
  review: number | null;
  /** Rules on the size of objects; null where the type has none. */
  rules: SizeRules | null;
}
export interface Result {
  task: Task;
  summary: ObjectSummary;
  state: ResultState;
  change: (patch: UrlPatch<typeof ResultSearch>, options?: { replace?: boolean }) => void;
  now: Now;
  /** While a handle is dragged: the address follows when it comes to rest. */
  move: (to: Partial<Now>) => void;
  rest: (to: { confidence: number; review: number | null; forAll?: boolean }) => void;
  explorer: Explorer;
}

const rulesOf = (summary: ObjectSummary, state: ResultState): SizeRules | null =>
  summary.type === 'masks' ? (state.rules ?? sizeRulesOf(summary.thresholds)) : null;

const nowOf = (summary: ObjectSummary, state: ResultState, moved: Partial<Now>): Now => {
  const defaults: BoxThresholds = summary.thresholds;
  const confidence = moved.confidence ?? state.confidence ?? defaults.confidence;
  const saved = reviewAt(state.review, defaults.review ?? null, confidence);
  const review = moved.review === undefined ? saved : moved.review;
  const own = state.own !== 'off' && defaults.byLabel ? { byLabel: defaults.byLabel } : {};
  return {
    confidence,
    ...own,
    iou: state.iou ?? defaults.iou,
    review: review === null ? null : Math.min(review, confidence),
    rules: rulesOf(summary, state),
  };
};

/** What objects of each label need, in pixels. */
const leastOf = (rules: SizeRules, summary: ObjectSummary) =>
  Object.fromEntries(
    summary.classes
      .map(({ label }) => [label, leastOfLabel(rules, label)] as const)
      .filter(([, { area, length }]) => area > 0 || length > 0),
  );

const questionOf = (state: ResultState, { rules, ...now }: Now, summary: ObjectSummary): Question => {
  const classes = summary.classes.length;
  const classIndex = state.label !== null && state.label < classes ? state.label : null;
  const seesCurves = state.view === 'figures' || state.view === 'decide';
  return {
    ...now,
    ...(rules && { least: leastOf(rules, summary) }),
    list: { kind: state.show, classIndex, cell: state.cell, sort: state.sort },
    targets: { overkill: state.overkill / 100, escape: state.escape / 100 },
    curves: seesCurves ? { classIndex } : null,
    other:
      state.view === 'compare' && state.with > 0
        ? { confidence: state.withConfidence ?? now.confidence, kind: state.change }
        : null,
  };
};

export const useResult = (task: Task, summary: ObjectSummary): Result => {
  const [state, change] = useUrlState(ResultSearch);
  const [moved, setMoved] = useState<Partial<Now>>({});
  const now = nowOf(summary, state, moved);
  const otherId = state.view === 'compare' && state.with !== task.id ? state.with : 0;
  const explorer = useExplorer({ taskId: task.id, images: summary.images }, otherId, questionOf(state, now, summary));
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
