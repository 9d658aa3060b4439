/** Reads a COCO file leniently: what is wrong with one record becomes a problem of that record, not of the file. */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { cutText, limits, messageWords, type MessageArgs, type MessageKey, type Problem } from '@loupe/contract';
import type { PixelWindow } from '@loupe/geometry';
import { isTooDeep } from '../../core/body.ts';
import { AppError } from '../../core/errors.ts';
import { storable } from '../../core/storable.ts';
import { problem } from '../datasets/index.ts';

/** A number that JSON cannot hold (NaN, Infinity) arrives as null. */
const loose = z.array(z.unknown());
const CocoImage = z.object({
  id: z.number(),
  file_name: z.string().min(1).max(4000).transform(storable),
  width: z.number().optional().catch(undefined),
  height: z.number().optional().catch(undefined),
});
/** Of a larger whole number JSON keeps the first digits alone: what stood there nobody knows. */
export const hasAllDigits = (one: number): boolean => Number.isSafeInteger(one) || !Number.isInteger(one);
/** Names and texts of digits alone come as numbers from some programs. */
const Words = z.union([z.string(), z.number().refine(hasAllDigits).transform(String)]);
const CocoCategory = z.object({
  id: z.number(),
  name: Words.transform((name) => storable(cutText(name, limits.className))),
});
const Text = Words.transform(storable).optional().catch(undefined);
const RawAnnotation = z.object({
  id: z
    .union([z.number(), z.string().max(100).transform(storable)])
    .optional()
    .catch(undefined),
  image_id: z.number(),
  category_id: z.number(),
  bbox: loose.optional().catch(undefined),
  segmentation: z.unknown().optional(),
  iscrowd: z.union([z.number(), z.boolean()]).optional().catch(undefined),
  /** What a text says, and whether it can be read (COCO-Text). */
  utf8_string: Text,
  legibility: z.string().max(100).optional().catch(undefined),
  keypoints: loose.optional().catch(undefined),
  /** Of programs that give shapes properties, CVAT among them. */
  attributes: z.object({ text: Text, transcription: Text }).optional().catch(undefined),
});
const CocoAnnotation = RawAnnotation.transform(({ attributes, keypoints = [], ...one }) => ({
  ...one,
  ...(keypoints.length > 0 && { hasKeypoints: true as const }),
  utf8_string: one.utf8_string ?? attributes?.text ?? attributes?.transcription,
}));
export type CocoImage = z.infer<typeof CocoImage>;
export type CocoCategory = z.infer<typeof CocoCategory>;
export type CocoAnnotation = Omit<z.infer<typeof RawAnnotation>, 'attributes' | 'keypoints'> & {
  place: number;
  hasKeypoints?: true;
  /** Of other formats: its four points are the corners of a rectangle at an angle, or of any. */
  corners?: 'turned' | 'any';
  /** Of CVAT: a mask in place of a segmentation. */
  cells?: RowMask;
};

/** A part of an image by its runs, row by row, as the file lists them: numbers with commas between. */
export interface RowMask extends PixelWindow {
  runs: string;
}

export interface Coco {
  images: CocoImage[];
  categories: CocoCategory[];
  annotations: CocoAnnotation[];
  /** In the file, readable or not. */
  records: number;
}

/** The place behind a text that begins at this quote; the end of everything where it is never closed. */
function behindText(json: string, quote: number): number {
  for (let i = quote + 1; i < json.length; i++) {
    const one = json[i];
    if (one === '\\') i++;
    else if (one === '"') return i + 1;
  }
  return json.length;
}

/** NaN and Infinity outside of texts become null. Each character is looked at once: one expression for all of it would not end. */
function nullsForWords(json: string): string {
  const words = /"|-?\b(?:NaN|Infinity)\b/g;
  const pieces: string[] = [];
  let kept = 0;
  for (let found = words.exec(json); found; found = words.exec(json)) {
    if (found[0] === '"') words.lastIndex = behindText(json, found.index);
    else {
      pieces.push(json.slice(kept, found.index), 'null');
      kept = words.lastIndex;
    }
  }
  return pieces.join('') + json.slice(kept);
}

type Why = Extract<MessageKey, `coco.why.${string}`>;
const notCoco = (why: Why, args?: MessageArgs): AppError =>
  new AppError('coco.invalid', { args: { why: messageWords(why, args) } });

/** Where it stops to be JSON, as far as the parser says so: at a place, or near some text. */
function notJson({ message }: Error): AppError {
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (line !== undefined && column !== undefined) return notCoco('coco.why.jsonAt', { line, column });
  const near = /, (?:\.\.\.)?"(.*)"(?:\.\.\.)? is not valid JSON$/s.exec(message)?.[1]?.trim();
  return near ? notCoco('coco.why.jsonNear', { near }) : notCoco('coco.why.json');
}

/** Many programs write NaN and Infinity, which JSON does not have. They become null, which no number here may be. */
export function parseCocoText(text: string): unknown {
  if (isTooDeep(Buffer.from(text))) throw notCoco('coco.why.depth');
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(nullsForWords(text));
    } catch (error) {
      throw notJson(error as Error);
    }
  }
}

/** Records after which other requests have their turn. */
const atOnce = 2000;

/** Gives way to other requests now and then in a long loop over records. */
export const breathe = (i: number): Promise<void> | undefined =>
  i % atOnce === atOnce - 1 ? setImmediate() : undefined;

/** Pixels of masks after which they have it: each is traced in one go, and a small file can have thousands as large as an image. */
const pixelsAtOnce = 4 * 1024 ** 2;

/** The same by how much there is to trace: asked before each annotation, with the pixels of the image that its mask may cover. */
export function breather(): (segmentation: unknown, pixels: number) => Promise<void> | undefined {
  let [records, traced] = [0, 0];
  return (segmentation, pixels) => {
    records++;
    if (typeof segmentation === 'object' && segmentation !== null && !Array.isArray(segmentation)) traced += pixels;
    if (records < atOnce && traced < pixelsAtOnce) return undefined;
    [records, traced] = [0, 0];
    return setImmediate();
  };
}

async function records<T>(
  raw: readonly unknown[],
  list: string,
  type: z.ZodType<T>,
  problems: Problem[],
): Promise<(T & { place: number })[]> {
  const read: (T & { place: number })[] = [];
  let bad = 0;
  for (const [i, one] of raw.entries()) {
    const parsed = type.safeParse(one);
    if (parsed.success) read.push({ ...parsed.data, place: i + 1 });
    else if (++bad <= limits.importProblems) problems.push(problem(list, 'coco.record', { list, place: i + 1 }));
    // oxlint-disable-next-line no-await-in-loop
    await breathe(i);
  }
  // each as an object of its own would take far more memory than the file
  const count = bad - limits.importProblems;
  if (count > 0) problems.push(problem(list, 'coco.moreRecords', { list, count }));
  return read;
}

/** The first record of each id; to which of two an annotation belongs, nobody could tell, and it must not be silently the last. */
function once<T extends { id: number; place: number }>(
  all: readonly T[],
  list: string,
  nameOf: (one: T) => string,
  problems: Problem[],
): T[] {
  const first = new Map<number, T>();
  for (const one of all) {
    if (!first.has(one.id)) first.set(one.id, one);
    else problems.push(problem(cutText(nameOf(one), 255), 'coco.repeatedId', { list, place: one.place, id: one.id }));
  }
  return [...first.values()];
}

/** Takes the COCO object, or its text. Without `images`, `annotations` or `categories` it is not a COCO file. `max`: records of each. */
export async function readCoco(raw: unknown, problems: Problem[], max: number): Promise<Coco> {
  const file = typeof raw === 'string' ? parseCocoText(raw) : raw;
  if (typeof file !== 'object' || file === null || Array.isArray(file)) throw notCoco('coco.why.object');
  const listOf = (list: string): unknown[] => {
    const own = (file as Record<string, unknown>)[list];
    if (!Array.isArray(own)) throw notCoco('coco.why.list', { list });
    if (own.length > max) throw new AppError('coco.tooMany', { args: { list, count: own.length, max } });
    return own;
  };
  const [images, categories, annotations] = [listOf('images'), listOf('categories'), listOf('annotations')];
  // in turn, so that problems come in the file's order
  const imageRecords = await records(images, 'images', CocoImage, problems);
  const categoryRecords = await records(categories, 'categories', CocoCategory, problems);
  return {
    annotations: await records(annotations, 'annotations', CocoAnnotation, problems),
    images: once(imageRecords, 'images', (one) => one.file_name, problems),
    records: images.length + categories.length + annotations.length,
    categories: once(categoryRecords, 'categories', (one) => one.name, problems),
  };
}
