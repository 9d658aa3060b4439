/** How right candidates are, over all images of a question. */
import { overlapOf } from '../../apps/server/src/features/preannotation/similar/index.ts';
import type { Box } from './sets.ts';

export interface Scored extends Box {
  score: number;
}
export interface Answered {
  found: Scored[];
  objects: Box[];
}
export interface Judged {
  /** Average precision at an overlap of 0.3, and where the middle of a candidate in an object counts. */
  ap: number;
  apCentre: number;
  /** From where the slider begins. */
  precision: number;
  recall: number;
  /** Of the five best of each image. */
  recallOf5: number;
}

const isNear = (a: Box, b: Box): boolean => overlapOf(a, b) >= 0.3;
const isCentred = (a: Box, b: Box): boolean => {
  const [x, y] = [a.x + a.width / 2, a.y + a.height / 2];
  return x >= b.x && x <= b.x + b.width && y >= b.y && y <= b.y + b.height;
};

/** Each object is found once. */
function hits(answers: readonly Answered[], is: (a: Box, b: Box) => boolean, most = Infinity) {
  return answers
    .flatMap(({ found, objects }) => {
      const left = [...objects];
      return found
        .toSorted((a, b) => b.score - a.score)
        .slice(0, most)
        .map((one) => {
          const at = left.findIndex((object) => is(one, object));
          if (at >= 0) left.splice(at, 1);
          return { score: one.score, isHit: at >= 0 };
        });
    })
    .toSorted((a, b) => b.score - a.score);
}

function averagePrecision(list: readonly { isHit: boolean }[], objects: number): number {
  let [right, sum] = [0, 0];
  list.forEach(({ isHit }, i) => {
    if (!isHit) return;
    right++;
    sum += right / (i + 1);
  });
  return objects === 0 ? 0 : sum / objects;
}

export function judge(answers: readonly Answered[], from: number): Judged {
  const objects = answers.reduce((sum, one) => sum + one.objects.length, 0);
  const near = hits(answers, isNear);
  const shown = near.filter(({ score }) => score >= from);
  const right = shown.filter(({ isHit }) => isHit).length;
  return {
    ap: averagePrecision(near, objects),
    apCentre: averagePrecision(hits(answers, isCentred), objects),
    precision: shown.length === 0 ? 0 : right / shown.length,
    recall: right / Math.max(1, objects),
    recallOf5: hits(answers, isNear, 5).filter(({ isHit }) => isHit).length / Math.max(1, objects),
  };
}
