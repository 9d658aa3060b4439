/** COCO: one JSON with rectangles, and with polygons or masks of run lengths, in `annotations/instances.json`. */
import { exportFormats } from '@loupe/contract';
import type { ZipEntry } from '../../../../core/zip.ts';
import { cocoAnnotation, cocoCategory, cocoImage, maskAnnotation, textAnnotation } from '../coco.ts';
import { imageBatches, shapesOf } from '../material.ts';
import { lossesBy, outlineLosses } from '../shapes.ts';
import { linesOf, pieces } from '../pieces.ts';
import { kept, namedBatches, type Format, type Work } from '../work.ts';

async function* cocoImages(work: Work): AsyncGenerator<object> {
  for await (const images of namedBatches(work)) {
    work.taken(images);
    for (const image of images) yield cocoImage(image);
  }
}

type Annotate = typeof maskAnnotation;

async function* cocoAnnotations(work: Work, annotate: Annotate): AsyncGenerator<object> {
  const placeOf = kept(work);
  for (const folder of work.folders) {
    for await (const images of imageBatches(work.tx, folder.id)) {
      const shapes = await shapesOf(work.tx, images);
      const all = images.flatMap((image) => (shapes.get(image.id) ?? []).map((shape) => ({ image, shape })));
      for (const { image, shape } of all) {
        const place = placeOf(shape);
        const { shapes: id } = work.archived;
        if (place !== undefined) yield annotate({ id, imageId: image.id, categoryId: place + 1 }, shape, image);
      }
    }
  }
}

/** One JSON, written in two passes over the images: neither list is ever held. */
async function* cocoJson(work: Work, annotate: Annotate): AsyncGenerator<string> {
  const info = { description: work.input.datasetName, version: '1.0' };
  const categories = work.labels.map(({ name }, index) => cocoCategory(name, index));
  yield `{"info":${JSON.stringify(info)},"licenses":[],\n"categories":${JSON.stringify(categories)},\n"images":[`;
  yield* linesOf(cocoImages(work));
  yield '\n],\n"annotations":[';
  yield* linesOf(cocoAnnotations(work, annotate));
  yield '\n]}\n';
}

async function* entries(work: Work, annotate: Annotate): AsyncGenerator<ZipEntry> {
  yield { name: 'annotations/instances.json', bytes: pieces(cocoJson(work, annotate)), deflate: true };
}

/** It has a place for whether a shape is ignored, for its text and its score. */
export const coco: Format = {
  suffix: 'coco',
  imageRoot: 'images/',
  lossesOf: lossesBy(exportFormats.coco.holds),
  entries: (work) => entries(work, cocoAnnotation),
};

/** Of a shape that is no rectangle the cells that it fills, so that every reader keeps its holes. */
export const cocoMasks: Format = {
  suffix: 'coco_masks',
  imageRoot: 'images/',
  lossesOf: lossesBy(exportFormats.cocoMasks.holds),
  entries: (work) => entries(work, maskAnnotation),
};

/** What a text says has the name that COCO-Text gives it, and so has whether it can be read. */
export const cocoText: Format = {
  suffix: 'coco_text',
  imageRoot: 'images/',
  lossesOf: (shape) => [
    ...(shape.kind === 'polygon' && shape.points.length === 8 ? ['polygonsToQuads' as const] : []),
    ...outlineLosses({ ...shape, kind: 'polygon' }),
  ],
  entries: (work) => entries(work, textAnnotation),
};
