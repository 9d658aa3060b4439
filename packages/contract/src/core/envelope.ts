/** The answer envelope and its codes. */
import { z } from 'zod';
import { messageText, type MessageArgs, type MessageKey } from './messages.ts';

export const codes = { ok: 200, message: 610, offline: 10010, revoked: 20011 } as const;

/** Codes whose answer comes with HTTP 200 because the specification's client reads them from the body. */
export const bodyCodes: ReadonlySet<number> = new Set(Object.values(codes));

export const Envelope = z.object({ code: z.int(), msg: z.string(), en_msg: z.string(), data: z.unknown() });
export interface Envelope<T = unknown> {
  code: number;
  msg: string;
  en_msg: string;
  data: T;
}

/** What a refusal carries that concerns one field of the input, as of a name that is taken. */
export const FieldFault = z.object({ field: z.string() });
export type FieldFault = z.infer<typeof FieldFault>;

/** Makes an answer from a message key. */
export const envelope = <T>(code: number, key: MessageKey, data: T, args: MessageArgs = {}): Envelope<T> => ({
  code,
  msg: messageText(key, 'zh', args),
  en_msg: messageText(key, 'en', args),
  data,
});

/** The HTTP status that goes with a code. */
export const httpStatus = (code: number): number => (bodyCodes.has(code) ? 200 : code);
