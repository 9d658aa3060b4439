/** What is cut keeps whole characters, from either end, and as many of them as a schema takes. */
import { expect, it } from 'vitest';
import { characterCount, cutText } from './cut-text.ts';
import { Name30 } from './fields.ts';
import { limits } from './limits.ts';

it.each(['', 'a', 'ab'])('keeps whole characters beside %j', (beside) => {
  const long = `${beside}${'𠮷'.repeat(40)}${beside}`;
  for (const most of [1, 2, 3, 29, 30]) {
    const [start, end] = [cutText(long, most), cutText(long, most, 'end')];
    expect([characterCount(start), characterCount(end)]).toEqual([most, most]);
    expect([long.startsWith(start), long.endsWith(end)]).toEqual([true, true]);
    expect(start.isWellFormed() && end.isWellFormed()).toBe(true);
  }
  expect(Name30.safeParse(cutText(long, limits.nameShort)).success).toBe(true);
});

it('leaves alone what is short, and keeps nothing of what has no room', () => {
  expect([cutText('𠮷𠮷', 2), cutText('𠮷𠮷', 2, 'end'), cutText('𠮷𠮷', 5)]).toEqual(Array(3).fill('𠮷𠮷'));
  expect([cutText('ab', 0), cutText('ab', 0, 'end'), cutText('ab', -1)]).toEqual(['', '', '']);
});
