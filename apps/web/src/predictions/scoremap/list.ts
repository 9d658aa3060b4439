/** The list of a result of scores. */
import type { ParseKeys } from 'i18next';
import { formatScore } from '../../core/format.ts';
import type { ResultList, Tone } from '../result-list.ts';

/** What became of one image. */
export type Outcome = 'escape' | 'overkill' | 'review' | 'right';
const filters = ['all', 'wrong', 'escape', 'overkill', 'review', 'right'] as const;
export type ScoreFilter = (typeof filters)[number];

export interface ScoreRow {
  score: number;
  outcome: Outcome;
}

const tones: { readonly [O in Outcome]: Tone } = { right: 'right', escape: 'wrong', overkill: 'wrong', review: 'warn' };

export const scoreList: ResultList<ScoreRow, ScoreFilter, 'worst' | 'name'> = {
  filters: filters.map((id) => ({ id, name: `scores.lists.${id}` as ParseKeys, needsZone: id === 'review' })),
  sorts: [
    { id: 'worst', name: 'scores.worstFirst' },
    { id: 'name', name: 'results.byName' },
  ],
  caption: ({ score, outcome }, t) => ({
    tone: tones[outcome],
    text: t(`scores.outcomes.${outcome}`),
    score: formatScore(score),
  }),
};
