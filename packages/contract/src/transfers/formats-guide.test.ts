/** The guides tell of every format, in the part that the upload leads to. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { exportFormats } from './export-formats.ts';
import { importFormats } from './import-formats.ts';

it.each(['zh', 'en'] as const)('the %s guide has each format in part 10', (language) => {
  const file = path.join(import.meta.dirname, `../../../../docs/guide/${language}.md`);
  const part =
    readFileSync(file, 'utf8')
      .split(/^## /m)
      .find((one) => one.startsWith('10. ')) ?? '';
  // "Mask PNG (palette)" and "by label" are one row
  const first = (name: string) =>
    name
      .split(/ ?[(（/]/)[0]!
      .trim()
      .toLowerCase()
      .replace(/s$/, '');
  for (const { name } of [...Object.values(importFormats), ...Object.values(exportFormats)]) {
    expect(part.toLowerCase()).toContain(first(name[language]));
  }
});
