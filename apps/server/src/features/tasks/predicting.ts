/** What tasks that predict many images have in common: lanes, progress, and what a refusal of inference means for a task. */
import type { MessageKey, TaskProgress } from '@loupe/contract';
import { AppError } from '../../core/errors.ts';

export type OnProgress = (progress: TaskProgress) => Promise<void>;

const progressEveryMs = 1000;

/** A refusal that ends a task as its cause: `cause.<code>` with the file it happened on. */
const failure = (key: Extract<MessageKey, `cause.${string}`>, file: string, why = ''): AppError =>
  new AppError(key, { args: { file, why } });

/** What is said where a process was lost: somebody may have killed it, so that neither the image nor the model is at fault. */
const lossKeys: readonly string[] = ['inference.failed', 'inference.memory', 'image.corrupt', 'image.memory'];
const mayBeChance = (error: unknown): boolean => error instanceof AppError && lossKeys.includes(error.key);

/** What inference refused, as the cause of a failed test. Nothing that passes by itself (a full queue) is among it. */
export function causeFor(error: AppError, file: string): AppError {
  switch (error.key) {
    case 'image.missing':
      return failure('cause.data.imageMissing', file);
    case 'image.corrupt':
    case 'image.type':
    case 'image.empty':
    case 'image.bmp':
    case 'image.tiff':
    case 'image.tiffPacking':
    case 'image.tooLarge':
      return failure('cause.data.imageCorrupt', file);
    case 'image.slow':
    case 'inference.timeout':
      return failure('cause.inference.timeout', file);
    case 'image.memory':
    case 'inference.memory':
      return failure('cause.inference.memory', file);
    case 'inference.failed':
      return failure('cause.inference.failed', file, String(error.args['why'] ?? ''));
    case 'version.damaged':
      return failure('cause.version.damaged', String(error.args['model'] ?? ''));
    case 'version.stageDamaged':
    case 'version.stageMissing':
      return new AppError(`cause.${error.key}`, {
        args: { stage: error.args['stage'] ?? 0, ...('model' in error.args && { file: error.args['model'] }) },
      });
    default:
      return error;
  }
}

/** Asks again once where chance may have lost the process; a refusal becomes the cause of a task, with the file. */
export const askTwice = <T>(ask: () => Promise<T>, file: string): Promise<T> =>
  ask()
    .catch((error: unknown) => (mayBeChance(error) ? ask() : Promise.reject(error)))
    .catch((error: unknown) => {
      throw error instanceof AppError ? causeFor(error, file) : error;
    });

/** Asks for progress lines at most once a second, and at the end. */
export function makeMeter(start: { done: number; total: number }, onProgress: OnProgress) {
  const began = Date.now();
  let { done } = start;
  let last = 0;
  const report = async (): Promise<void> => {
    const made = done - start.done;
    const left = start.total - done;
    const etaSeconds = made === 0 ? null : Math.round(((Date.now() - began) / 1000 / made) * left);
    last = Date.now();
    await onProgress({ phase: 'predict', done, total: start.total, unit: 'image', etaSeconds });
  };
  return {
    report,
    step: async () => {
      done++;
      if (Date.now() - last >= progressEveryMs) await report();
    },
  };
}

/** As a meter, for work that counts its own steps from nothing. */
export function makeSteps(onProgress: OnProgress, phase: string): (done: number, total: number) => Promise<void> {
  const began = Date.now();
  let last = 0;
  return async (done, total) => {
    if (Date.now() - last < progressEveryMs && done < total) return;
    last = Date.now();
    const etaSeconds = Math.round(((last - began) / 1000 / done) * (total - done));
    await onProgress({ phase, done, total, unit: 'image', etaSeconds });
  };
}

/** Works through a list with so many at a time; the first failure ends all lanes. */
export async function inLanes<T>(list: readonly T[], lanes: number, work: (one: T) => Promise<void>): Promise<void> {
  const queue = [...list];
  let failed = false;
  const lane = async (): Promise<void> => {
    for (let one = queue.shift(); one !== undefined && !failed; one = queue.shift()) {
      await work(one).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const bad = ends.find((end) => end.status === 'rejected');
  if (bad) throw bad.reason;
}
