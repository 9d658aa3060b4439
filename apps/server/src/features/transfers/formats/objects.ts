/** Objects of annotation files as records: corners, circles, names of classes, and what no data set has a place for. Pure. */
import { type MessageKey, type Problem } from '@loupe/contract';
import { rotatedRectCorners, type RotatedRect } from '@loupe/geometry';
import { storable } from '../../../core/storable.ts';
import { problem } from '../../datasets/index.ts';
import type { ObjectRecord } from '../imports/annotations.ts';

type LossKey = Extract<MessageKey, `importLoss.${string}`>;
export type ImportLoss = LossKey extends `importLoss.${infer Kind}` ? Kind : never;

/** How much of each kind is left out. */
export type Left = Map<ImportLoss, number>;
export const leave = (left: Left, kind: ImportLoss, count = 1): void => {
  if (count > 0) left.set(kind, (left.get(kind) ?? 0) + count);
};
export const leaveAll = (left: Left, more: Left): void => {
  for (const [kind, count] of more) leave(left, kind, count);
};
/** A line for each kind; of the archive as a whole. */
export const leftProblems = (left: Left): Problem[] =>
  [...left].map(([kind, count]) => problem('…', `importLoss.${kind}`, { count }));

/** Characters that a class may have (as in a mapping). */
const longestName = 1000;
const unnamed = 'object';
export const classNameOf = (raw: unknown): string => {
  const name = typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim() : '';
  return storable(name.slice(0, longestName)) || unnamed;
};

/** What a file says of an object besides its outline. */
export interface Beside {
  ignore?: boolean | undefined;
  text?: string | undefined;
  /** Its four corners are those of a rectangle at an angle. */
  isTurned?: boolean;
}

/** The annotation of an object by its rings; what leaves the image is cut at its edge. */
export function outlineRecord(
  className: string,
  name: string,
  place: number,
  rings: readonly (readonly number[])[],
  { ignore, text, isTurned }: Beside = {},
): ObjectRecord {
  return {
    className,
    name,
    annotation: {
      id: place,
      image_id: 0,
      category_id: 0,
      place,
      segmentation: rings,
      iscrowd: ignore ?? false,
      utf8_string: text === undefined ? undefined : storable(text.slice(0, longestName)),
      clip: true,
      ...(isTurned ? { corners: 'turned' as const } : {}),
    },
  };
}

/** By left, top, right and bottom, in whatever order. */
export function boxRecord(
  className: string,
  name: string,
  place: number,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  beside: Beside = {},
): ObjectRecord {
  const record = outlineRecord(className, name, place, [], beside);
  const bbox = [Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1)];
  return { ...record, annotation: { ...record.annotation, segmentation: undefined, bbox } };
}

/** Points of an ellipse: between two of them it leaves the outline by less than this. */
const pixels = 0.1;
/** What lies outside of every image is no ellipse that anybody drew. */
const largestRadius = 100_000;
export function ellipsePoints({ cx, cy, width, height, angle }: RotatedRect): number[] {
  const radius = Math.max(Math.abs(width), Math.abs(height)) / 2;
  if (!(radius > 0 && radius < largestRadius)) return [cx, cy];
  const step = 2 * Math.acos(Math.max(0, 1 - pixels / radius));
  const count = Math.min(720, Math.max(12, Math.ceil((2 * Math.PI) / step)));
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return Array.from({ length: count }, (_, i) => {
    const at = (2 * Math.PI * i) / count;
    const [x, y] = [(Math.cos(at) * width) / 2, (Math.sin(at) * height) / 2];
    return [cx + x * cos - y * sin, cy + x * sin + y * cos];
  }).flat();
}

/** An upright box, turned around its middle by degrees, clockwise on the screen. */
export const turnedBox = ([x1, y1, x2, y2]: readonly [number, number, number, number], degrees: number): number[] =>
  rotatedRectCorners({
    cx: (x1 + x2) / 2,
    cy: (y1 + y2) / 2,
    width: Math.abs(x2 - x1),
    height: Math.abs(y2 - y1),
    angle: (degrees * Math.PI) / 180,
  });

export const isTrue = (value: unknown): boolean =>
  value === true || value === 1 || (typeof value === 'string' && /^(1|true|yes)$/i.test(value.trim()));
