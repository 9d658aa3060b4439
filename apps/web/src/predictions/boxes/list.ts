/** The list of a result of boxes. */
import type { ParseKeys } from 'i18next';
import { formatScore } from '../../core/format.ts';
import type { ResultList } from '../result-list.ts';

const filters = ['all', 'wrong', 'false', 'missed', 'confused', 'grey', 'parts', 'right'] as const;
export type BoxFilter = (typeof filters)[number];

/** What became of the boxes of an image. */
export interface BoxRow {
  right: number;
  wrong: number;
  missed: number;
  confused: number;
  /** The best one. */
  score: number;
  /** From here on a person looks, up to the confidence; null: no grey zone. */
  grey: { from: number; to: number } | null;
  /** How many of its parts nothing looked at; −1: none was found. */
  unknown: number;
}

export const boxList: ResultList<BoxRow, BoxFilter, 'worst' | 'name'> = {
  filters: filters.map((id) => ({
    id,
    name: `results.lists.${id}` as ParseKeys,
    needsZone: id === 'grey',
    ifAny: id === 'parts',
  })),
  sorts: [
    { id: 'worst', name: 'tasks.worstFirst' },
    { id: 'name', name: 'results.byName' },
  ],
  caption({ right, wrong, missed, confused, score, grey, unknown }, t) {
    if (unknown < 0) return { tone: 'wrong', text: t('ui.states.noPart') };
    const parts = [
      ...(missed > 0 ? [t('tasks.missedCount', { count: missed })] : []),
      ...(wrong > 0 ? [t('tasks.falseCount', { count: wrong })] : []),
      ...(confused > 0 ? [t('results.confusedCount', { count: confused })] : []),
    ];
    if (parts.length > 0) return { tone: missed + wrong > 0 ? 'wrong' : 'warn', text: parts.join(' · ') };
    if (unknown > 0) return { tone: 'look', text: t('results.skippedCount', { count: unknown }) };
    if (grey && score >= grey.from && score < grey.to)
      return { tone: 'look', text: t('results.greyCount', { score: formatScore(score) }) };
    return { tone: 'right', text: t('tasks.rightCount', { count: right }) };
  },
};
