/** An edit goes to the disk before anything is redrawn around the image: else the disk's answer would wait behind that. */
import { afterPaint } from '../../../core/after-paint.ts';
import type { DeskState } from './desk-state.ts';

/** A disk that takes longer has the panels wait no more. */
const patienceMs = 60;

/** When what components show of an edit may be redrawn: it is painted and on the disk. */
export const onceKept = (state: DeskState) => async (): Promise<void> => {
  // a selection may be told of before the edit that it comes with
  await Promise.resolve();
  await (state.keeping ?? afterPaint());
};

/** `add`: ends once the edit is on the disk. That it waits is said at once: nobody may read meanwhile that all is saved. */
export function keep(state: DeskState, add: () => Promise<void> | undefined): void {
  const added = add()?.catch(() => undefined);
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
  const keeping = Promise.all([afterPaint(), Promise.race([added, patience])]);
  state.keeping = keeping;
  void keeping.then(() => {
    if (state.keeping === keeping) state.keeping = null;
  });
}
