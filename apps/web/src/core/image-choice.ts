/** Which images of a folder are listed and in which order: the same in the address of the list and of the workbench. */
import { ImagePart, ImageSort, ImageState, ReviewFilter, type ImageFilter } from '@loupe/contract';
import { z } from 'zod';
import { urlId, urlText } from './search.ts';

/** For the schema of a screen's address. */
export const imageChoice = {
  name: urlText,
  state: z.union([ImageState, z.literal('')]).catch(''),
  part: z.union([ImagePart, z.literal('')]).catch(''),
  review: z.union([ReviewFilter, z.literal('')]).catch(''),
  label: urlId,
  /** Those with shapes in conflict alone. */
  conflict: z.enum(['1', '']).catch(''),
  sort: ImageSort.catch('name'),
};
const ImageChoice = z.object(imageChoice);
export type ImageChoice = z.output<typeof ImageChoice>;

/** What an address loses where the whole folder is wanted; the order stays. */
export const wholeFolder = {
  name: undefined,
  state: undefined,
  part: undefined,
  review: undefined,
  label: undefined,
  conflict: undefined,
} as const;

export const isNarrowed = ({ name, state, part, review, label, conflict }: ImageChoice): boolean =>
  name !== '' || state !== '' || part !== '' || review !== '' || label > 0 || conflict !== '';

/** As the API takes it. */
export const filterOf = (
  folderId: number,
  { name, state, part, review, label, conflict }: ImageChoice,
): ImageFilter => ({
  folderId,
  ...(name ? { name } : {}),
  ...(state ? { state } : {}),
  ...(part ? { part } : {}),
  ...(review ? { review } : {}),
  ...(label > 0 ? { labelId: label } : {}),
  ...(conflict ? { conflict: true } : {}),
});

/** As an address holds it: defaults are left out. */
export const choiceSearch = ({ name, state, part, review, label, conflict, sort }: ImageChoice) => ({
  name: name || undefined,
  state: state || undefined,
  part: part || undefined,
  review: review || undefined,
  label: label || undefined,
  conflict: conflict || undefined,
  sort: sort === 'name' ? undefined : sort,
});

/** Names a list, so that its place can be remembered. */
export const listName = (folderId: number, choice: ImageChoice): string =>
  JSON.stringify([filterOf(folderId, choice), choice.sort]);
