/** Where a scaled image is looked at: tiles with cores that cover it, and what the tiles answer as one plane a head. */
import type { TileOutput } from '../../../inference/index.ts';

export interface Size {
  width: number;
  height: number;
}
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Plane {
  rows: number;
  columns: number;
  data: Float32Array;
}

/** Pixels of a cell's side; what divides the sides of a tile; of a tile without and around its core. */
export const cell = 8;
const step = 16;
const core = 640;
const around = 64;

export const scaledSize = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
});

const upTo = (value: number): number => step * Math.ceil(value / step);

/** From … to of tiles along a side, with the cores that each stands for. */
function spans(size: number): { from: number; to: number; core: [number, number] }[] {
  const whole = upTo(size);
  if (whole <= core + 2 * around) return [{ from: 0, to: whole, core: [0, whole] }];
  return Array.from({ length: Math.ceil(whole / core) }, (_, i) => {
    const own: [number, number] = [i * core, Math.min(whole, (i + 1) * core)];
    return { from: Math.max(0, own[0] - around), to: Math.min(whole, own[1] + around), core: own };
  });
}

export interface Tile extends Box {
  /** In pixels of the scaled image. */
  core: Box;
}

export const tilesOf = ({ width, height }: Size): Tile[] =>
  spans(height).flatMap((down) =>
    spans(width).map((across) => ({
      x: across.from,
      y: down.from,
      width: across.to - across.from,
      height: down.to - down.from,
      core: {
        x: across.core[0],
        y: down.core[0],
        width: across.core[1] - across.core[0],
        height: down.core[1] - down.core[0],
      },
    })),
  );

/** A tile around a box of the scaled image, no larger than a host takes. */
export function tileAround(box: Box, { width, height }: Size): Box {
  const span = (from: number, size: number, whole: number) => {
    const margin = Math.max(96, size / 2);
    const start = Math.max(0, step * Math.floor((from - margin) / step));
    const end = Math.min(upTo(whole), upTo(from + size + margin));
    return [start, Math.min(1024, end - start)] as const;
  };
  const [x, wide] = span(box.x, box.width, width);
  const [y, high] = span(box.y, box.height, height);
  return { x, y, width: wide, height: high };
}

/** Numbers of a tile, plane behind plane. */
export function floatsOf({ data }: TileOutput): Float32Array {
  const bytes = Buffer.from(data, 'base64');
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** One plane for each head, over the whole image. */
export function assembled(size: Size, tiles: readonly Tile[], outputs: readonly TileOutput[]): Plane[] {
  const [rows, columns] = [Math.ceil(size.height / cell), Math.ceil(size.width / cell)];
  const planes = Array.from({ length: outputs[0]!.planes }, () => new Float32Array(rows * columns));
  outputs.forEach((output, t) => {
    const { core: own, x, y } = tiles[t]!;
    const floats = floatsOf(output);
    const [left, top] = [own.x / cell, own.y / cell];
    const [right, bottom] = [Math.min(columns, left + own.width / cell), Math.min(rows, top + own.height / cell)];
    planes.forEach((plane, p) => {
      for (let row = top; row < bottom; row++) {
        const start = (p * output.rows + row - y / cell) * output.columns - x / cell;
        plane.set(floats.subarray(start + left, start + right), row * columns + left);
      }
    });
  });
  return planes.map((data) => ({ rows, columns, data }));
}
