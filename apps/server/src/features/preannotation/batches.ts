/** Gathers what lanes make, so that several of it are written at once. */

export interface Batches<T> {
  /** Resolves once there is room for more; rejects where writing failed. */
  add: (one: T) => Promise<void>;
  /** Writes what is left. */
  flush: () => Promise<void>;
}

/** `most`: at a time. `ms`: what is slow in coming is written alone, so that it is seen. */
export function makeBatches<T>(
  write: (some: T[]) => Promise<void>,
  { most, ms }: { most: number; ms: number },
  now: () => number = () => performance.now(),
): Batches<T> {
  let open: T[] = [];
  let last = now();
  /** One after the other: they would wait for the same rows. */
  let writing: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    if (open.length === 0) return writing;
    const some = open;
    open = [];
    last = now();
    writing = writing.then(() => write(some));
    return writing;
  };
  return {
    add: async (one) => {
      open.push(one);
      if (open.length >= most || now() - last >= ms) await flush();
    },
    flush,
  };
}
