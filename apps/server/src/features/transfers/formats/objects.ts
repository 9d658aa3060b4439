/** Objects of annotation files as records: corners, circles, names of classes, and what no data set has a place for. Pure. */
import { cutText, limits, type MessageKey, type Problem } from '@loupe/contract';
import { rotatedRectCorners, type RotatedRect } from '@loupe/geometry';
import { storable } from '../../../core/storable.ts';
import { hasAllDigits } from '../../annotation/index.ts';
import { problem } from '../../datasets/index.ts';
import type { ObjectRecord } from '../imports/annotations.ts';

type LossKey = Extract<MessageKey, `importLoss.${string}`>;
export type ImportLoss = LossKey extends `importLoss.${infer Kind}` ? Kind : never;

/** How much of each kind is left out. */
export type Left = Map<ImportLoss, number>;
export const leave = (left: Left, kind: ImportLoss, count = 1): void => {
  if (count > 0) left.set(kind, (left.get(kind) ?? 0) + count);
};
/** `kinds`: a map, for a file may name its shapes like what every object has. */
export const leaveKind = (left: Left, kinds: ReadonlyMap<string, ImportLoss>, kind: string): void =>
  leave(left, kinds.get(kind) ?? 'others');
export const leaveAll = (left: Left, more: Left): void => {
  for (const [kind, count] of more) leave(left, kind, count);
};
/** A line for each kind; of the archive as a whole. */
export const leftProblems = (left: Left): Problem[] =>
  [...left].map(([kind, count]) => problem('…', `importLoss.${kind}`, { count }));

const unnamed = 'object';
export const classNameOf = (raw: unknown): string => {
  const isName = typeof raw === 'string' || (typeof raw === 'number' && hasAllDigits(raw));
  const name = isName ? String(raw).trim() : '';
  return storable(cutText(name, limits.className)) || unnamed;
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
      utf8_string: text === undefined ? undefined : storable(text),
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
  const bbox = [Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1)] as const;
  return sizedRecord(className, name, place, bbox, beside);
}

/** By left, top, width and height, or a mask (`mask`) and those of its box, where the file says them. */
export function sizedRecord(
  className: string,
  name: string,
  place: number,
  bbox: readonly number[] | undefined,
  beside: Beside = {},
  mask: Pick<ObjectRecord['annotation'], 'segmentation' | 'cells'> = { segmentation: undefined },
): ObjectRecord {
  const record = outlineRecord(className, name, place, [], beside);
  return {
    ...record,
    annotation: { ...record.annotation, segmentation: undefined, ...(bbox && { bbox: [...bbox] }), ...mask },
  };
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

/** x, y, x, y, … of a box at an angle in degrees, as four corners; upright it stays a box. */
export function turnableRecord(
  className: string,
  name: string,
  place: number,
  [x, y, width, height]: readonly [number, number, number, number],
  degrees: number,
  beside: Beside = {},
): ObjectRecord {
  if (degrees === 0) return sizedRecord(className, name, place, [x, y, width, height], beside);
  const corners = turnedBox([x, y, x + width, y + height], degrees);
  return outlineRecord(className, name, place, [corners], { ...beside, isTurned: true });
}

/** A property of a shape that has its place here: whether it is to be ignored, or its text. */
const ofIgnore = /^(ignored?|difficult|is_?crowd)$/i;
const ofText = /^(text|transcription)$/i;
/** What programs write where nobody has chosen. */
const unsaid: readonly unknown[] = [undefined, null, false, '', 'false', '__undefined__'];

/** `ignore` and text among the properties of a shape; the others that say something are left out. */
export function besideOf(properties: Iterable<readonly [name: string, value: unknown]>, left: Left): Beside {
  const beside: Beside = {};
  for (const [name, value] of properties) {
    const isSaid = !unsaid.includes(typeof value === 'string' ? value.trim() : value);
    if (ofIgnore.test(name)) beside.ignore ||= isTrue(value);
    else if (ofText.test(name) && typeof value === 'string') beside.text ??= value || undefined;
    else if (isSaid) leave(left, 'attributes');
  }
  return beside;
}

/** Whether shapes, not only what is said of them, are left out. */
export const leavesShapes = (left: Left): boolean =>
  (['points', 'polylines', 'cuboids', 'skeletons', 'others'] as const).some((kind) => left.has(kind));

export const isTrue = (value: unknown): boolean =>
  value === true || value === 1 || (typeof value === 'string' && /^(1|true|yes)$/i.test(value.trim()));
