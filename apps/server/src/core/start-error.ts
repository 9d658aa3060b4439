/** Failures that keep the server from starting, told to the person at the terminal: what is wrong and what to do. */
export interface StartError extends Error {
  readonly cure: string;
}

const mark = Symbol.for('loupe.start-error');

export function startError(cause: string, cure: string): StartError {
  return Object.assign(new Error(cause), { cure, [mark]: true });
}

export function isStartError(error: unknown): error is StartError {
  return error instanceof Error && mark in error;
}

export function describeStartError(error: unknown): string {
  if (isStartError(error)) return `Cause: ${error.message}\nCure:  ${error.cure}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
