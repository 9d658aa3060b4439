/** Customers: people who registered themselves (channelFlag 3), as administrators see them. */
import { z } from 'zod';
import { ById, Id, Nothing, Password, SearchText, Time } from './core/fields.ts';
import { pageInput, pageOf } from './core/paging.ts';
import { patterns } from './core/patterns.ts';
import { route } from './core/route.ts';
import { CodeSent } from './sms.ts';

/** The mark of who registered themselves. */
export const customerFlag = 3;

/** `incomplete`: has not told name, company and e-mail yet; `waiting`: for approval. */
export const customerStates = ['incomplete', 'waiting', 'active', 'locked'] as const;
export const CustomerState = z.enum(customerStates);
export type CustomerState = z.infer<typeof CustomerState>;

export const Customer = z.object({
  id: Id,
  account: z.string(),
  phone: z.string().nullable(),
  name: z.string().nullable(),
  company: z.string().nullable(),
  email: z.string().nullable(),
  roleName: z.string(),
  state: CustomerState,
  createdAt: Time,
  lastSignInAt: Time.nullable(),
  /** Whether the reader holds all rights that the customer has, without which they may not look after them. */
  mayManage: z.boolean(),
});
export type Customer = z.infer<typeof Customer>;

const key = { method: 'POST', permission: 'sys/selfRegisterUser/list', needs: 'person' } as const;

export const customerRoutes = {
  customerList: route({
    ...key,
    path: 'sys/selfRegisterUser/list',
    needs: 'read',
    /** `text`: part of account, phone, name, company or e-mail. */
    input: pageInput({ text: SearchText.optional(), state: CustomerState.optional() }, ['account', 'createdAt']),
    output: pageOf(Customer),
    summary: 'People who registered themselves',
  }),
  customerApprove: route({
    ...key,
    path: 'sys/selfRegisterUser/approve',
    input: z.strictObject(ById.shape),
    output: Nothing,
    summary: 'Approve a customer, who may then work',
  }),
  customerSetLocked: route({
    ...key,
    path: 'sys/selfRegisterUser/setLocked',
    input: z.strictObject({ ...ById.shape, locked: z.boolean() }),
    output: Nothing,
    summary: 'Lock or unlock a customer; locking ends the sessions with 20011',
  }),
  customerSendCode: route({
    ...key,
    path: 'sysUser/resetPassSendCode',
    input: z.strictObject(ById.shape),
    output: CodeSent,
    summary: 'Send a customer a code with which they agree that you reset their password',
  }),
  customerResetPassword: route({
    ...key,
    path: 'sys/selfRegisterUser/resetPassword',
    /** `code`: as the customer reads it out; needed where codes are sent and the customer has a phone number. */
    input: z.strictObject({
      ...ById.shape,
      password: Password,
      code: z.string().trim().regex(patterns.verificationCode).nullable().default(null),
    }),
    output: Nothing,
    summary: "Set a customer's password, with a code that the customer reads out; the sessions end with 20011",
  }),
};
