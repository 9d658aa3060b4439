/** Loading of a screen's code: counts as failed after the time limit, and can be tried again. */

export class ScreenLoadError extends Error {
  constructor(reason: string) {
    super(`Loading chunk failed: ${reason}`);
    this.name = 'ChunkLoadError';
  }
}

export const withTimeout = <T>(work: () => Promise<T>, ms: number): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ScreenLoadError(`timeout after ${ms} ms`)), ms);
  });
  return Promise.race([work(), late]).finally(() => clearTimeout(timer));
};
