/** Layouts that tell OK from NG pictures by directories, with a mask for each NG picture whose defects are drawn. */
import { fillRings, ringsOf } from '@loupe/geometry';
import sharp from 'sharp';
import type { ZipEntry } from '../../../core/zip.ts';
import { pictureBatches, shapesOf, type PictureRow } from './material.ts';
import { asPng, uniqueNames } from './names.ts';
import { addLosses, cornersOf, losesParts, type ExportShape } from './shapes.ts';
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

type Kind = 'ok' | 'ng';
interface Sides {
  /** Directory of a picture. */
  place: (kind: Kind, part: string) => string;
  masks: string;
}
/** MVTec AD: by part and kind. */
export const mvtec: Sides = {
  place: (kind, part) => `${part}/${kind === 'ng' ? 'defect' : 'good'}`,
  masks: 'ground_truth/defect',
};
/** A directory of each kind, whatever the part. */
export const okng: Sides = { place: (kind) => kind.toUpperCase(), masks: 'masks/NG' };

const maskName = (name: string): string => `${name.replace(/\.[^.]*$/, '')}_mask.png`;

export async function* sidedEntries(work: Work, { place, masks }: Sides): AsyncGenerator<ZipEntry> {
  const { tx, input, folders, roles, archived, taken } = work;
  // also over the parts: the masks of a kind lie together
  const names = { ok: uniqueNames(true), ng: uniqueNames(true) };
  const placeOf = kept(input.format, work);
  for (const folder of folders) {
    const kind = roles.get(folder.datasetId) === 'ng' ? 'ng' : 'ok';
    for await (const rows of pictureBatches(tx, folder.id)) {
      const shapes = await shapesOf(tx, rows);
      const named = rows.map((row): NamedPicture & { plain: string } => {
        const isOther = input.pictures && row.originalSha256 !== null;
        const plain = names[kind](isOther ? asPng(row.name) : row.name);
        return { ...row, plain, file: `${place(kind, row.part ?? 'train')}/${plain}` };
      });
      taken(named);
      const tests = rows.filter(({ part }) => part === 'test').length;
      if (losesParts(input.format) && tests > 0) addLosses(archived.losses, ['parts'], tests);
      for (const picture of named) {
        const defects = (shapes.get(picture.id) ?? []).filter((shape) => placeOf(shape) !== undefined);
        if (kind === 'ok' || defects.length === 0) continue;
        yield { name: `${masks}/${maskName(picture.plain)}`, bytes: await maskOf(picture, defects) };
      }
    }
  }
}
