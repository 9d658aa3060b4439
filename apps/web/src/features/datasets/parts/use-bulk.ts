/** Work on a selection of any size: call after call, with how far it is, until all is done or the person stops it. */
import type { ImageFilter, SelectionCursor } from '@loupe/contract';
import { useRef, useState } from 'react';
import { handleError } from '../../../core/errors.ts';
import { invalidate, ofImages } from '../../../core/query.ts';
import { callsFor, countOf, type Selection, type SelectionInput } from './selection.ts';

export interface Progress {
  done: number;
  total: number;
}
/** One call; `done`: images it dealt with. */
export type Step = (selection: SelectionInput) => Promise<{ done: number; next: SelectionCursor | null }>;

export interface Bulk {
  progress: Progress | null;
  stop: () => void;
  /** Resolves to the number of images dealt with; failures have been shown. */
  run: (selection: Selection, filter: ImageFilter, total: number, step: Step) => Promise<number>;
}

export const useBulk = (): Bulk => {
  const [progress, setProgress] = useState<Progress | null>(null);
  const stopped = useRef(false);
  const run: Bulk['run'] = async (selection, filter, total, step) => {
    const all = countOf(selection, total);
    let done = 0;
    stopped.current = false;
    setProgress({ done, total: all });
    try {
      for (const first of callsFor(selection, filter)) {
        for (let input: SelectionInput | null = first; input && !stopped.current;) {
          // each call is one short transaction, and says where the next goes on
          // oxlint-disable-next-line no-await-in-loop
          const { done: more, next } = await step(input);
          done += more;
          setProgress({ done, total: Math.max(all, done) });
          input = next && 'filter' in input ? { ...input, cursor: next } : null;
        }
      }
    } catch (error) {
      handleError(error);
    }
    setProgress(null);
    await invalidate(...ofImages);
    return done;
  };
  return { progress, stop: () => (stopped.current = true), run };
};
