/** Which pictures of a folder are listed and in which order: the same in the address of the list and of the workbench. */
import { PicturePart, PictureSort, PictureState, type PictureFilter } from '@loupe/contract';
import { z } from 'zod';
import { urlId, urlText } from './search.ts';

/** For the schema of a screen's address. */
export const pictureChoice = {
  name: urlText,
  state: z.union([PictureState, z.literal('')]).catch(''),
  part: z.union([PicturePart, z.literal('')]).catch(''),
  label: urlId,
  sort: PictureSort.catch('name'),
};
const PictureChoice = z.object(pictureChoice);
export type PictureChoice = z.output<typeof PictureChoice>;

/** What an address loses where the whole folder is wanted; the order stays. */
export const wholeFolder = { name: undefined, state: undefined, part: undefined, label: undefined } as const;

export const isNarrowed = ({ name, state, part, label }: PictureChoice): boolean =>
  name !== '' || state !== '' || part !== '' || label > 0;

/** As the API takes it. */
export const filterOf = (folderId: number, { name, state, part, label }: PictureChoice): PictureFilter => ({
  folderId,
  ...(name ? { name } : {}),
  ...(state ? { state } : {}),
  ...(part ? { part } : {}),
  ...(label > 0 ? { labelId: label } : {}),
});

/** As an address holds it: what is usual is left out. */
export const choiceSearch = ({ name, state, part, label, sort }: PictureChoice) => ({
  name: name || undefined,
  state: state || undefined,
  part: part || undefined,
  label: label || undefined,
  sort: sort === 'name' ? undefined : sort,
});

/** Names a list, so that its place can be remembered. */
export const listName = (folderId: number, choice: PictureChoice): string =>
  JSON.stringify([filterOf(folderId, choice), choice.sort]);
