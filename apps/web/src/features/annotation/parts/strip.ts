/** The order of a folder's images as pages: which are needed, and where an image stands. Pure. */
import type { DatasetImage } from '@loupe/contract';

export const stripPage = 100;

/** Numbers (from 0) of the pages that hold the places in sight and those on both sides of the shown image. */
export const pagesFor = (first: number, last: number, index: number, total: number): number[] => {
  const top = Math.max(0, Math.ceil(total / stripPage) - 1);
  const pageOf = (place: number) => Math.min(top, Math.max(0, Math.floor(place / stripPage)));
  const wanted = new Set([pageOf(index), pageOf(index - 1), pageOf(index + 1)]);
  for (let page = pageOf(first); page <= pageOf(last); page++) wanted.add(page);
  return [...wanted].sort((a, b) => a - b);
};

export type Pages = ReadonlyMap<number, readonly DatasetImage[]>;

export const imageAt = (pages: Pages, place: number): DatasetImage | undefined =>
  place < 0 ? undefined : pages.get(Math.floor(place / stripPage))?.[place % stripPage];

/** The place that something had before one more was put in at `guest`. */
export const placeWithout = (place: number, guest: number): number => (place > guest ? place - 1 : place);

/** The place of an image among the pages that are here; −1 when it is not. */
export const placeOf = (pages: Pages, id: number): number => {
  for (const [page, list] of pages) {
    const at = list.findIndex((image) => image.id === id);
    if (at >= 0) return page * stripPage + at;
  }
  return -1;
};

/** What the server last said of the shown image's place, counted from 0. */
export interface KnownPlace {
  image: DatasetImage;
  place: number;
  isListed: boolean;
}

/**
 * The shown image where the list leaves it out: it stands in the strip all the same. A list that is newer than the
 * server's word may have lost it meanwhile: annotated just now, it is no longer unannotated.
 */
export const guestOf = (pages: Pages, id: number, known: KnownPlace | undefined): DatasetImage | null => {
  if (!known || known.image.id !== id || placeOf(pages, id) >= 0) return null;
  const isHere = pages.has(Math.floor(known.place / stripPage));
  return !known.isListed || isHere ? known.image : null;
};
