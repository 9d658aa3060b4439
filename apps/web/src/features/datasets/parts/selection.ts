/** What is selected: some images, or everything that the filter matches but a few. Pure. */
import type { Input, ImageFilter, images } from '@loupe/contract';

export type Selection =
  | { all: false; ids: ReadonlySet<number> }
  /** `except`: taken out again. */
  | { all: true; except: ReadonlySet<number> };

/** Ids that one call may name. */
export const idsAtOnce = 1000;

export const nothing: Selection = { all: false, ids: new Set() };
export const everything: Selection = { all: true, except: new Set() };

export const isSelected = (selection: Selection, id: number): boolean =>
  selection.all ? !selection.except.has(id) : selection.ids.has(id);

export const countOf = (selection: Selection, total: number): number =>
  selection.all ? Math.max(0, total - selection.except.size) : selection.ids.size;

export const toggled = (selection: Selection, id: number): Selection => {
  const next = new Set(selection.all ? selection.except : selection.ids);
  if (!next.delete(id)) next.add(id);
  if (!selection.all) return { all: false, ids: next };
  return next.size > idsAtOnce ? selection : { all: true, except: next };
};

export const added = (selection: Selection, ids: readonly number[]): Selection => {
  if (!selection.all) return { all: false, ids: new Set([...selection.ids, ...ids]) };
  const put = new Set(ids);
  return { all: true, except: new Set([...selection.except].filter((id) => !put.has(id))) };
};

export type SelectionInput = Input<(typeof images)['imageDelete']>;

/** The calls that together mean the selection. */
export const callsFor = (selection: Selection, filter: ImageFilter): SelectionInput[] => {
  if (selection.all) return [{ filter, except: [...selection.except] }];
  const ids = [...selection.ids];
  return Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_, i) => ({
    ids: ids.slice(i * idsAtOnce, (i + 1) * idsAtOnce),
  }));
};
