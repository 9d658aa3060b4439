/** Masks as PNG files: of all labels in one, by their numbers in a palette, or of each label one in black and white. */
import path from 'node:path';
import { exportFormats } from '@loupe/contract';
import { writeIndexPng } from '../../../../core/index-png.ts';
import type { ZipEntry } from '../../../../core/zip.ts';
import { paletteOf, labelMap } from '../../label-map.ts';
import { isOkNg } from '../../imports/layout.ts';
import { isMaskFolder } from '../../imports/mask-layout.ts';
import { withoutEnding } from '../../without-ending.ts';
import { eachPixel, fillShape, meetingsOf } from '../filled.ts';
import { shapesOf } from '../material.ts';
import { imagesDirectory, labelDirectories, namesUnlikeMasks } from '../names.ts';
import { addCounts, lossesBy, type ExportShape } from '../shapes.ts';
import { kept, namedBatches, type Format, type NamedImage, type Work } from '../work.ts';

interface Placed {
  shape: ExportShape;
  /** Of its label, from 0. */
  place: number;
}

/** The shapes of each image with the places of their labels, lower ones first. */
async function* placedShapes(work: Work): AsyncGenerator<{ image: NamedImage; placed: Placed[] }> {
  const placeOf = kept(work);
  // a mask has the stem of its image; among OK and NG images it may also lie beside it
  const isOfSides = [...work.roles.values()].some(isOkNg);
  for await (const images of namedBatches(work, isOfSides ? { names: namesUnlikeMasks } : { byStem: true })) {
    work.taken(images);
    const shapes = await shapesOf(work.tx, images);
    for (const image of images) {
      const placed = (shapes.get(image.id) ?? []).flatMap((shape) => {
        const place = placeOf(shape);
        return place === undefined ? [] : [{ shape, place }];
      });
      addCounts(
        work.archived.losses,
        work.format.lossesAmong!(
          placed.map(({ shape }) => shape),
          image,
        ),
      );
      yield { image, placed };
    }
  }
}

const pngOf = (file: string): string => `${withoutEnding(file)}.png`;

function filledWith(image: NamedImage, placed: readonly Placed[], valueOf: (place: number) => number): Uint8Array {
  const data = new Uint8Array(image.width * image.height);
  for (const { shape, place } of placed)
    eachPixel(fillShape(shape, image), image.width, (at) => (data[at] = valueOf(place)));
  return data;
}

async function* indexEntries(work: Work): AsyncGenerator<ZipEntry> {
  const names = work.labels.map(({ name }) => name);
  yield { name: 'labelmap.txt', bytes: Buffer.from(labelMap(names)) };
  const palette = paletteOf(names.length);
  for await (const { image, placed } of placedShapes(work)) {
    // an image without objects has a mask too: it was checked
    const data = filledWith(image, placed, (place) => place + 1);
    yield { name: `masks/${pngOf(image.file)}`, bytes: writeIndexPng({ ...image, data, palette }) };
  }
}

async function* labelEntries(work: Work): AsyncGenerator<ZipEntry> {
  const directories = labelDirectories(work.labels);
  // what the directories of labels are called that cannot be one
  yield { name: 'labelmap.txt', bytes: Buffer.from(labelMap(work.labels.map(({ name }) => name))) };
  for await (const { image, placed } of placedShapes(work)) {
    const byPlace = [...Map.groupBy(placed, ({ place }) => place)].sort(([a], [b]) => a - b);
    // one black mask says that the image was checked
    if (byPlace.length === 0 && work.labels.length > 0) byPlace.push([0, []]);
    for (const [place, own] of byPlace) {
      const directory = directories.get(work.labels[place]!.id)!;
      const data = filledWith(image, own, () => 255);
      const name = path.posix.join('masks', directory, pngOf(image.file));
      yield { name, bytes: writeIndexPng({ ...image, data, palette: null }) };
    }
  }
}

const shared = {
  imageRoot: `${imagesDirectory}/`,
  misreads: isMaskFolder,
  lossesOf: lossesBy(exportFormats.maskIndex.holds),
};

export const maskIndex: Format = {
  ...shared,
  suffix: 'masks',
  lossesAmong: (shapes, size) => ({ ...meetingsOf(shapes, size) }),
  entries: indexEntries,
};

/** Shapes of different labels may overlap: each label has a mask of its own. */
export const maskPerLabel: Format = {
  ...shared,
  suffix: 'masks_by_label',
  lossesAmong: (shapes, size) => ({ merged: meetingsOf(shapes, size).merged }),
  entries: labelEntries,
};
