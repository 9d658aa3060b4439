/** When what was drawn last is on the screen: for work that nobody waits for. */

/** Longer than any frame takes; a page that is out of sight paints none. */
const unseenMs = 100;

export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, unseenMs);
  });

/** So many milliseconds from now. */
export const after = (ms: number): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), ms));
