/** Reads a COCO file leniently: what is wrong with one record becomes a problem of that record, not of the file. */
import { z } from 'zod';
import type { Problem } from '@loupe/contract';
import { AppError } from '../../core/errors.ts';
import { problem } from '../datasets/index.ts';

/** A number that JSON cannot hold (NaN, Infinity) arrives as null. */
const loose = z.array(z.unknown());
const CocoImage = z.object({
  id: z.number(),
  file_name: z.string().min(1).max(4000),
  width: z.number().optional().catch(undefined),
  height: z.number().optional().catch(undefined),
});
const CocoCategory = z.object({ id: z.number(), name: z.string().max(1000) });
const CocoAnnotation = z.object({
  id: z
    .union([z.number(), z.string().max(100)])
    .optional()
    .catch(undefined),
  image_id: z.number(),
  category_id: z.number(),
  bbox: loose.optional().catch(undefined),
  segmentation: z.unknown().optional(),
  iscrowd: z.union([z.number(), z.boolean()]).optional().catch(undefined),
});
export type CocoImage = z.infer<typeof CocoImage>;
export type CocoCategory = z.infer<typeof CocoCategory>;
export type CocoAnnotation = z.infer<typeof CocoAnnotation> & { place: number };

export interface Coco {
  images: CocoImage[];
  categories: CocoCategory[];
  annotations: CocoAnnotation[];
}

const bareWords = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g;

/** Many programs write NaN and Infinity, which JSON does not have. They become null, which no number here may be. */
export function parseCocoText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(text.replace(bareWords, (word) => (word.startsWith('"') ? word : 'null')));
    } catch (error) {
      throw new AppError('coco.invalid', { args: { why: (error as Error).message.slice(0, 200) } });
    }
  }
}

function records<T>(raw: unknown, list: string, type: z.ZodType<T>, problems: Problem[]): (T & { place: number })[] {
  if (!Array.isArray(raw)) throw new AppError('coco.invalid', { args: { why: list } });
  return raw.flatMap((one, i) => {
    const parsed = type.safeParse(one);
    if (parsed.success) return { ...parsed.data, place: i + 1 };
    problems.push(problem(list, 'coco.record', { list, place: i + 1 }));
    return [];
  });
}

/** Takes the COCO object, or its text. Without `images`, `annotations` or `categories` it is not a COCO file. */
export function readCoco(raw: unknown, problems: Problem[]): Coco {
  const file = typeof raw === 'string' ? parseCocoText(raw) : raw;
  if (typeof file !== 'object' || file === null || Array.isArray(file))
    throw new AppError('coco.invalid', { args: { why: 'images, annotations, categories' } });
  const { images, categories, annotations } = file as Record<string, unknown>;
  return {
    images: records(images, 'images', CocoImage, problems),
    categories: records(categories, 'categories', CocoCategory, problems),
    annotations: records(annotations, 'annotations', CocoAnnotation, problems),
  };
}
