/** What the entries of an export are made from, whatever the format. */
import type { ExportLossKind, ExportRequest } from '@loupe/contract';
import type { Tx } from '../../../core/db.ts';
import type { ZipEntry } from '../../../core/zip.ts';
import { imageBatches, ownNames, type Choice, type ImageRow } from './material.ts';
import { nameInZip, uniqueNames, type NameOf } from './names.ts';
import { addLosses, isLeftOut, lossesOf, type ExportShape, type Losses } from './shapes.ts';

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
  format: Format;
  labels: { id: number; name: string; color: string }[];
  /** Name of each folder's directory in the zip. */
  directories: ReadonlyMap<number, string>;
  archived: Archived;
  /** Every named image goes through here, once. */
  taken: (images: readonly NamedImage[]) => void;
  /** A part of an image becomes a file of its own, cut out by its corners and turned upright. */
  cut: (name: string, image: NamedImage, corners: readonly number[]) => void;
}

/** How a format is written; its words and what it takes are in the contract (`exportFormats`). */
export interface Format {
  /** In the name of the exported file. */
  suffix: string;
  /** Directory of the image files in the zip; empty where the format places each of them itself. */
  imageRoot: string;
  /** What it loses of a shape with a label. `ignored`: the shape is left out, and nothing else of it is lost. */
  lossesOf: (shape: ExportShape) => ExportLossKind[];
  /** What it loses of an image's shapes, lower ones first, that it keeps: where they meet. */
  lossesAmong?: (shapes: readonly ExportShape[], size: { width: number; height: number }) => Losses;
  /** It shows which images are reserved for tests. */
  keepsParts?: boolean;
  /** It says which folders are for training, for validation and for tests. */
  keepsFolderTypes?: boolean;
  /** All shapes are of one class, also those without a label. */
  hasOneClass?: boolean;
  /** It has cut out parts (`work.cut`) in place of the image files. */
  cutsImages?: boolean;
  /** Directories whose names an import of it takes for another thing. */
  misreads?: (directory: string) => boolean;
  /** The entries with annotations; `work.taken` gets every image. */
  entries: (work: Work) => AsyncGenerator<ZipEntry>;
}

/** Shapes that the format keeps, each with the place of its label; the losses are counted. */
export function kept({ format, labels, archived }: Work): (shape: ExportShape) => number | undefined {
  const places = new Map(labels.map(({ id }, index) => [id, index]));
  return (shape) => {
    const place = places.get(shape.labelId ?? 0);
    const lost = lossesOf(format, place === undefined ? { ...shape, labelId: null } : shape);
    addLosses(archived.losses, lost);
    if (isLeftOut(lost)) return undefined;
    archived.shapes++;
    return place ?? 0;
  };
}

/** The images of all folders with their names in the zip; a name does not depend on when it is asked for. */
export async function* namedBatches(
  { tx, folders, directories, input }: Work,
  { byStem = false, names = () => uniqueNames(byStem) }: { byStem?: boolean; names?: () => NameOf } = {},
): AsyncGenerator<NamedImage[]> {
  for (const folder of folders) {
    const nameOf = names();
    const own = await ownNames(tx, folder.id, input.withImages);
    for await (const rows of imageBatches(tx, folder.id)) {
      yield rows.map((row) => {
        const name = nameInZip(nameOf, row, { withImages: input.withImages, own });
        return { ...row, file: `${directories.get(folder.id)}/${name}` };
      });
    }
  }
}
