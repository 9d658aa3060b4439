/** What a method reaches after so many clicks, and with a box. */
import { quantile } from '../bench.ts';
import { iouOf, nextClick, type Click } from './hand.ts';
import type { Method } from './methods.ts';
import type { Thing } from './objects.ts';

export const counts = [1, 3, 5] as const;

/** Of this process: what other work on the machine does not change. */
export const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

export interface Reached {
  /** Mean IoU after 1, 3 and 5 clicks; from a box; CPU milliseconds of a click. */
  readonly iou: readonly number[];
  readonly box: number;
  readonly p50: number;
  readonly p95: number;
}

const average = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

export async function judge(things: readonly Thing[], method: Method, hasBox = true): Promise<Reached> {
  const reached = counts.map((): number[] => []);
  const [boxes, times]: [number[], number[]] = [[], []];
  for (const { pixels, mask, box } of things) {
    const clicks: Click[] = [];
    let found = new Uint8Array(mask.length) as Uint8Array;
    for (let count = 1; count <= counts.at(-1)!; count++) {
      const next = nextClick(mask, found, pixels.width);
      if (next) {
        clicks.push(next);
        const begin = cpuMs();
        found = await method(pixels, { clicks, box: null });
        times.push(cpuMs() - begin);
      }
      const at = counts.indexOf(count as (typeof counts)[number]);
      if (at >= 0) reached[at]!.push(iouOf(found, mask));
    }
    if (hasBox) boxes.push(iouOf(await method(pixels, { clicks: [], box }), mask));
  }
  return {
    iou: reached.map(average),
    box: hasBox ? average(boxes) : Number.NaN,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
  };
}
