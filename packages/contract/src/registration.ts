/** How people register themselves, complete their data, and set a forgotten password: all by a code sent to their phone. */
import { z } from 'zod';
import { Nothing, Password, PersonName } from './core/fields.ts';
import type { MessageKey } from './core/messages.ts';
import { patterns } from './core/patterns.ts';
import { Mobile } from './core/phone.ts';
import { route } from './core/route.ts';
import { SessionData } from './account.ts';
import { Company, Email } from './my-center.ts';
import { CodeSent } from './sms.ts';

const differ = 'account.passwordsDiffer' satisfies MessageKey;
const Code = z.string().trim().regex(patterns.verificationCode);
const open = { method: 'POST', permission: 'public', needs: 'person' } as const;
const byPhone = z.strictObject({ phone: Mobile });
/** Whether codes can be sent at all. Says nothing about the number: known and unknown ones look alike. */
const Checked = z.object({ isOpen: z.boolean() });

const newPassword = { code: Code, phone: Mobile, password: Password, passwordAgain: z.string().max(200) };
const areSame = ({ password, passwordAgain }: { password: string; passwordAgain: string }) =>
  password === passwordAgain;
const sameRule = { path: ['passwordAgain'], error: differ };

export const Completion = z.strictObject({ name: PersonName, company: Company.min(1), email: Email });
export type Completion = z.infer<typeof Completion>;

export const registration = {
  registerCheck: route({
    ...open,
    path: 'sysUser/registerCheck',
    input: byPhone,
    output: Checked,
    summary: 'Whether one can register; the same answer for every number',
  }),
  registerSendCode: route({
    ...open,
    path: 'sysUser/registerSendCode',
    input: byPhone,
    output: CodeSent,
    summary: 'Send a code to register with. A number that has an account is told so by the message alone',
  }),
  registerSmsSubmit: route({
    ...open,
    path: 'sysUser/registerSmsSubmit',
    /** `agreed`: to the product service agreement and the personal information protection policy. */
    input: z.strictObject({ ...newPassword, agreed: z.literal(true) }).refine(areSame, sameRule),
    output: SessionData,
    summary: 'Register with the code and sign in. The account waits for approval',
  }),
  forgetPassCheck: route({
    ...open,
    path: 'sysUser/forgetPassCheck',
    input: byPhone,
    output: Checked,
    summary: 'Whether a forgotten password can be reset by SMS; the same answer for every number',
  }),
  forgetPassSendCode: route({
    ...open,
    path: 'sysUser/forgetPassSendCode',
    input: byPhone,
    output: CodeSent,
    summary: 'Send a code to reset a forgotten password with',
  }),
  forgetPassSmsSubmit: route({
    ...open,
    path: 'sysUser/forgetPassSmsSubmit',
    input: z.strictObject(newPassword).refine(areSame, sameRule),
    output: Nothing,
    summary: 'Set a new password with the code; all sessions of the account end',
  }),
  infoCompletion: route({
    method: 'POST',
    path: 'sysUser/infoCompletion',
    permission: 'next',
    needs: 'person',
    input: Completion,
    output: Nothing,
    summary: 'Name, company and e-mail after the first sign-in; once',
  }),
};
