/** Mobile numbers as people write them, and the one way in which they are kept. */
import { z } from 'zod';
import { patterns } from './patterns.ts';

/** Full-width digits, spaces and the country code are taken away; undefined for what is no mobile number. */
export function plainPhone(text: string): string | undefined {
  const digits = text
    .normalize('NFKC')
    .replace(/[\s-]/g, '')
    .replace(/^(\+|00)86/, '');
  return patterns.mobile.test(digits) ? digits : undefined;
}

/** As typed; 11 digits once it is read. */
export const Mobile = z
  .string()
  .max(40)
  .transform((text) => plainPhone(text) ?? text)
  .pipe(z.string().regex(patterns.mobile));

/** What others may see of a number: 138****5678. */
export const maskedPhone = (phone: string): string => `${phone.slice(0, 3)}****${phone.slice(-4)}`;
