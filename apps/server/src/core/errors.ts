/** Refusals that a person or a program can meet. A key carries both texts; the code says how it travels. */
import {
  codes,
  namedWords,
  placeOf,
  type Fault,
  type FieldFault,
  type MessageArgs,
  type MessageKey,
  type Words,
} from '@loupe/contract';

/** A refusal. Default code 610: the message is for the person, HTTP 200, `data` reaches the caller. */
export class AppError extends Error {
  readonly key: MessageKey;
  readonly code: number;
  readonly args: MessageArgs;
  readonly data: unknown;
  constructor(key: MessageKey, options: { code?: number; args?: MessageArgs; data?: unknown } = {}) {
    super(key);
    this.name = 'AppError';
    this.key = key;
    this.code = options.code ?? codes.message;
    this.args = options.args ?? {};
    this.data = options.data ?? null;
  }
}

/** Also for what is not yours: another person's object is as if it did not exist. */
export const notFound = (): AppError => new AppError('notFound', { code: 404 });
export const denied = (): AppError => new AppError('permission.denied', { code: 403 });
/** A malformed request: the field by its path, and what is wrong with it. */
export const invalid = (where: string, why: Words): AppError => malformed({ where: placeOf(where.split('.')), why });
export const malformed = ({ where, why }: Fault): AppError =>
  new AppError('input.invalid', { code: 400, args: { where, why } });

/** Another one has this name already. `field`: of the input. */
export const nameTaken = (key: MessageKey, field = 'name', args: MessageArgs = {}): AppError =>
  new AppError(key, { args, data: { field } satisfies FieldFault });

const namedFolders = 5;
/** What stands in the text about folders without annotations. */
export const notMarkedArgs = (names: readonly string[]): MessageArgs => ({
  count: names.length,
  names: namedWords(names, namedFolders),
});
export const notMarked = (names: readonly string[], data: unknown = null): AppError =>
  new AppError('folder.notMarkedNamed', { args: notMarkedArgs(names), data });

/** The row, or 404. */
export function found<T>(row: T | undefined | null): T {
  if (row === undefined || row === null) throw notFound();
  return row;
}

/** True for PostgreSQL's unique violation of the named index. */
export const violates = (error: unknown, index: string): boolean => {
  const cause = (error as { cause?: unknown }).cause ?? error;
  const { code, constraint } = cause as { code?: string; constraint?: string };
  return code === '23505' && constraint === index;
};
