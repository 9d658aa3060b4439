/** Submitting many images for review: offered where images are reviewed, call after call, with what was left out. */
import type { Folder, Level } from '@loupe/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { en } from '../../../locales/en.ts';
import { selectAll, signIn } from '../testing/browser.tsx';

const counts = { submitted: 0, accepted: 0, returned: 0, unsubmitted: 2, toReview: 0, returnedToMe: 0 };

let told: string[] = [];
beforeEach(() => {
  told = signIn();
});

function select(review: Folder['review'], level: Level = 'annotator') {
  let calls = 0;
  const imagesSubmit = () => {
    calls += 1;
    return calls === 1
      ? { submitted: 1, leftOut: 1, next: { after: 12, upTo: 13 } }
      : { submitted: 1, leftOut: 0, next: null };
  };
  return selectAll({ state: 'annotated', review, level, answers: { imagesSubmit } });
}
const button = () => screen.queryByRole('button', { name: new RegExp(`${en.review.actions.submit}$`) });

it('goes on until all are dealt with, and says what was left out', async () => {
  const { user, asked } = await select(counts);
  await waitFor(() => expect(button()).not.toBeNull());
  await user.click(button()!);
  await waitFor(() => expect(told).toHaveLength(1));
  expect(told[0]).toBe('2 images submitted for review. 1 image left out: not annotated, or submitted already.');
  const inputs = asked('imagesSubmit');
  expect(inputs.map(({ selection }) => selection)).toMatchObject([
    { filter: { folderId: 7 } },
    { filter: { folderId: 7 }, cursor: { after: 12, upTo: 13 } },
  ]);
  expect(new Set(inputs.map(({ clientId }) => clientId)).size).toBe(1);
});

it('is not offered where images are not reviewed', async () => {
  await select(null);
  expect(screen.getByRole('toolbar')).toBeTruthy();
  expect(button()).toBeNull();
});

it('is not offered to those who only look', async () => {
  await select(counts, 'viewer');
  expect(screen.getByRole('toolbar')).toBeTruthy();
  expect(button()).toBeNull();
});
