/** Settings of the SMS sender. */
import { readFileSync } from 'node:fs';
import { smsSenders } from '@loupe/contract';
import { z } from 'zod';
import { integer, optional, setting } from './setting.ts';

const isHeaders = (text: string): boolean => {
  try {
    return z.record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[^\r\n]*$/)).safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
};
/** With its places filled it must be an address. */
const isAddress = (text: string): boolean =>
  /^https?:\/\//.test(text) && URL.canParse(text.replaceAll(/\{(phone|code|text|secret)\}/g, '1'));
const isReadable = (file: string): boolean => {
  try {
    return readFileSync(file).length > 0;
  } catch {
    return false;
  }
};

const places = '`{phone}`, `{code}`, `{text}` and `{secret}`';

export const smsSettings = {
  smsSender: setting(
    'LOUPE_SMS',
    z.enum(smsSenders),
    'off',
    'How codes reach people: `http` (a gateway), `console` (no gateway: they are shown in the terminal and to administrators) or `off` (no registration, no reset by SMS).',
  ),
  smsUrl: optional(
    'LOUPE_SMS_URL',
    z.string().refine(isAddress, 'must start with https:// or http://'),
    'none',
    `Address of the SMS gateway. ${places} are filled in, here and in headers and body, escaped for the place where they stand.`,
    true,
  ),
  smsMethod: setting('LOUPE_SMS_METHOD', z.enum(['GET', 'POST', 'PUT']), 'POST', 'Method of the request.'),
  smsHeaders: optional(
    'LOUPE_SMS_HEADERS',
    z.string().refine(isHeaders, 'must be a JSON object of texts, such as {"authorization":"Bearer {secret}"}'),
    'none',
    'Headers, as a JSON object: `{"authorization":"Bearer {secret}"}`. `content-type` decides how the body is escaped (JSON, form or XML).',
    true,
  ),
  smsBody: optional(
    'LOUPE_SMS_BODY',
    z.string().max(20_000),
    'none',
    'Body: `{"to":"{phone}","content":"{text}"}` or `to={phone}&code={code}`.',
    true,
  ),
  smsSecret: optional(
    'LOUPE_SMS_SECRET',
    z.string(),
    'none',
    'What `{secret}` stands for. Never shown or logged.',
    true,
  ),
  smsSuccess: optional(
    'LOUPE_SMS_SUCCESS',
    z.string().max(200),
    'any answer 2xx that is not a web page',
    'Text that the answer contains when the gateway took the message, such as `"code":0`.',
  ),
  smsSeconds: setting(
    'LOUPE_SMS_SECONDS',
    integer(1, 10),
    '2',
    'Time limit of a request to the gateway, in seconds. It is tried twice.',
  ),
  smsCa: optional(
    'LOUPE_SMS_CA',
    z.string().refine(isReadable, 'cannot be read'),
    "the system's",
    'File with the certificate (PEM) by which the gateway is trusted.',
  ),
} as const;

/** What only shows when they are read together. */
export const smsFaults = (config: { smsSender: string; smsUrl: string | undefined }): string[] =>
  config.smsSender === 'http' && config.smsUrl === undefined ? ['LOUPE_SMS is "http", which needs LOUPE_SMS_URL.'] : [];
