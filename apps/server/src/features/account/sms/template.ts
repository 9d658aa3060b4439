/** Templates of a gateway's address, headers and body: each value is escaped for the place where it stands. */
import type { Config } from '../../../config.ts';

export type SmsConfig = Pick<
  Config,
  'smsUrl' | 'smsMethod' | 'smsHeaders' | 'smsBody' | 'smsSecret' | 'smsSuccess' | 'smsSeconds' | 'smsCa'
>;
export interface Values {
  phone: string;
  code: string;
  text: string;
  secret: string;
}
export interface GatewayRequest {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
}

type Escape = (value: string) => string;
const inUrl: Escape = encodeURIComponent;
const inForm: Escape = (value) => encodeURIComponent(value).replaceAll('%20', '+');
const inJson: Escape = (value) => JSON.stringify(value).slice(1, -1);
const xmlSigns: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const inXml: Escape = (value) => value.replaceAll(/[&<>"']/g, (sign) => xmlSigns[sign]!);
/** Visible ASCII stays, as keys and numbers are; anything else would not be a header. */
const inHeader: Escape = (value) => (/^[\x20-\x7e]*$/.test(value) ? value : encodeURIComponent(value));

/** In one go: a value that holds a place is not filled again. */
const fill = (template: string, values: Values, escape: Escape): string =>
  template.replaceAll(/\{(phone|code|text|secret)\}/g, (_, name: keyof Values) => escape(values[name]));

const guessedType = (body: string): string =>
  body.startsWith('{') || body.startsWith('[') ? 'application/json' : 'application/x-www-form-urlencoded';
const escapeOf = (type: string): Escape => (/json/i.test(type) ? inJson : /xml/i.test(type) ? inXml : inForm);

/** The request that the settings describe. */
export function fillRequest(config: SmsConfig, values: Values): GatewayRequest {
  const given = Object.entries(JSON.parse(config.smsHeaders ?? '{}') as Record<string, string>);
  const headers = Object.fromEntries(given.map(([name, text]) => [name.toLowerCase(), fill(text, values, inHeader)]));
  const url = new URL(fill(config.smsUrl ?? '', values, inUrl));
  const template = config.smsMethod === 'GET' ? undefined : config.smsBody;
  if (template === undefined) return { url, method: config.smsMethod, headers, body: undefined };
  const type = headers['content-type'] ?? guessedType(template);
  headers['content-type'] = type;
  return { url, method: config.smsMethod, headers, body: fill(template, values, escapeOf(type)) };
}
