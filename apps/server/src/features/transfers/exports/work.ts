/** What the entries of an export are made from, whatever the format. */
import type { ExportFormat, ExportRequest } from '@loupe/contract';
import type { Tx } from '../../../core/db.ts';
import type { Choice, ImageRow } from './material.ts';
import { addLosses, lossesOf, type ExportShape, type Losses } from './shapes.ts';

export interface ArchiveInput extends Pick<ExportRequest, 'datasetId' | 'folderIds' | 'format' | 'withImages'> {
  datasetName: string;
}

/** Filled while the entries are taken. */
export interface Archived {
  images: number;
  shapes: number;
  losses: Losses;
}
export interface Step {
  phase: 'annotations' | 'images';
  done: number;
  total: number;
}

export interface NamedImage extends ImageRow {
  /** Its place in the zip, which no other has: `folder/name` below `images`. */
  file: string;
}
export interface Work extends Choice {
  tx: Tx;
  input: ArchiveInput;
  labels: { id: number; name: string }[];
  archived: Archived;
  /** Every named image goes through here, once. */
  taken: (images: readonly NamedImage[]) => void;
}

/** Shapes that the format keeps, each with the place of its label; the losses are counted. */
export function kept(format: ExportFormat, { labels, archived }: Work): (shape: ExportShape) => number | undefined {
  const places = new Map(labels.map(({ id }, index) => [id, index]));
  return (shape) => {
    const place = places.get(shape.labelId ?? 0);
    const lost = lossesOf(format, place === undefined ? { ...shape, labelId: null } : shape);
    addLosses(archived.losses, lost);
    if (place === undefined || lost.includes('ignored')) return undefined;
    archived.shapes++;
    return place;
  };
}
