/** S66: whatever a name holds, there is one header, and it gives the name back. */
import { expect, it } from 'vitest';
import { attachment } from './attachment.ts';

const nameIn = (header: string): string => decodeURIComponent(/filename\*=UTF-8''([^;]*)$/.exec(header)![1]!);

it.each([
  'plain.zip',
  '数据集_coco_20261121.zip',
  'a"b\\c.zip',
  'a\r\nset-cookie: x=1.zip',
  "it's (one) *of* them.zip",
  'é'.repeat(300),
  '100%.zip',
])('%j', (name) => {
  const header = attachment(name);
  expect(header).toMatch(/^attachment; filename="[^"\\%\r\n]*"; filename\*=UTF-8''[\w.~!$&+^`|%-]*$/);
  // oxlint-disable-next-line no-control-regex
  expect(header).toMatch(/^[\x20-\x7e]+$/);
  expect(nameIn(header)).toBe(name);
});
