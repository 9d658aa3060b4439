/** A file of help opens at the part that its address names. */
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '../../../testing/screen.tsx';
import type { MarkdownNode } from '../../../ui/markdown-tree.ts';
import { Reader } from './Reader.tsx';

const heading = (text: string): MarkdownNode => ({
  type: 'heading',
  depth: 2,
  children: [{ type: 'text', value: text }],
});
const file = {
  tree: { type: 'root', children: ['1. Start', '10. Formats', '11. Backup'].map(heading) },
  images: {},
};
const seen = vi.fn();
afterEach(() => seen.mockClear());

it.each([
  ['#10', ['10. Formats']],
  ['#1', ['1. Start']],
  ['#99', []],
  ['', []],
])('%s', async (hash, parts) => {
  HTMLElement.prototype.scrollIntoView = function scroll() {
    seen(this.textContent);
  };
  await show(<Reader name={`file${hash}`} read={() => Promise.resolve(file)} />, { search: hash });
  await screen.findByRole('heading', { name: '11. Backup' });
  expect(seen.mock.calls.map(([text]) => text)).toEqual(parts);
});
