/** Shapes as they are stored: rows with float32 points, and compact documents before and after each op. */
import type { Shape } from '@loupe/contract';
import type { HeldShape } from './merge.ts';
import type { shape } from '../../tables/annotation.ts';

export type ShapeRow = typeof shape.$inferSelect;

export const packPoints = (points: readonly number[]): Buffer => Buffer.from(Float32Array.from(points).buffer);

/** A copy, because the bytes may start where no float may. */
export const unpackPoints = (bytes: Uint8Array): number[] =>
  Array.from(new Float32Array(Uint8Array.from(bytes).buffer));

export const heldOf = (row: ShapeRow): HeldShape => ({
  id: row.id,
  labelId: row.labelId,
  kind: row.kind as Shape['kind'],
  points: unpackPoints(row.points),
  parts: row.parts,
  text: row.text,
  ignore: row.ignore,
  score: row.score,
  source: row.source as Shape['source'],
  versionId: row.versionId,
  z: row.z,
  locked: row.locked,
  rev: row.rev,
  authorId: row.authorId,
  conflictOf: row.conflictOf,
});

const documentVersion = 1;

/** Byte 0: version; bytes 1–4: length of the JSON head; the head; then the points as float32. */
export function packShape({ points, ...head }: HeldShape): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  const start = Buffer.alloc(5);
  start.writeUInt8(documentVersion, 0);
  start.writeUInt32LE(text.length, 1);
  return Buffer.concat([start, text, packPoints(points)]);
}

export function unpackShape(document: Buffer): HeldShape {
  if (document[0] !== documentVersion) throw new Error(`shape document of version ${document[0]}`);
  const end = 5 + document.readUInt32LE(1);
  const head = JSON.parse(document.toString('utf8', 5, end)) as Omit<HeldShape, 'points'>;
  return { ...head, points: unpackPoints(document.subarray(end)) };
}
