import type { TaskLine } from '@loupe/contract';
import { expect, test } from 'vitest';
import { namedImages } from './named-images.ts';

let ids = 0;
const line = (kind: string, body: TaskLine['body']): TaskLine => ({
  id: ++ids,
  attempt: 1,
  at: '2026-01-01T00:00:00.000Z',
  kind,
  body,
  text: null,
});

test('each image that a warning is about stands once, with all that was said of it', () => {
  const flat = line('warning', { code: 'data.flat', file: 'b.png', args: { image: 7 } });
  const far = line('warning', { code: 'data.suspect', file: 'b.png', args: { image: 7 } });
  const found = namedImages([
    flat,
    line('warning', { code: 'data.suspect', file: 'a.png', args: { image: 3 } }),
    far,
    line('warning', { code: 'data.flat', file: 'b.png', args: { image: 7 } }),
  ]);
  expect(found.map(({ id, name, lines }) => [id, name, lines.length])).toEqual([
    [7, 'b.png', 2],
    [3, 'a.png', 1],
  ]);
  expect(found[0]!.lines).toEqual([flat, far]);
});

test('what is about no image is left out', () => {
  const lines = [
    line('warning', { code: 'data.noNg' }),
    line('started', { args: { image: 4 } }),
    line('fault', { args: { image: 5 } }),
  ];
  expect(namedImages(lines)).toEqual([]);
});
