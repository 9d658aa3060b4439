/** The layout of MVTec AD: pictures by part and kind, and a mask beside each NG picture whose defects are drawn. */
import { fillRings, ringsOf } from '@loupe/geometry';
import sharp from 'sharp';
import type { ZipEntry } from '../../../core/zip.ts';
import { pictureBatches, shapesOf, type PictureRow } from './material.ts';
import { asPng, uniqueNames } from './names.ts';
import { cornersOf, type ExportShape } from './shapes.ts';
import { kept, type NamedPicture, type Work } from './work.ts';

/** White where a defect is, in the size of the picture. */
async function maskOf({ width, height }: PictureRow, shapes: readonly ExportShape[]): Promise<Buffer> {
  const mask = Buffer.alloc(width * height);
  for (const shape of shapes) {
    const rings = ringsOf(cornersOf(shape), shape.parts);
    const filled = fillRings(rings, width, height);
    for (let i = 0; i < mask.length; i++) if (filled[i] === 1) mask[i] = 255;
  }
  return sharp(mask, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toBuffer();
}

const maskName = (name: string): string => `ground_truth/defect/${name.replace(/\.[^.]*$/, '')}_mask.png`;

export async function* mvtecEntries(work: Work): AsyncGenerator<ZipEntry> {
  const { tx, input, folders, roles, taken } = work;
  // also over the parts: the masks of a kind lie together
  const names = { good: uniqueNames(true), defect: uniqueNames(true) };
  const placeOf = kept(input.format, work);
  for (const folder of folders) {
    const kind = roles.get(folder.datasetId) === 'ng' ? 'defect' : 'good';
    for await (const rows of pictureBatches(tx, folder.id)) {
      const shapes = await shapesOf(tx, rows);
      const named = rows.map((row): NamedPicture & { plain: string } => {
        const isOther = input.pictures && row.originalSha256 !== null;
        const plain = names[kind](isOther ? asPng(row.name) : row.name);
        return { ...row, plain, file: `${row.part ?? 'train'}/${kind}/${plain}` };
      });
      taken(named);
      for (const picture of named) {
        const defects = (shapes.get(picture.id) ?? []).filter((shape) => placeOf(shape) !== undefined);
        if (kind === 'good' || defects.length === 0) continue;
        yield { name: maskName(picture.plain), bytes: await maskOf(picture, defects) };
      }
    }
  }
}
