/**
 * Assist and its rivals under simulated clicks (the first at the innermost point of the object, each further one at that of the
 * greatest region that is wrong) and from a box: mean IoU after 1, 3 and 5 clicks, and CPU ms a click. Judged on the half of the
 * places of bsdata that nothing was chosen on, and on cookies, on which nothing was chosen at all.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fillRings } from '@loupe/geometry';
import { createNet } from '../apps/web/src/canvas/outline/assist/net.ts';
import { createAssist } from '../apps/web/src/canvas/outline/assist/solve.ts';
import { readWeights } from '../apps/web/src/canvas/outline/assist/weights.ts';
import { figure, mean, quantile, root, type Bench, type Figure } from './bench.ts';
import { graphCut } from './assist/graph-cut.ts';
import { iouOf } from './assist/hand.ts';
import { counts, cpuMs, judge, type Reached } from './assist/judge.ts';
import { thingsOf, type SetName, type Thing } from './assist/objects.ts';
import { boundaryPoints, scissors } from './assist/scissors.ts';
import { walker } from './assist/walker.ts';
import { wand } from './assist/wand.ts';
import type { Method } from './assist/methods.ts';

const sets: readonly SetName[] = ['bsdata', 'cookies'];
/** Objects of a set; `--quick`. */
const most = { full: 24, quick: 6 };
/** Boundary points of the scissors, for which there is no inside to click on. */
const points = [3, 5, 9] as const;

const assist = (): Method => {
  const bytes = readFileSync(path.join(root, 'apps/web/src/canvas/outline/assist/weights.bin'));
  const solve = createAssist(createNet(readWeights(Uint8Array.from(bytes).buffer)));
  return (pixels, prompt) => fillRings(solve(pixels, prompt), pixels.width, pixels.height);
};

/** Chosen on the other half of bsdata; of the cut's settings only few were tried there. */
const methods: Record<string, () => Method> = {
  assist,
  walker: () => walker({ share: 0.25, margin: 2, beta: 20, radius: 3 }),
  cut: () => graphCut({ share: 0.15, margin: 2, gamma: 4, rounds: 3, radius: 3 }),
  wand: () => wand(16),
};

const line = (name: string, { iou, box, p50, p95 }: Reached): string =>
  `${name.padEnd(8)} ${iou.map((value) => value.toFixed(3)).join('  ')}  box ${box.toFixed(3)}  ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms of CPU`;

function cutOut(things: readonly Thing[], figures: Record<string, Figure>, set: SetName): void {
  const times: number[] = [];
  for (const count of points) {
    const found = things.map(({ pixels, mask, outer }) => {
      const begin = cpuMs();
      const region = scissors(pixels, boundaryPoints(outer, count));
      times.push(cpuMs() - begin);
      return iouOf(region, mask);
    });
    figures[`${set}_scissors_iou_${count}`] = figure(mean(found), '');
    console.log(`scissors ${count} points ${mean(found).toFixed(3)}`);
  }
  figures[`${set}_scissors_ms_p95`] = figure(quantile(times, 0.95), 'ms');
}

async function runBench({ quick }: { readonly quick: boolean }): Promise<Record<string, Figure>> {
  const figures: Record<string, Figure> = {};
  for (const set of sets) {
    const things = await thingsOf(set, 'judge', quick ? most.quick : most.full);
    if (!things) {
      console.log(`${set} is not there`);
      continue;
    }
    console.log(`${set}: ${things.length} objects`);
    for (const [name, make] of Object.entries(methods)) {
      const reached = await judge(things, make());
      console.log(line(name, reached));
      counts.forEach((count, i) => {
        figures[`${set}_${name}_iou_${count}`] = figure(reached.iou[i]!, '');
      });
      figures[`${set}_${name}_iou_box`] = figure(reached.box, '');
      figures[`${set}_${name}_ms_p50`] = figure(reached.p50, 'ms');
      figures[`${set}_${name}_ms_p95`] = figure(reached.p95, 'ms', name === 'assist' ? { goal: '<= 300' } : {});
    }
    cutOut(things, figures, set);
  }
  return figures;
}

export const bench: Bench = {
  title: 'outlines from simulated clicks and boxes: Assist beside random walker, graph cut, scissors and magic wand',
  run: runBench,
};
