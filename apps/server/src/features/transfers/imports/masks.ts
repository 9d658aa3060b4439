/** Masks of an archive: what is not black on them becomes shapes of their image, along the edges of pixels. */
import { buffer } from 'node:stream/consumers';
import { limits, type Problem } from '@loupe/contract';
import { traceMask } from '@loupe/geometry';
import { decodeImage, inspectImage, ImageError, type DecodedImage } from '../../../core/decode.ts';
import { problem } from '../../datasets/index.ts';
import { EntryError, sizeText, type Archive, type ArchiveEntry } from '../archive/index.ts';
import type { Annotations, ObjectRecord } from './annotations.ts';
import { isOfRefused } from './find-image.ts';
import { isMaskNames } from '../label-map.ts';
import type { Layout } from './layout.ts';

interface Size {
  width: number;
  height: number;
}

/** Losing formats leave grey around what is black. */
const blackestOf = { png: 0, bmp: 0, tif: 0, jpg: 127 } as const;

function marked({ data, width, height }: DecodedImage, blackest: number): Uint8Array {
  const mask = new Uint8Array(width * height);
  for (let i = 0; i < mask.length; i++)
    mask[i] = Number(Math.max(data[3 * i]!, data[3 * i + 1]!, data[3 * i + 2]!) > blackest);
  return mask;
}

/** The mask, or what is wrong with it. */
async function readMask(archive: Archive, entry: ArchiveEntry, size: Size): Promise<Uint8Array | Problem> {
  const { path } = entry;
  if (entry.bytes > limits.cocoBytes)
    return problem(path, 'annotationFile.tooLarge', { max: sizeText(limits.cocoBytes) });
  try {
    const bytes = await buffer(await archive.read(entry));
    const { format, width, height } = await inspectImage(bytes);
    if (width !== size.width || height !== size.height)
      return problem(path, 'mask.size', { mask: `${width} × ${height}`, image: `${size.width} × ${size.height}` });
    return marked(await decodeImage(bytes), blackestOf[format]);
  } catch (error) {
    if (error instanceof EntryError) return problem(path, error.key);
    if (error instanceof ImageError) return problem(path, 'mask.corrupt');
    throw error;
  }
}

/** One shape a region. */
function objectsOf(
  mask: Uint8Array,
  { width, height }: Size,
  className: string,
  file: string,
): ObjectRecord[] | Problem {
  const regions = traceMask(mask, width, height);
  if (regions.length === 0) return problem(file, 'mask.empty');
  const isTooFine = (rings: readonly number[][]) =>
    rings.reduce((sum, ring) => sum + ring.length / 2, 0) > limits.pointsPerShape;
  if (regions.length > limits.maskRegions || regions.some(isTooFine))
    return problem(file, 'mask.tooFine', { regions: limits.maskRegions, points: limits.pointsPerShape });
  return regions.map((segmentation, i) => ({
    className,
    name: `${file} ${i + 1}`,
    annotation: { id: i + 1, image_id: 0, category_id: 0, segmentation, place: i },
  }));
}

/** Every region of every mask is of one class. */
export function readMasks(archive: Archive, { masks, problems }: Layout, className: string): Annotations {
  const entries = new Map(archive.entries.map((entry) => [entry.path, entry]));
  const files = [...masks.values()].reduce((sum, of) => sum + of.length, 0);
  return {
    format: 'masks',
    files,
    empties: 0,
    classes: new Map(files > 0 ? [[className, files]] : []),
    problems: problems.map(({ file, key }) => problem(file, key)),
    uses: isMaskNames,
    async of(path, size) {
      const own = masks.get(path);
      if (!own) return undefined;
      const records: { objects: ObjectRecord[]; problems: Problem[] } = { objects: [], problems: [] };
      for (const file of own) {
        const entry = entries.get(file)!;
        if (isOfRefused(archive, path, entry.raw ?? file)) {
          records.problems.push(problem(file, 'annotationFile.ofRefused'));
          continue;
        }
        // one at a time: each is as large as its image
        // oxlint-disable-next-line no-await-in-loop
        const mask = await readMask(archive, entry, size);
        const found = mask instanceof Uint8Array ? objectsOf(mask, size, className, file) : mask;
        if (Array.isArray(found)) records.objects.push(...found);
        else records.problems.push(found);
      }
      return records;
    },
  };
}
