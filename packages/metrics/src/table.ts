// A whole test as columns: classes, scores, and which detection overlaps which truth by how much. Enough to match at any
// IoU from `floor` on and to count at any confidence, in a tenth of the room of the boxes, and without looking at them again.

import type { Box } from '@loupe/geometry';
import { boxesOverlap, EVERY_CLASS, truthOrder } from './rows.ts';
import type { Overlap } from './rows.ts';

export type MatchTable = {
  readonly classCount: number;
  /** The least overlap that is kept. */
  readonly floor: number;
  readonly imageIds: Float64Array;
  /** Where the truths of an image begin; one more than there are images. Real ones first, then `boxOnly`, then ignored. */
  readonly truthStart: Uint32Array;
  readonly truthClass: Int16Array;
  /** 1: neither to be found nor to be blamed for; 2: the same, and yet the image has something there. */
  readonly truthIgnored: Uint8Array;
  /** The same for its detections, by score descending. */
  readonly detectionStart: Uint32Array;
  readonly detectionClass: Uint16Array;
  readonly score: Float64Array;
  /** Where the overlaps of a detection begin; one more than there are detections. */
  readonly pairStart: Uint32Array;
  /** Row of the truth, ascending for each detection. */
  readonly pairTruth: Uint32Array;
  /** Of a real truth the IoU, of an ignored one the share of the detection that lies in it. */
  readonly pairOverlap: Float64Array;
};

export type TableTruth = {
  readonly c: number;
  readonly box: Box;
  readonly ignore: boolean;
  /** Ignored, for only its box is known; the image is not a good one because of it. */
  readonly boxOnly?: boolean;
};

export type TableImage = {
  readonly imageId: number;
  readonly truths: readonly TableTruth[];
  readonly detections: readonly { readonly c: number; readonly score: number; readonly box: Box }[];
  /** By the places of a detection and a truth in these lists; left out: that of the boxes. */
  readonly overlap?: Overlap;
};

/** The columns by name, with the array that each is kept in. */
export const TABLE_COLUMNS = {
  imageIds: Float64Array,
  score: Float64Array,
  pairOverlap: Float64Array,
  truthStart: Uint32Array,
  detectionStart: Uint32Array,
  pairStart: Uint32Array,
  pairTruth: Uint32Array,
  truthClass: Int16Array,
  detectionClass: Uint16Array,
  truthIgnored: Uint8Array,
} as const;
export type ColumnName = keyof typeof TABLE_COLUMNS;
export const COLUMN_NAMES = Object.keys(TABLE_COLUMNS) as ColumnName[];
type Column = InstanceType<(typeof TABLE_COLUMNS)[ColumnName]>;
export type Columns = { readonly [K in ColumnName]: InstanceType<(typeof TABLE_COLUMNS)[K]> };

/** A column that grows. */
function growing(name: ColumnName, first: readonly number[] = []): { add: (v: number) => void; end: () => Column } {
  let room: Column = new TABLE_COLUMNS[name](1024);
  let length = 0;
  const add = (value: number): void => {
    if (length === room.length) {
      const larger = new TABLE_COLUMNS[name](2 * length);
      larger.set(room);
      room = larger;
    }
    room[length++] = value;
  };
  first.forEach(add);
  return { add, end: () => room.slice(0, length) };
}

export type TableBuilder = { add: (image: TableImage) => void; end: () => MatchTable };

/** Takes images one at a time, so that their boxes need not be in memory together. */
export function tableBuilder(classCount: number, floor: number): TableBuilder {
  const starts = new Set<ColumnName>(['truthStart', 'detectionStart', 'pairStart']);
  const columns = new Map(COLUMN_NAMES.map((name) => [name, growing(name, starts.has(name) ? [0] : [])]));
  const put = (name: ColumnName, value: number): void => columns.get(name)?.add(value);
  const counts = { truths: 0, detections: 0, pairs: 0 };
  const checked = (c: number): number => {
    if (c < 0 || c >= classCount) throw new RangeError(`class index ${c} is not one of ${classCount} classes`);
    return c;
  };
  return {
    add: ({ imageId, truths, detections, overlap: overlapAt = boxesOverlap(truths, detections) }) => {
      const first = counts.truths;
      const places = [...truths.keys()];
      const ordered = places.toSorted((a, b) => truthOrder(truths[a]!) - truthOrder(truths[b]!));
      for (const place of ordered) {
        const { c, ignore, boxOnly } = truths[place]!;
        put('truthClass', ignore && c === EVERY_CLASS ? c : checked(c));
        put('truthIgnored', !ignore ? 0 : boxOnly ? 2 : 1);
      }
      for (const d of [...detections.keys()].sort((a, b) => detections[b]!.score - detections[a]!.score)) {
        const { c, score } = detections[d]!;
        put('detectionClass', checked(c));
        put('score', score);
        ordered.forEach((place, t) => {
          const truth = truths[place]!;
          if (truth.ignore && truth.c !== EVERY_CLASS && truth.c !== c) return;
          const overlap = overlapAt(d, place);
          if (!(overlap >= floor && overlap > 0)) return;
          put('pairTruth', first + t);
          put('pairOverlap', overlap);
          counts.pairs++;
        });
        put('pairStart', counts.pairs);
      }
      counts.truths += truths.length;
      counts.detections += detections.length;
      put('imageIds', imageId);
      put('truthStart', counts.truths);
      put('detectionStart', counts.detections);
    },
    end: () => {
      const ended = Object.fromEntries(COLUMN_NAMES.map((name) => [name, columns.get(name)?.end()]));
      return { classCount, floor, ...(ended as unknown as Columns) };
    },
  };
}
