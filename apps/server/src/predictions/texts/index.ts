/** Predictions that are texts: where they are, what they say, and what rules make of them. */
import {
  answeredTextRules,
  type AnsweredTextThresholds,
  cutText,
  limits,
  messageWords,
  NewTextThresholds,
  TextThresholds,
} from '@loupe/contract';
import { inReadingOrder } from '@loupe/geometry';
import { assessTexts, comparedText, excessPattern, isRead, isUnclearDate, patternFault } from '@loupe/metrics';
import { z } from 'zod';
import { AppError } from '../../core/errors.ts';
import { readThresholds } from '../thresholds.ts';
import type { Labels, PredictionTypeDef } from '../type.ts';
import { evaluateTexts } from './evaluate.ts';
import { textsAt } from './found.ts';
import { reasonWords, verdictOfTexts } from './judge.ts';
import { textComparison } from './parity.ts';
import { textProposals } from './proposals.ts';
import { textTable } from './table.ts';
import { textsTruth } from './truth.ts';

/** Overlaps of outlines and alignments of texts take a few dozen times as long as a box to match. */
const timesBox = 30;

const figure = z.number().nullable().catch(null);
const Kept = z.object({ det_hmean: figure, word_accuracy: figure, end_to_end: figure });

/** Also what only the library of expressions can tell is refused before anybody is judged by it. */
function parseThresholds(raw: unknown, labels?: Labels): TextThresholds {
  if (labels === undefined) return readThresholds(TextThresholds, raw);
  const read = readThresholds(NewTextThresholds, raw);
  read.rules.forEach((rule, i) => {
    const fault = rule.type === 'matches' ? patternFault(rule.pattern) : null;
    const [n, data] = [i + 1, { rule: i }];
    if (fault?.kind === 'large') throw new AppError('texts.patternLarge', { args: { n }, data });
    if (fault) {
      const why = messageWords(`pattern.why.${fault.what}`, { at: fault.at });
      throw new AppError('texts.pattern', { args: { n, why }, data });
    }
    if (rule.type === 'date' && isUnclearDate(comparedText(rule.format, false)))
      throw new AppError('texts.dateUnclear', { args: { n }, data });
  });
  const excess = excessPattern(read.rules);
  if (excess >= 0) throw new AppError('texts.patternsLarge', { args: { n: excess + 1 }, data: { rule: excess } });
  return read;
}

export const texts: PredictionTypeDef<'texts'> = {
  type: 'texts',
  truthOf: textsTruth,
  effort: ({ images }) =>
    timesBox * images.reduce((sum, { prediction, truth }) => sum + prediction.items.length + truth.items.length, 0),
  evaluate: (rows, thresholds) => Promise.resolve(evaluateTexts(rows, thresholds)),
  table: (input) => textTable(input),
  judge(prediction, thresholds, _labels, given = {}) {
    const judged = verdictOfTexts(prediction, thresholds, given);
    const found = textsAt(prediction.items, thresholds);
    const read = inReadingOrder(found.filter(isRead), ({ quad }) => quad);
    const scores = read.flatMap(({ textScore }) => textScore ?? []);
    const line = read.map(({ text }) => text).join(' · ');
    return {
      verdict: judged.verdict,
      findings: found.length,
      // the text that it is least sure of; where nothing was read there is nothing to be sure of
      score: scores.length > 0 ? Math.min(...scores) : null,
      ...(line !== '' && { read: cutText(line, limits.recordText) }),
      reasons: reasonWords(judged, thresholds, given.expected),
    };
  },
  ordered: ({ type, items }) => ({ type, items: inReadingOrder(items, ({ quad }) => quad) }),
  // regions below the box threshold of the version were not kept
  withAsked: (defaults, { box = defaults.box, textScore = defaults.textScore }, { ignoreCase } = {}) => ({
    ...defaults,
    box: Math.max(box, defaults.box),
    textScore,
    ...(ignoreCase === undefined ? {} : { ignoreCase }),
  }),
  parseThresholds,
  answered: (thresholds: AnsweredTextThresholds) => ({ ...thresholds, rules: answeredTextRules(thresholds.rules) }),
  settingsOf: ({ binary, box, unclip, edgeCut }) => ({ binary, box, unclip, edgeCut }),
  parity: textComparison,
  firstThresholds: ({ thresholds: { binary, box, unclip, textScore } }, params) => ({
    binary,
    box,
    unclip,
    edgeCut: Number(params['edgeCut'] ?? 0),
    textScore,
    ...(params['ignoreCase'] === true ? { ignoreCase: true } : {}),
    rules: [],
  }),
  metricsOf: ({ metrics }) => ({ ...metrics }),
  scoresOf: () => null,
  proposals: textProposals,
  assess(figures, images) {
    const { det_hmean: hmean, word_accuracy: word, end_to_end: whole } = Kept.parse(figures);
    return assessTexts({ ...images, hmean, word, whole });
  },
};
