/** Codes by SMS: what they are for, and what administrators see of the sending. */
import { z } from 'zod';
import { Nothing, Time } from './core/fields.ts';
import { Mobile } from './core/phone.ts';
import { route } from './core/route.ts';

/** A code is good for one of these, and for nothing else. */
export const codePurposes = ['register', 'reset', 'customerReset', 'changePhone', 'changeEmail', 'test'] as const;
export const CodePurpose = z.enum(codePurposes);
export type CodePurpose = z.infer<typeof CodePurpose>;

/** `console`: without a gateway, codes go to the terminal and to administrators. */
export const smsSenders = ['off', 'console', 'http'] as const;
export const SmsSenderKind = z.enum(smsSenders);
export type SmsSenderKind = z.infer<typeof SmsSenderKind>;

/** Why a gateway did not take a message. */
export const smsFailures = ['timeout', 'unreachable', 'refused', 'unclear'] as const;
export const SmsFailure = z.enum(smsFailures);
export type SmsFailure = z.infer<typeof SmsFailure>;

export const SmsDelivery = z.object({
  at: Time,
  /** Masked. */
  phone: z.string(),
  purpose: CodePurpose,
  /** Null: it was sent. */
  failure: SmsFailure.nullable(),
  /** What the gateway said, without code and secret. */
  detail: z.string(),
});
export type SmsDelivery = z.infer<typeof SmsDelivery>;

/** A code that an administrator reads out, where there is no gateway. */
export const WaitingCode = z.object({ phone: z.string(), purpose: CodePurpose, code: z.string(), expiresAt: Time });
export type WaitingCode = z.infer<typeof WaitingCode>;

export const SmsState = z.object({
  sender: SmsSenderKind,
  /** Latest first, since the start of the server. */
  deliveries: z.array(SmsDelivery),
  /** Of the console sender. Codes of people who hold more rights than the reader are left out. */
  codes: z.array(WaitingCode),
});
export type SmsState = z.infer<typeof SmsState>;

/** After a code was sent: seconds until another may be asked for, and minutes for which it is good. */
export const CodeSent = z.object({ resendSeconds: z.int(), minutes: z.int() });
export type CodeSent = z.infer<typeof CodeSent>;

export const smsRoutes = {
  smsState: route({
    method: 'POST',
    path: 'sys/sms/state',
    permission: 'sys/setting',
    // codes sign people in: they are for a person's eyes, not for a program with a token
    needs: 'person',
    input: z.strictObject({}),
    output: SmsState,
    summary: 'SMS sender, latest deliveries, and codes waiting to be read out',
  }),
  smsTest: route({
    method: 'POST',
    path: 'sys/sms/test',
    permission: 'sys/setting',
    needs: 'person',
    input: z.strictObject({ phone: Mobile }),
    output: Nothing,
    summary: 'Send a test message',
  }),
};
