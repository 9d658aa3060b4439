// Questions of a tool to what works outlines out: one at a time, of those that wait only the latest.

import type { OutlineJob } from '../outline/jobs.ts';
import type { Pixels } from '../outline/pixels.ts';
import type { Region } from '../region.ts';
import type { ToolContext } from './tool.ts';

export type Asker = {
  readonly ask: (pixels: Pixels, job: OutlineJob) => void;
  /** An answer is still to come. */
  readonly isWaiting: () => boolean;
  /** What was asked is no longer of interest. */
  readonly drop: () => void;
};

type Question = { readonly pixels: Pixels; readonly job: OutlineJob };

/** `take` gets answers that are still of interest; `fail`: there is none, which was said. */
export function createAsker(ctx: ToolContext, take: (region: Region) => void, fail: () => void): Asker {
  let asked: Question | null = null;
  let next: Question | null = null;
  let isDropped = false;

  const go = (question: Question): void => {
    [asked, next, isDropped] = [question, null, false];
    ctx.outline(question.pixels, question.job).then(
      (region) => done(() => take(region)),
      () =>
        done(() => {
          next = null;
          ctx.notice('canvas.outlineFailed');
          fail();
        }),
    );
  };

  const done = (use: () => void): void => {
    const isOfUse = !isDropped;
    asked = null;
    const waiting = next;
    if (waiting) go(waiting);
    if (isOfUse) use();
    ctx.refresh();
  };

  return {
    ask: (pixels, job) => {
      if (asked) next = { pixels, job };
      else go({ pixels, job });
    },
    isWaiting: () => (asked !== null && !isDropped) || next !== null,
    drop: () => {
      next = null;
      isDropped = true;
    },
  };
}
