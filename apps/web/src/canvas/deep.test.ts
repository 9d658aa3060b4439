/** Tiles of 16 bits: read bit by bit, and shown through a window as numpy computed it. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { windowTable } from '@loupe/contract';
import { expect, test } from 'vitest';
import { windowed } from './deep.ts';
import { readDeepPng } from './deep-png.ts';

const fixtures = path.resolve(import.meta.dirname, '../../../../packages/contract/fixtures/decode');
async function read(file: string): Promise<ArrayBuffer> {
  return Uint8Array.from(await readFile(path.join(fixtures, file))).buffer;
}
type Case = { file: string; low: number; high: number; sha256: string };
const cases = (JSON.parse(await readFile(path.join(fixtures, 'windows.json'), 'utf8')) as Case[]).filter(({ file }) =>
  file.endsWith('.png'),
);

test.each(cases)('$low to $high of $file', async ({ file, low, high, sha256 }) => {
  const pixels = await readDeepPng(await read(file));
  expect([pixels.width, pixels.height]).toEqual([37, 29]);
  const shown = windowed(pixels, windowTable({ low, high }));
  expect(shown.every((value, i) => i % 4 !== 3 || value === 255)).toBe(true);
  const wanted = pixels.channels === 1 ? [0] : [0, 1, 2];
  const bytes = Uint8Array.from(shown.filter((_, i) => wanted.includes(i % 4)));
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  if (pixels.channels === 1) expect(shown.every((value, i) => i % 4 > 2 || value === shown[i - (i % 4)])).toBe(true);
});

test('what is no such tile is refused: eight bits, alpha, interlaced, rows with a filter, a cut one, a text', async () => {
  const files = ['grey8.png', 'rgba16.png', 'interlaced.png'];
  for (const file of files) {
    // oxlint-disable-next-line no-await-in-loop
    await expect(readDeepPng(await read(file))).rejects.toThrow('no tile');
  }
  const whole = await read('grey16.png');
  await expect(readDeepPng(whole.slice(0, whole.byteLength - 600))).rejects.toThrow();
  await expect(readDeepPng(new TextEncoder().encode('not an image').buffer)).rejects.toThrow('no tile');
});
