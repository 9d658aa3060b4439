/** Objects with outlines that a person drew, each with the pixels of its image. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fillRings } from '@loupe/geometry';
import sharp from 'sharp';
import type { Pixels } from '../../apps/web/src/canvas/outline/pixels.ts';
import { root } from '../bench.ts';

const data = path.resolve(root, '../shared/data');

export interface Thing {
  readonly name: string;
  readonly pixels: Pixels;
  /** 1 on the object, in pixels of the image. */
  readonly mask: Uint8Array;
  /** Its outline alone: x, y, x, y, … */
  readonly outer: readonly number[];
  readonly box: readonly [number, number, number, number];
}

interface Coco {
  images: { id: number; file_name: string; width: number; height: number }[];
  annotations: { image_id: number; segmentation: number[][]; bbox: [number, number, number, number] }[];
}
interface Set {
  readonly folder: string;
  readonly images: string;
  readonly annotations: readonly string[];
  /** What is of one place is on one side. */
  readonly place: (file: string) => string;
}

const sets = {
  bsdata: {
    folder: 'bsdata',
    images: 'images',
    annotations: ['annotations/train.json', 'annotations/val.json', 'annotations/test.json'],
    // the same places of a spindle were taken again and again: 01_TIME_POSITION_ANGLE_…
    place: (file) => (file.startsWith('01_') ? file.split('_').slice(2, 4).join('_') : file),
  },
  cookies: {
    folder: 'anomaly-aws',
    images: '.',
    annotations: ['cookies_segmentation/train.json', 'cookies_segmentation/test.json'],
    place: (file) => file,
  },
} as const satisfies Record<string, Set>;
export type SetName = keyof typeof sets;

/** FNV-1a: the same half on every machine. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const one of text) hash = Math.imul(hash ^ one.charCodeAt(0), 0x01000193) >>> 0;
  return hash;
}

async function pixelsOf(file: string): Promise<Pixels> {
  const { data: bytes, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { x: 0, y: 0, cell: 1, width: info.width, height: info.height, data: new Uint8ClampedArray(bytes) };
}

/** Null where the set is not there. `half`: those for choosing, or those for judging. */
export async function thingsOf(name: SetName, half: 'choose' | 'judge' | 'all', most: number): Promise<Thing[] | null> {
  const set: Set = sets[name];
  const folder = path.join(data, set.folder);
  if (!existsSync(folder)) return null;
  const chosen: { file: string; rings: number[][]; bbox: [number, number, number, number] }[] = [];
  for (const part of set.annotations) {
    const { images, annotations } = JSON.parse(readFileSync(path.join(folder, part), 'utf8')) as Coco;
    const files = new Map(images.map((one) => [one.id, one.file_name]));
    for (const { image_id: id, segmentation, bbox } of annotations) {
      const file = files.get(id)!;
      const isForChoosing = hashOf(set.place(file)) % 2 === 0;
      if (half === 'all' || isForChoosing === (half === 'choose')) chosen.push({ file, rings: segmentation, bbox });
    }
  }
  const step = Math.max(1, chosen.length / most);
  const taken = chosen.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
  const held = new Map<string, Pixels>();
  const things: Thing[] = [];
  for (const { file, rings, bbox } of taken) {
    const pixels = held.get(file) ?? (await pixelsOf(path.join(folder, set.images, file)));
    held.set(file, pixels);
    const mask = fillRings(rings, pixels.width, pixels.height);
    const [x, y, w, h] = bbox;
    things.push({ name: file, pixels, mask, outer: rings[0]!, box: [x, y, x + w, y + h] });
  }
  return things;
}
