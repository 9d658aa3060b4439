/** The printed schemas are those of the contract. `LOUPE_WRITE_SCHEMA=1` writes them again. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { engineSchemas } from './schema.ts';

const folder = new URL('../../../../engine/loupe_engine/schema/', import.meta.url);

it.each(Object.entries(engineSchemas()))('%s is printed as the contract has it', (name, text) => {
  const file = new URL(name, folder);
  if (process.env.LOUPE_WRITE_SCHEMA) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
  }
  expect(readFileSync(file, 'utf8')).toBe(text);
});
