/** Accepting or rejecting the predictions of many images: what is asked for, call after call, and what is said of it. */
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { en } from '../../../locales/en.ts';
import { selectAll, signIn } from '../testing/browser.tsx';

const words = en.preannotation.decide;
const nothing = { images: 3, changed: 0, accepted: 0, rejected: 0, markedEmpty: 0, left: 0, next: null };

let told: string[] = [];
beforeEach(() => {
  told = signIn();
});

const select = (imagesDecide: object) => selectAll({ state: 'preLabeled', answers: { imagesDecide } });
const opener = () => screen.queryByRole('button', { name: new RegExp(`${words.open}$`) });
const apply = () => screen.getByRole('button', { name: words.do });

it('accepts by the thresholds of the version, goes on until all are dealt with, and adds up what was done', async () => {
  let calls = 0;
  const { user, asked } = await select(() => {
    calls += 1;
    return calls === 1
      ? { ...nothing, images: 2, changed: 1, accepted: 4, left: 1, next: { after: 12, upTo: 13 } }
      : { ...nothing, images: 1, changed: 1, accepted: 1, markedEmpty: 1, left: 1 };
  });
  await waitFor(() => expect(opener()).not.toBeNull());
  await user.click(opener()!);
  await user.click(apply());
  await waitFor(() => expect(told).toHaveLength(1));
  expect(told[0]).toBe('5 predictions accepted. 1 image marked as checked. 2 predictions still wait.');
  const choice = { decision: 'accept', from: null, rejectRest: false, markEmpty: false };
  expect(asked('imagesDecide')).toMatchObject([
    { ...choice, selection: { filter: { folderId: 7 } } },
    { ...choice, selection: { filter: { folderId: 7 }, cursor: { after: 12, upTo: 13 } } },
  ]);
});

it('asks for a score, for what becomes of the rest and of empty images', async () => {
  const { user, asked } = await select(nothing);
  await waitFor(() => expect(opener()).not.toBeNull());
  await user.click(opener()!);
  await user.type(screen.getByRole('spinbutton', { name: words.from }), '0.7');
  await user.click(screen.getByRole('radio', { name: words.rejectRest }));
  await user.click(screen.getByRole('checkbox', { name: words.markEmpty }));
  await user.click(apply());
  await waitFor(() => expect(told).toEqual([words.noneWaits]));
  expect(asked('imagesDecide')).toMatchObject([{ decision: 'accept', from: 0.7, rejectRest: true, markEmpty: true }]);
});

it('rejects all of them, whatever stood in the fields of accepting', async () => {
  const { user, asked } = await select({ ...nothing, rejected: 2 });
  await waitFor(() => expect(opener()).not.toBeNull());
  await user.click(opener()!);
  await user.click(screen.getByRole('radio', { name: words.reject }));
  expect(screen.queryByRole('spinbutton', { name: words.from })).toBeNull();
  await user.click(apply());
  await waitFor(() => expect(told).toEqual(['2 predictions rejected.']));
  expect(asked('imagesDecide')).toMatchObject([{ decision: 'reject', from: null }]);
});

it('is not offered to those who only look', async () => {
  await selectAll({ state: 'preLabeled', level: 'viewer', answers: { imagesDecide: nothing } });
  expect(screen.getByRole('toolbar')).toBeTruthy();
  expect(opener()).toBeNull();
});
