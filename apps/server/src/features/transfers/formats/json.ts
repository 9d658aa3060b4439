/** Reads a JSON leniently: what is no object, list, number or text where one belongs is none. Pure. */
import { parseCocoText } from '../../annotation/index.ts';
import { FileFault } from './format.ts';

export type Json = Readonly<Record<string, unknown>>;

export const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const asNumber = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);
export const asSize = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 ? value : undefined;

/** The outermost object, which has this list. NaN and Infinity in it are null. Throws `FileFault` or what is wrong with the JSON. */
export function parseWith(text: string, list: string): Json {
  const file = asObject(parseCocoText(text));
  if (!Array.isArray(file[list])) throw new FileFault('annotationFile.why.shape', { name: list });
  return file;
}

/** `[[x, y], …]` as x, y, x, y, …; what is no pair stays one that no check lets pass. */
export const flatPoints = (value: unknown): number[] =>
  asList(value).flatMap((point) => {
    const [x, y] = asList(point);
    return [asNumber(x), asNumber(y)];
  });
