/** YOLO: a text file an image, with rectangles or with polygons, and data.yaml. */
import type { FolderType } from '@loupe/contract';
import type { ZipEntry } from '../../../../core/zip.ts';
import { shapesOf } from '../material.ts';
import { attributeLosses, outlineLosses, ringsBySide, type ExportShape } from '../shapes.ts';
import { kept, namedBatches, type Format, type Work } from '../work.ts';
import { boxRows, dataYaml, labelPath, polygonRows, yoloLines } from '../yolo.ts';

async function* entries(work: Work, rowsOf: typeof boxRows): AsyncGenerator<ZipEntry> {
  const { tx, input, labels, folders, taken } = work;
  const placeOf = kept(work);
  const parts = folders.map(({ name, type }) => ({ path: name, type: type as FolderType }));
  const names = labels.map(({ name }) => name);
  yield { name: 'data.yaml', bytes: Buffer.from(dataYaml(input.datasetName, parts, names)) };
  // a label file has the stem of its image
  for await (const images of namedBatches(work, { byStem: true })) {
    taken(images);
    const shapes = await shapesOf(tx, images);
    for (const image of images) {
      const lines = (shapes.get(image.id) ?? []).map((one) => {
        const place = placeOf(one);
        return place === undefined ? '' : yoloLines(place, rowsOf(one, image));
      });
      yield { name: labelPath(image.file), bytes: Buffer.from(lines.join('')) };
    }
  }
}

const isRect = ({ kind }: ExportShape): boolean => kind === 'rect';
const hasPieces = (shape: ExportShape): boolean => shape.parts.length > 1 && ringsBySide(shape).outer.length > 1;

export const yoloDetect: Format = {
  suffix: 'yolo',
  imageRoot: 'images/',
  lossesOf: (shape) =>
    shape.ignore ? ['ignored'] : [...(isRect(shape) ? [] : ['polygonsToBoxes' as const]), ...attributeLosses(shape)],
  entries: (work) => entries(work, boxRows),
};

export const yoloSegment: Format = {
  suffix: 'yolo_segment',
  imageRoot: 'images/',
  lossesOf: (shape) =>
    shape.ignore
      ? ['ignored']
      : [
          ...(isRect(shape) ? ['boxesToPolygons' as const] : []),
          ...outlineLosses(shape),
          ...(hasPieces(shape) ? ['separateParts' as const] : []),
          ...attributeLosses(shape),
        ],
  entries: (work) => entries(work, polygonRows),
};
