/** The version of the product, from the one package.json that is released. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const file = new URL('../../../../package.json', import.meta.url);
export const productVersion = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
