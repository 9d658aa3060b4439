/** The frames of the film strip say what a second person says of an image, where images are reviewed. */
import type { DatasetImage } from '@loupe/contract';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { en } from '../../../locales/en.ts';
import { show } from '../../../testing/screen.tsx';
import { FilmStrip } from './FilmStrip.tsx';
import type { Strip } from './use-strip.ts';

const images = (['returned', null, 'accepted'] as const).map((review, i) => ({
  id: i + 1,
  name: `${i + 1}.png`,
  state: 'annotated',
  review,
})) as unknown as DatasetImage[];
const strip = { total: 3, index: 0, at: (place: number) => images[place], see: () => {} } as unknown as Strip;

// without a layout there would be nothing in sight
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
});

const frames = async (isReviewed: boolean) => {
  await show(<FilmStrip strip={strip} shownId={1} isReviewed={isReviewed} onOpen={() => {}} />, { screen: 'Annotate' });
  const all = await screen.findAllByRole('button');
  return all.map((frame) => [
    frame.querySelector<HTMLElement>('[data-review]')?.dataset['review'],
    frame.getAttribute('aria-label'),
  ]);
};
const { states } = en.review;

it('has a mark for each word, and says it to who hears the page', async () => {
  const [first, second, third] = await frames(true);
  expect([first![0], second![0], third![0]]).toEqual(['returned', undefined, 'accepted']);
  expect(first![1]).toContain(states.returned);
  expect(third![1]).toContain(states.accepted);
});

it('has none where images are not reviewed', async () => {
  for (const [mark, text] of await frames(false)) {
    expect(mark).toBeUndefined();
    expect(text).not.toContain(states.returned);
  }
});

it('tells images on which predictions wait from those that nobody has looked at, by more than a colour', async () => {
  const states = ['unannotated', 'preLabeled', 'annotated', 'empty'] as const;
  const four = states.map((state, i) => ({ ...images[0]!, id: i + 1, name: `${i + 1}.png`, state }));
  const all = { total: 4, index: 0, at: (place: number) => four[place], see: () => {} } as unknown as Strip;
  await show(<FilmStrip strip={all} shownId={1} isReviewed={false} onOpen={() => {}} />, { screen: 'Annotate' });
  const dots = (await screen.findAllByRole('button')).map((frame) => frame.querySelector('[data-state]')!);
  expect(dots.map((dot) => dot.querySelector('[role=img]')?.getAttribute('aria-label'))).toEqual([
    undefined,
    'exclamation',
    'check',
    undefined,
  ]);
});
