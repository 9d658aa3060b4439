/** Texts that a person may take over: quadrilaterals, with what the model reads in them. */
import { closeness, type Proposes } from '../proposals.ts';

export const textProposals: Proposes<'texts'> = {
  kinds: ['quad'],
  of({ items }, _image, { thresholds, labels, min }) {
    const kept = items.filter(({ score }) => score >= min);
    // how surely it is read, as in verdicts; where nothing is read how surely a text is there
    const scores = kept.map(({ score, textScore }) => textScore ?? score);
    return {
      items: kept
        .map(({ quad, text }, i) => ({
          // a text is a text: where there are several labels the person chooses
          c: labels.length === 1 ? 0 : null,
          score: scores[i]!,
          kind: 'quad' as const,
          points: [...quad],
          parts: [0],
          text,
        }))
        .toSorted((a, b) => b.score - a.score),
      // as unsure as of the text that it is least sure of
      uncertainty: Math.max(0, ...scores.map((score) => closeness(score, thresholds.textScore))),
    };
  },
  // a text is proposed wherever one is found: whoever corrects it needs it most where the model is unsure
  from: (_thresholds, labels) => ({ common: 0.05, own: labels.map(() => 0.05) }),
};
