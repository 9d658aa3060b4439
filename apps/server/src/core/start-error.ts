/** Failures told to the person at the terminal, in the language of the settings: what is wrong and what to do. */
import type { Locale } from '@loupe/contract';

/** What is wrong, and what to do about it. */
export type CauseAndCure = readonly [cause: string, cure: string];
export type StartFailure = Readonly<Record<Locale, CauseAndCure>>;

export interface StartError extends Error {
  readonly failure: StartFailure;
}

const mark = Symbol.for('loupe.start-error');

export function startError(failure: StartFailure): StartError {
  return Object.assign(new Error(failure.en[0]), { failure, [mark]: true });
}

export function isStartError(error: unknown): error is StartError {
  return error instanceof Error && mark in error;
}

/** The language before the settings are read, for they may be what is wrong. */
export const terminalLocale = (env: Record<string, string | undefined> = process.env): Locale =>
  env['LOUPE_LANG']?.trim() === 'en' ? 'en' : 'zh';

export function describeStartError(error: unknown, locale: Locale = terminalLocale()): string {
  if (isStartError(error)) {
    const [cause, cure] = error.failure[locale];
    return locale === 'en' ? `Cause: ${cause}\nCure:  ${cure}` : `原因：${cause}\n办法：${cure}`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
