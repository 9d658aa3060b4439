// Keeps the previous and the next image decoded, and lets go of those that are out of reach.

export type Closable = { close?: () => void };

export type Prefetcher<T extends Closable> = {
  /** The images to hold, most urgent first: usually the one shown, the next, the previous. */
  readonly setWindow: (ids: readonly number[]) => void;
  /** A held image, or one loaded now. It belongs to the prefetcher: never close it. */
  readonly get: (id: number) => Promise<T>;
  readonly dispose: () => void;
};

type Slot<T> = { promise: Promise<T>; abort: AbortController };

/** `load` fetches and decodes; it should heed the signal, or the work is thrown away when it comes. */
export function createPrefetcher<T extends Closable>(
  load: (id: number, signal: AbortSignal) => Promise<T>,
): Prefetcher<T> {
  const slots = new Map<number, Slot<T>>();

  const fetchSlot = (id: number): Slot<T> => {
    const abort = new AbortController();
    const slot: Slot<T> = { abort, promise: load(id, abort.signal) };
    slot.promise.catch(() => {
      // A failure is not kept: the next try loads again.
      if (slots.get(id) === slot) slots.delete(id);
    });
    slots.set(id, slot);
    return slot;
  };

  const drop = (id: number, slot: Slot<T>): void => {
    slots.delete(id);
    slot.abort.abort();
    slot.promise.then(
      (bitmap) => bitmap.close?.(),
      () => {},
    );
  };

  return {
    setWindow: (ids) => {
      const wanted = new Set(ids);
      for (const [id, slot] of slots) if (!wanted.has(id)) drop(id, slot);
      for (const id of ids) if (!slots.has(id)) fetchSlot(id);
    },
    get: (id) => (slots.get(id) ?? fetchSlot(id)).promise,
    dispose: () => {
      for (const [id, slot] of slots) drop(id, slot);
    },
  };
}
