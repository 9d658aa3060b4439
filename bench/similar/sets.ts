/** Images with boxes that people drew: two sets to choose on, the others to judge on. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../bench.ts';

const data = path.resolve(root, '../shared/data');

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Marked {
  path: string;
  size: { width: number; height: number };
  objects: (Box & { label: number })[];
}
interface Coco {
  images: { id: number; file_name: string; width: number; height: number }[];
  annotations: { image_id: number; category_id: number; bbox: [number, number, number, number] }[];
}
export interface SetOf {
  name: string;
  use: 'choose' | 'judge';
  images: Marked[];
}

/** `labels`: those that examples are taken of; left out, all are one. */
const sets: { name: string; folder: string; parts: string[]; use: SetOf['use'] }[] = [
  { name: 'workpiece', folder: 'workpiece-crack', parts: ['train'], use: 'choose' },
  { name: 'deeppcb', folder: 'deeppcb', parts: ['val'], use: 'choose' },
  { name: 'vin', folder: 'vin-plates', parts: ['val', 'test'], use: 'judge' },
  { name: 'workpiece-test', folder: 'workpiece-crack', parts: ['test'], use: 'judge' },
  { name: 'bsdata', folder: 'bsdata', parts: ['train', 'val', 'test'], use: 'judge' },
  { name: 'deeppcb-test', folder: 'deeppcb', parts: ['test'], use: 'judge' },
];

export function setsFor(use: SetOf['use'] | 'all'): SetOf[] {
  return sets.flatMap(({ name, folder, parts, use: own }) => {
    const base = path.join(data, folder);
    if (!existsSync(base) || (use !== 'all' && use !== own)) return [];
    const images = parts.flatMap((part) => {
      const coco = JSON.parse(readFileSync(path.join(base, 'annotations', `${part}.json`), 'utf8')) as Coco;
      const of = Map.groupBy(coco.annotations, (one) => one.image_id);
      return coco.images.map(({ id, file_name: file, width, height }): Marked => ({
        path: path.join(base, 'images', file),
        size: { width, height },
        objects: (of.get(id) ?? []).map(({ bbox: [x, y, w, h], category_id: label }) => ({
          x,
          y,
          width: w,
          height: h,
          label,
        })),
      }));
    });
    return [{ name, use: own, images }];
  });
}
