/** Layouts that tell OK from NG images by directories, with a mask for each NG image whose defects are drawn. */
import path from 'node:path';
import { exportFormats } from '@loupe/contract';
import { fillRings, ringsOf } from '@loupe/geometry';
import sharp from 'sharp';
import type { ZipEntry } from '../../../../core/zip.ts';
import { isLayoutName, type OkNg } from '../../imports/layout.ts';
import { imageBatches, ownNames, shapesOf, type ImageRow } from '../material.ts';
import { nameInZip, namesUnlikeMasks, safeName, type NameOf } from '../names.ts';
import { cornersOf, lossesBy, type ExportShape } from '../shapes.ts';
import { kept, type Format, type NamedImage, type Work } from '../work.ts';

/** White where a defect is, in the size of the image. */
async function maskOf({ width, height }: ImageRow, shapes: readonly ExportShape[]): Promise<Buffer> {
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

/** Directories of an image and of its mask; `kind` of defect, empty where no folder says it. */
type Directory = (role: OkNg, part: string, kind: string) => { images: string; masks: string };

const maskName = (name: string): string => `${name.replace(/\.[^.]*$/, '')}_mask.png`;

/**
 * The kind of defect that a folder is named after, without what an import has put in front of it (`test-crack`); empty
 * where its name says no more than that its images are NG.
 */
function kindOf(role: OkNg, folder: string): string {
  if (role === 'ok' || isLayoutName(folder)) return '';
  const words = folder.split('-');
  const from = words.findIndex((word) => !isLayoutName(word));
  return from < 0 ? '' : safeName(words.slice(from).join('-'));
}

async function* entries(work: Work, directory: Directory): AsyncGenerator<ZipEntry> {
  const { tx, input, folders, roles, taken } = work;
  // also over the parts: the masks of a kind lie together
  const names = new Map<string, NameOf>();
  const placeOf = kept(work);
  for (const folder of folders) {
    const role = roles.get(folder.datasetId) === 'ng' ? 'ng' : 'ok';
    const kind = kindOf(role, folder.name);
    const key = `${role}/${kind.toLowerCase()}`;
    const nameOf = names.get(key) ?? namesUnlikeMasks();
    names.set(key, nameOf);
    const own = await ownNames(tx, folder.id, input.withImages);
    for await (const rows of imageBatches(tx, folder.id)) {
      const shapes = await shapesOf(tx, rows);
      const named = rows.map((row): NamedImage & { mask: string } => {
        const plain = nameInZip(nameOf, row, { withImages: input.withImages, own });
        const { images, masks } = directory(role, row.part ?? 'train', kind);
        return { ...row, file: `${images}/${plain}`, mask: `${masks}/${maskName(plain)}` };
      });
      taken(named);
      for (const image of named) {
        const defects = (shapes.get(image.id) ?? []).filter((shape) => placeOf(shape) !== undefined);
        if (role === 'ok' || defects.length === 0) continue;
        yield { name: image.mask, bytes: await maskOf(image, defects) };
      }
    }
  }
}

/** A mask says everything of a region but the fractions of its pixels. */
const shared = { imageRoot: '', lossesOf: lossesBy(exportFormats.mvtec.holds) };

/** By part and kind. It has no NG images to learn from, so there a kind alone would not tell that it is one. */
export const mvtec: Format = {
  ...shared,
  suffix: 'mvtec',
  keepsParts: true,
  entries: (work) =>
    entries(work, (role, part, kind) => {
      const bad = part === 'test' && kind !== '' ? kind : path.posix.join('defect', kind);
      const own = role === 'ok' ? 'good' : bad;
      return { images: `${part}/${own}`, masks: `ground_truth/${own}` };
    }),
};

/** A directory of each role, whatever the part. */
export const okng: Format = {
  ...shared,
  suffix: 'ok_ng',
  entries: (work) =>
    entries(work, (role, _part, kind) => {
      const own = path.posix.join(role.toUpperCase(), kind);
      return { images: own, masks: `masks/${own}` };
    }),
};
