/** A result of scores as the screen has it: the address, the thresholds of the moment, and what follows from them. */
import type { ScoreSummary, ScoreTable, Task, Version } from '@loupe/contract';
import { useDeferredValue, useMemo, useState } from 'react';
import { useUrlState, type UrlPatch } from '../../../core/search.ts';
import { reviewAt } from '../../shared/search.ts';
import { useVersionOf } from '../../shared/use-version.ts';
import { listsAt, prepare, type Lists, type Prepared, type Zone } from './logic.ts';
import { mostRejects, targetThreshold } from './rules.ts';
import { ScoreSearch, type ScoreState } from './search.ts';

export interface Scores {
  task: Task;
  summary: ScoreSummary;
  version: Version | undefined;
  state: ScoreState;
  change: (patch: UrlPatch<typeof ScoreSearch>, options?: { replace?: boolean }) => void;
  prepared: Prepared;
  /** Good scores that the version was validated with. */
  validation: readonly number[];
  zone: Zone;
  /** While a handle is dragged; the address follows when it comes to rest. */
  move: (to: Zone) => void;
  rest: (to: Zone) => void;
  lists: Lists;
  /** Shares in percent that the rules keep now. */
  target: number;
  limit: number;
}

const defaultTarget = 2;
const defaultLimit = 5;

/** The threshold of the chosen rule; a rule that has no answer leaves the version's. */
const thresholdOf = (
  { rule, score }: ScoreState,
  own: number,
  given: { prepared: Prepared; table: ScoreTable; target: number; limit: number },
): number => {
  const { prepared, table, target, limit } = given;
  switch (rule) {
    case 'own':
      return own;
    case 'hand':
      return score ?? own;
    case 'target':
      return targetThreshold(table.validation, target / 100, table.validationNg) ?? own;
    case 'most':
      return mostRejects(prepared.ok, prepared.ng, limit / 100) ?? own;
  }
};

export const useScores = (task: Task, summary: ScoreSummary, table: ScoreTable): Scores => {
  const [state, change] = useUrlState(ScoreSearch);
  const [moved, setMoved] = useState<Zone | null>(null);
  const version = useVersionOf(task);
  const prepared = useMemo(() => prepare(table.images), [table]);
  const trained = version?.stages[0]?.params['falseRejectTarget'];
  const target = state.target ?? (typeof trained === 'number' ? trained * 100 : defaultTarget);
  const limit = state.limit ?? defaultLimit;
  const { score: own, review: ownReview = null } = summary.thresholds;
  const { validation } = table;
  const saved = useMemo(() => {
    const ng = thresholdOf(state, own, { prepared, table, target, limit });
    return { ng, review: reviewAt(state.review, ownReview, ng) };
  }, [state, own, ownReview, prepared, table, target, limit]);
  const zone = moved ?? saved;
  // figures follow each move at once; a list of very many images may come a frame later
  const listed = useDeferredValue(zone);
  const { show, sort } = state;
  const lists = useMemo(() => listsAt(prepared, listed, show, sort), [prepared, listed, show, sort]);
  return {
    task,
    summary,
    version,
    state,
    change,
    prepared,
    validation,
    zone,
    move: setMoved,
    rest: ({ ng, review }) => {
      setMoved(null);
      const byHand = ng !== saved.ng ? ({ rule: 'hand', score: ng } as const) : {};
      change({ ...byHand, review: review ?? 0 }, { replace: true });
    },
    lists,
    target,
    limit,
  };
};
