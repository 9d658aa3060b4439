/** Predictions that are texts. */
import type { TextThresholds } from '@loupe/contract';
import { excessPattern } from '@loupe/metrics';
import type { PredictionTypeDef } from '../type.ts';
import { RuleFields } from './RulesInput.tsx';
import { ruleFault, ruleWords } from './rule-words.ts';

export const texts: PredictionTypeDef<'texts'> = {
  type: 'texts',
  fields: [
    { key: 'textScore', label: 'texts.textScore', help: 'texts.textScoreHelp' },
    { key: 'box', label: 'texts.box', help: 'texts.boxHelp' },
  ],
  ownThresholds: 'texts.ownThresholds',
  hasZone: false,
  rules: {
    faultOf(thresholds, t) {
      const { rules } = thresholds as unknown as TextThresholds;
      const at = rules.findIndex((rule) => ruleFault(rule) !== null);
      if (at >= 0) return t('texts.fillRule', { n: at + 1 });
      const excess = excessPattern(rules);
      return excess < 0 ? null : t('texts.excessRule', { n: excess + 1 });
    },
    rows: (thresholds, t) =>
      (thresholds as TextThresholds).rules.map((rule, i) => [t('texts.ruleN', { n: i + 1 }), ruleWords(rule, t)]),
    Input: RuleFields,
  },
  switches: [{ key: 'ignoreCase', label: 'texts.ignoreCase', help: 'texts.ignoreCaseHelp' }],
  metrics: [
    { key: 'end_to_end', title: 'models.metrics.end_to_end' },
    { key: 'det_hmean', title: 'models.metrics.det_hmean' },
    { key: 'word_accuracy', title: 'models.metrics.word_accuracy', share: true },
    { key: 'one_minus_ned', title: 'models.metrics.one_minus_ned', aside: true },
    { key: 'char_accuracy', title: 'models.metrics.char_accuracy', share: true, aside: true },
  ],
  tested: [
    { key: 'endToEnd', title: 'models.metrics.end_to_end' },
    { key: 'wordAccuracy', title: 'models.metrics.word_accuracy', share: true },
  ],
  certificate: {
    compared: 'models.cert.texts',
    deltas: {
      quad: { title: 'models.cert.quad', unit: 'models.cert.pixelsOf' },
      score: { title: 'models.cert.score' },
    },
  },
  zoneOf: ({ textScore }) => ({ ng: textScore, review: null }),
  topScore: ({ items }) =>
    items.reduce<number | null>((least, { textScore }) => {
      if (textScore === null) return least;
      return least === null || textScore < least ? textScore : least;
    }, null),
};
