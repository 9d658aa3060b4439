/** Keeps a model that kills its hosts from taking them all: one host at a time after the first kill, refused after three. */
import type { AppError } from '../core/errors.ts';

const mostFailures = 3;
const failureMs = 60_000;

export interface Breaker {
  /** The error to answer at once with; undefined while the model may be tried. */
  refusal: (sha256: string) => AppError | undefined;
  /** False while the model has to wait for its own request that runs now. */
  mayBegin: (sha256: string) => boolean;
  begin: (sha256: string) => void;
  /** What the host was lost by; `untried`: it did not come to the model. */
  end: (sha256: string, outcome: AppError | 'answered' | 'untried') => void;
}

export function makeBreaker(): Breaker {
  const failures = new Map<string, { count: number; until: number; error: AppError }>();
  const running = new Map<string, number>();
  const failuresOf = (sha256: string) => {
    const found = failures.get(sha256);
    if (found && found.until < performance.now()) failures.delete(sha256);
    return failures.get(sha256);
  };
  return {
    refusal: (sha256) => {
      const found = failuresOf(sha256);
      return found && found.count >= mostFailures ? found.error : undefined;
    },
    mayBegin: (sha256) => !(failuresOf(sha256) && running.has(sha256)),
    begin: (sha256) => void running.set(sha256, (running.get(sha256) ?? 0) + 1),
    end: (sha256, outcome) => {
      const left = (running.get(sha256) ?? 1) - 1;
      if (left === 0) running.delete(sha256);
      else running.set(sha256, left);
      if (outcome === 'answered') failures.delete(sha256);
      else if (outcome !== 'untried')
        failures.set(sha256, {
          count: (failuresOf(sha256)?.count ?? 0) + 1,
          until: performance.now() + failureMs,
          error: outcome,
        });
    },
  };
}
