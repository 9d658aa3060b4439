/** YOLO: a text file an image, with rectangles, polygons or four corners, and data.yaml. */
import { exportFormats, type FolderType } from '@loupe/contract';
import type { ZipEntry } from '../../../../core/zip.ts';
import { shapesOf } from '../material.ts';
import { lossesBy } from '../shapes.ts';
import { kept, namedBatches, type Format, type Work } from '../work.ts';
import { boxRows, cornerRows, dataYaml, labelPath, polygonRows, yoloLines } from '../yolo.ts';

async function* entries(work: Work, rowsOf: typeof boxRows): AsyncGenerator<ZipEntry> {
  const { tx, input, labels, folders, directories, taken } = work;
  const placeOf = kept(work);
  const parts = folders.map(({ id, type }) => ({ path: directories.get(id)!, type: type as FolderType }));
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

export const yoloDetect: Format = {
  suffix: 'yolo',
  imageRoot: 'images/',
  keepsFolderTypes: true,
  lossesOf: lossesBy(exportFormats.yoloDetect.holds),
  entries: (work) => entries(work, boxRows),
};

export const yoloSegment: Format = {
  suffix: 'yolo_segment',
  imageRoot: 'images/',
  keepsFolderTypes: true,
  lossesOf: lossesBy(exportFormats.yoloSegment.holds),
  entries: (work) => entries(work, polygonRows),
};

/** Four corners for every shape; those of a rectangle are its own, those of a polygon the smallest rectangle around it. */
export const yoloObb: Format = {
  suffix: 'yolo_obb',
  imageRoot: 'images/',
  keepsFolderTypes: true,
  lossesOf: lossesBy(exportFormats.yoloObb.holds),
  entries: (work) => entries(work, cornerRows),
};
