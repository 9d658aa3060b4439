/** Waiting for an answer, but not for ever. */

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * The value, or undefined where it has not come in time. A process that was busy itself looks first at what has arrived
 * meanwhile. What the promise does after that is nobody's concern.
 */
export async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(
      () =>
        void nextTurn()
          .then(nextTurn)
          .then(() => resolve(undefined)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    promise.catch(() => undefined);
  }
}
