/** Parity of texts: each firm text of the engine is found here, at the same place, and says the same. */
import { ofType, type PredictedText, type TextReport } from '@loupe/contract';
import type { Settings } from '../graph.ts';
import type { Comparison } from '../parity.ts';

type Case = TextReport['parity']['cases'][number];
type EngineText = Case['texts'][number];

/** The widest tolerances that still mean "the same text". */
const widest = { quad: 2, score: 0.01 };
/** How far a region's score may be from the threshold so that rounding may decide whether it is found. */
const brink = 0.05;

/** The largest distance of a corner, in pixels. */
const quadDelta = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);

/** Of those that are not taken yet the nearest. */
function nearest(one: EngineText, here: readonly PredictedText[], taken: ReadonlySet<number>): number {
  let [best, least] = [-1, Infinity];
  here.forEach(({ quad }, i) => {
    const delta = taken.has(i) ? Infinity : quadDelta(one.quad, quad);
    if (delta < least) [best, least] = [i, delta];
  });
  return best;
}

const said = (text: string | null): string => (text === null ? 'nothing' : `“${text}”`);

export function textComparison({ parity }: TextReport, defaults: Settings): Comparison<Case> {
  const tolerance = {
    quad: Math.min(parity.tolerance.quad_px, widest.quad),
    score: Math.min(parity.tolerance.score, widest.score),
  };
  return {
    request: { prediction: 'texts', settings: { ...defaults, box: parity.score_threshold } },
    cases: parity.cases,
    fewest: Math.max(1, parity.min_texts),
    unit: 'texts',
    tolerance,
    compare(one, answer) {
      const here = ofType(answer, 'texts').items;
      const taken = new Set<number>();
      const failures: string[] = [];
      const deltas = { quad: 0, score: 0 };
      let compared = 0;
      // firm ones first: a doubtful neighbour must not take their place
      for (const text of one.texts.toSorted((a, b) => Number(b.firm) - Number(a.firm))) {
        const at = nearest(text, here, taken);
        const found = here[at];
        if (!found) {
          if (text.firm) failures.push(`${one.name}: ${said(text.text)} is not found here`);
          continue;
        }
        const quad = quadDelta(text.quad, found.quad);
        if (!text.firm && quad > tolerance.quad) continue;
        taken.add(at);
        if (!text.firm) continue;
        compared++;
        const score = Math.max(
          Math.abs(text.score - found.score),
          Math.abs((text.textScore ?? 0) - (found.textScore ?? 0)),
        );
        deltas.quad = Math.max(deltas.quad, quad);
        deltas.score = Math.max(deltas.score, score);
        if (quad > tolerance.quad)
          failures.push(`${one.name}: ${said(text.text)} lies ${quad.toFixed(2)} px from where the engine has it`);
        if (score > tolerance.score)
          failures.push(`${one.name}: the scores of ${said(text.text)} differ by ${score.toFixed(4)}`);
        if (text.text !== found.text)
          failures.push(`${one.name}: ${said(found.text)} here, ${said(text.text)} in the engine`);
      }
      here.forEach(({ score, text }, i) => {
        if (!taken.has(i) && score >= parity.score_threshold + brink)
          failures.push(`${one.name}: ${said(text)} is found here alone, with score ${score.toFixed(3)}`);
      });
      return Promise.resolve({ failures, compared, deltas });
    },
  };
}
