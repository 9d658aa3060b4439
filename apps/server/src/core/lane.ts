/** A queue for work of one kind: so many at a time, first come first served. */
export interface Lane {
  run: <T>(work: () => Promise<T>) => Promise<T>;
}

export function makeLane(places: number): Lane {
  const waiting: (() => void)[] = [];
  let free = places;
  return {
    async run(work) {
      if (free > 0) free--;
      else await new Promise<void>((begin) => waiting.push(begin));
      try {
        return await work();
      } finally {
        // its place goes to the next
        const next = waiting.shift();
        if (next) next();
        else free++;
      }
    },
  };
}
