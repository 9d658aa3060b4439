/** The bar from OK to NG stands where a score decided, and nowhere else. */
import type { OnlineAnswer, Version } from '@loupe/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { en } from '../../../locales/en.ts';
import { show } from '../../../testing/screen.tsx';
import { VerdictCard } from './VerdictCard.tsx';

const labels = [
  { name: 'plate', color: '#5b8ff9', locates: true },
  { name: 'dent', color: '#f5a623' },
];
const answerOf = (verdict: OnlineAnswer['verdict'], prediction: object): OnlineAnswer =>
  ({
    verdict,
    labels,
    thresholds: { confidence: 0.5, nms: 0.6, iou: 0.5 },
    prediction: { type: 'boxes', ...prediction },
  }) as unknown as OnlineAnswer;
const part = { c: 0, score: 0.9, p: [0, 0, 9, 9] };
const dent = { c: 1, score: 0.2, p: [2, 2, 4, 4] };
const hasBar = (root: HTMLElement) =>
  [...root.querySelectorAll('span')].some(({ textContent }) => textContent === 'OK');

it('is there for a verdict by score', async () => {
  const { container } = await show(<VerdictCard answer={answerOf('OK', { items: [part, dent] })} />);
  expect(hasBar(container)).toBe(true);
});

it('writes the score that decided and the threshold with the places that tell them apart', async () => {
  const answer = { ...answerOf('NG', { items: [part, { ...dent, score: 0.0313 }] }) };
  await show(<VerdictCard answer={{ ...answer, thresholds: { confidence: 0.0312, nms: 0.6, iou: 0.5 } }} />);
  expect(screen.getByText(/0\.0313.*0\.0312/)).toBeTruthy();
});

it('has all that was found at hand where two lines do not show it', async () => {
  const { container } = await show(<VerdictCard answer={answerOf('OK', { items: [part, dent] })} />);
  const found = container.querySelector('b')!;
  expect(found.textContent).not.toBe('');
  expect(found.title).toBe(found.textContent);
});

it('is not there without a part, nor where parts were not looked at; the reason is said', async () => {
  const none = await show(<VerdictCard answer={answerOf('noPart', { items: [] })} />);
  expect(screen.getByText(en.online.noPart)).toBeTruthy();
  expect(hasBar(none.container)).toBe(false);
  none.unmount();
  const some = await show(<VerdictCard answer={answerOf('review', { items: [part, dent], skippedParts: 3 })} />);
  expect(screen.getByText(/^3 parts over the maximum/)).toBeTruthy();
  expect(hasBar(some.container)).toBe(false);
});

it('warns beside its word of a version that has not learned, and of no other', async () => {
  const answer = answerOf('OK', { items: [] });
  const of = (level: string) => ({ level, why: [], next: [], hasThreshold: false }) as unknown as Version['assessment'];
  const told = await show(<VerdictCard answer={answer} assessment={of('notLearned')} />);
  expect(screen.getByText(en.online.notLearned)).toBeTruthy();
  told.unmount();
  await show(<VerdictCard answer={answer} assessment={of('weak')} />);
  expect(screen.queryByText(en.online.notLearned)).toBeNull();
});
