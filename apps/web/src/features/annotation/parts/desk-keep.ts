/** An edit goes to the disk before anything is redrawn around the image: else the disk's answer would wait behind that. */
import { after, afterPaint } from '../../../core/after-paint.ts';
import { notifyAfter } from '../../../core/store.ts';
import type { DeskState } from './desk-state.ts';

/** A disk that takes longer has the panels wait no more. */
const patienceMs = 60;

/** When what components show of an edit may be redrawn: it is painted and on the disk. */
export const onceKept = (state: DeskState) => async (): Promise<void> => {
  // a selection may be told of before the edit that it comes with
  await Promise.resolve();
  await (state.keeping ?? afterPaint());
};

/**
 * `add`: ends once the edit is on the disk. Also that it waits is shown behind that: redrawn at once, the chip alone doubled
 * the time to the disk.
 */
export function keep(state: DeskState, add: () => Promise<void> | undefined): void {
  notifyAfter(onceKept(state), () => {
    const added = add()?.catch(() => undefined);
    const keeping = Promise.all([afterPaint(), Promise.race([added, after(patienceMs)])]);
    state.keeping = keeping;
    void keeping.then(() => {
      if (state.keeping === keeping) state.keeping = null;
    });
  });
}
