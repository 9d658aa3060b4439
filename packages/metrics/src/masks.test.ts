// Masks: average precision agrees with pycocotools (golden/masks.json, made by golden/make_masks.py); outlines and areas by hand.

import { readFileSync } from 'node:fs';
import { runsOfRings, windowOfMask, fillRings, type CellWindow } from '@loupe/geometry';
import { describe, expect, it } from 'vitest';
import { boundaryF, maskFit, maskRuns, masksOverlap, type MaskRuns } from './masks.ts';
import { matchDetections } from './match.ts';
import { confusionMatrix, outcomesAt } from './outcome.ts';
import { averagePrecision, EVALUATION_IOU_THRESHOLDS, prCurve } from './precision.ts';
import type { DetectionSet } from './rows.ts';
import { entriesAt, matchTable, matrixOf } from './table-match.ts';
import { rankDetections, tablePrecision } from './table-figures.ts';
import { tableBuilder } from './table.ts';

interface Golden {
  cases: {
    name: string;
    side: number;
    classes: number;
    truths: { image: number; c: number; ignore: number; mask: CellWindow }[];
    detections: { image: number; c: number; score: number; mask: CellWindow }[];
    ap: (number | null)[][];
  }[];
}
const golden = JSON.parse(readFileSync(new URL('../golden/masks.json', import.meta.url), 'utf8')) as Golden;

/** The rows of each run as rectangles: exactly the pixels of the window. */
function ringsOf({ x, y, w, counts }: CellWindow): number[][] {
  const rings: number[][] = [];
  let at = 0;
  counts.forEach((count, i) => {
    for (let k = 0; i % 2 === 1 && k < count; k++) {
      const [px, py] = [x + ((at + k) % w), y + Math.floor((at + k) / w)];
      rings.push([px, py, px + 1, py, px + 1, py + 1, px, py + 1]);
    }
    at += count;
  });
  return rings;
}
const boxOf = ({ x, y, w, h }: CellWindow) => [x, y, x + w, y + h] as const;

type Case = Golden['cases'][number];
const imagesOf = (test: Case) =>
  [...new Set([...test.truths, ...test.detections].map(({ image }) => image))].sort((a, b) => a - b);
function imageOf(test: Case, image: number) {
  const truths = test.truths
    .filter((one) => one.image === image)
    .map(({ c, ignore, mask }) => ({ c, ignore: ignore === 1, box: boxOf(mask), rings: ringsOf(mask) }));
  const detections = test.detections
    .filter((one) => one.image === image)
    .map(({ c, score, mask }) => ({ c, score, box: boxOf(mask), mask }));
  const runs = maskRuns({ image: { width: test.side, height: test.side }, cell: [1, 1], truths, detections });
  return { imageId: image, truths, detections, runs, overlap: masksOverlap(runs, truths) };
}

function setOf(test: Case): DetectionSet {
  const truths: DetectionSet['truths'][number][] = [];
  const detections: DetectionSet['detections'][number][] = [];
  const places: { image: ReturnType<typeof imageOf>; place: number }[][] = [[], []];
  for (const image of imagesOf(test).map((one) => imageOf(test, one))) {
    image.truths.forEach(({ c, ignore, box }, place) => {
      truths.push({ imageId: image.imageId, classIndex: c, ignore, box });
      places[0]!.push({ image, place });
    });
    image.detections.forEach(({ c, score, box }, place) => {
      detections.push({ imageId: image.imageId, classIndex: c, score, box });
      places[1]!.push({ image, place });
    });
  }
  const overlap = (d: number, t: number) => places[1]![d]!.image.overlap(places[1]![d]!.place, places[0]![t]!.place);
  return { truths, detections, classCount: test.classes, overlap };
}

describe('agreement with pycocotools', () => {
  it.each(golden.cases)('$name', (test) => {
    const matching = matchDetections(setOf(test), EVALUATION_IOU_THRESHOLDS);
    test.ap.forEach((classes, t) => {
      classes.forEach((theirs, c) => {
        const ours = prCurve(matching, c, EVALUATION_IOU_THRESHOLDS[t]!)?.ap ?? null;
        if (theirs === null) expect(ours).toBeNull();
        else expect(ours).toBeCloseTo(theirs, 9);
      });
    });
    expect(averagePrecision(matching).map50).toBeGreaterThan(0.05);
  });

  it.each(golden.cases)('$name: the columns of a test say the same', (test) => {
    const builder = tableBuilder(test.classes, 0.1);
    for (const image of imagesOf(test)) builder.add(imageOf(test, image));
    const table = builder.end();
    const matching = matchDetections(setOf(test), EVALUATION_IOU_THRESHOLDS);
    const { map50, map50_95 } = averagePrecision(matching);
    const ours = tablePrecision(table, rankDetections(table));
    expect([ours.map50, ours.map50_95]).toEqual([expect.closeTo(map50!, 9), expect.closeTo(map50_95!, 9)]);
    const matrix = matrixOf(entriesAt(table, matchTable(table, 0.5), { iou: 0.5, confidence: 0.4 }));
    expect([...matrix]).toEqual(confusionMatrix(outcomesAt(matching, 0.5, 0.4)).flat());
  });
});

const size = { width: 60, height: 40 };
const square = (x: number, y: number, side: number) => [x, y, x + side, y, x + side, y + side, x, y + side];
const runsOf = (...rings: number[][]) => runsOfRings(rings, size);
const grid: Pick<MaskRuns, 'size' | 'scale'> = { size, scale: 1 };

describe('outlines', () => {
  it('agree within two pixels and not beyond', () => {
    const one = runsOf(square(10, 10, 20));
    expect(boundaryF(one, one, grid)).toBe(1);
    expect(boundaryF(one, runsOf(square(12, 10, 20)), grid)).toBe(1);
    // the sides of a larger square are 3 away: only its corners would be near, and they are farther still
    expect(boundaryF(one, runsOf(square(7, 7, 26)), grid)).toBe(0);
    expect(boundaryF(one, runsOf(), grid)).toBe(0);
    const moved = boundaryF(one, runsOf(square(13, 10, 20)), grid);
    expect(moved).toBeGreaterThan(0.45);
    expect(moved).toBeLessThan(0.7);
  });

  it('count at the edge of the image, and those of holes', () => {
    const filled = runsOf(square(0, 0, 20));
    expect(boundaryF(filled, runsOf(square(0, 0, 20)), grid)).toBe(1);
    expect(boundaryF(filled, runsOf(square(0, 0, 20), square(6, 6, 8)), grid)).toBeLessThan(0.9);
  });

  it('reach one step of a coarser grid at least', () => {
    const one = runsOf(square(10, 10, 20));
    const moved = runsOf(square(11, 10, 20));
    expect(boundaryF(one, moved, { size, scale: 4 })).toBe(1);
    expect(boundaryF(one, runsOf(square(12, 10, 20)), { size, scale: 4 })).toBeLessThan(1);
  });
});

describe('the fit of what was found', () => {
  const mask = windowOfMask(fillRings([square(5, 5, 10)], 30, 20), 30, 20);
  it('is the mean over the pairs, in pixels of the image', () => {
    const runs = maskRuns({
      image: size,
      cell: [2, 2],
      detections: [{ mask }],
      truths: [
        { rings: [square(10, 10, 20)], ignore: false },
        { rings: [square(10, 10, 16)], ignore: false },
      ],
    });
    const fit = maskFit();
    expect(fit.end()).toEqual({ boundaryF: null, areaError: null });
    fit.add(runs, 0, 0);
    expect(fit.end()).toEqual({ boundaryF: 1, areaError: 0 });
    fit.add(runs, 0, 1);
    expect(fit.end().areaError).toBeCloseTo((400 / 256 - 1) / 2, 9);
  });

  it('is counted in cells where the image is large', () => {
    const runs = maskRuns({
      image: { width: 2000, height: 2000 },
      cell: [50, 50],
      detections: [{ mask }],
      truths: [{ rings: [[250, 250, 750, 250, 750, 750, 250, 750]], ignore: false }],
    });
    expect(runs.size).toEqual({ width: 40, height: 40 });
    expect(masksOverlap(runs, [{ ignore: false }])(0, 0)).toBe(1);
  });
});
