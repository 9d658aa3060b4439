/** A word on the shown image: after its edits, about what was seen, and the state that the server has where it was refused. */
import type { ImageAnnotation, ImageReview } from '@loupe/contract';
import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startI18n } from '../../../core/i18n.ts';
import { connectNotify } from '../../../core/notify.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi, Refusal, type Answers } from '../../../testing/fake-api.ts';
import { connectOutbox, currentOutbox, savedStore, type SavedState } from '../outbox-link.ts';
import { makeAnnotations } from './annotations.ts';
import { afterOwnEdit, refreshReview, sayReview } from './desk-review.ts';
import type { DeskState } from './desk-state.ts';
import { makeDeskStores } from './desk-stores.ts';

const saved: SavedState = { kind: 'saved', pending: 0, rejected: 0, durable: true, at: null };
const review = (state: ImageReview['state'], isReopened = false): ImageReview => ({
  state,
  by: 'Li',
  at: null,
  remark: '',
  isOwn: false,
  bySelf: false,
  isReopened,
});

let told: string[] = [];
beforeEach(async () => {
  await startI18n('en');
  connectOutbox(7);
  connectNotify(({ text }, onEnd) => {
    told.push(text);
    onEnd();
  });
  told = [];
});
afterEach(() => {
  savedStore.set(saved);
  connectOutbox(null);
});

function desk(answers: Answers, now: ImageReview | null = review(null)) {
  const server = fakeApi(answers);
  const stores = makeDeskStores();
  stores.image.set({ image: { id: 4 } } as ImageAnnotation);
  stores.review.set(now);
  stores.phase.set({ kind: 'ready', pixels: 'ready' });
  let caughtUp = 0;
  const sync = { revision: () => 12, catchUp: () => void caughtUp++ };
  const state = {
    stores,
    annotations: makeAnnotations(),
    shown: { imageId: 4, sync },
    wanted: 4,
  } as unknown as DeskState;
  return { ...server, state, stores, caughtUp: () => caughtUp };
}

it('waits until the edits of this browser are on the server', async () => {
  const { state, stores, asked } = desk({ imageSubmit: review('submitted') });
  savedStore.set({ ...saved, kind: 'pending', pending: 1 });
  const work = sayReview(state, 'submit', '');
  await act(() => Promise.resolve());
  expect(asked('imageSubmit')).toEqual([]);
  savedStore.set(saved);
  expect(await work).toBe(true);
  expect(asked('imageSubmit')).toEqual([{ imageId: 4, clientId: currentOutbox()!.clientId }]);
  expect(stores.review.get()?.state).toBe('submitted');
});

it('is not said while edits of the image cannot be sent', async () => {
  const { state, asked } = desk({ imageSubmit: review('submitted') });
  await currentOutbox()!.add(4, [
    { opId: crypto.randomUUID(), kind: 'checkEmpty', shapeId: null, base: null, shape: null },
  ]);
  savedStore.set({ ...saved, kind: 'offline', pending: 1 });
  expect(await sayReview(state, 'submit', '')).toBe(false);
  expect(asked('imageSubmit')).toEqual([]);
});

it('names the revision that was seen, and the remark', async () => {
  const { state, asked } = desk({ imageAccept: review('accepted'), imageReturn: review('returned') });
  const { clientId } = currentOutbox()!;
  await sayReview(state, 'accept', '');
  await sayReview(state, 'return', 'left edge');
  expect(asked('imageAccept')).toEqual([{ imageId: 4, clientId, revision: 12 }]);
  expect(asked('imageReturn')).toEqual([{ imageId: 4, clientId, revision: 12, remark: 'left edge' }]);
});

it('says a word that took a while about the revision at which it was begun', async () => {
  const { state, asked } = desk({ imageReturn: review('returned') });
  const { clientId } = currentOutbox()!;
  await sayReview(state, 'return', 'left edge', 9);
  expect(asked('imageReturn')).toEqual([{ imageId: 4, clientId, revision: 9, remark: 'left edge' }]);
});

it('shows what the server has where it was refused, and reads the edits that were not seen', async () => {
  const { state, stores, caughtUp } = desk({
    imageAccept: new Refusal('review.changed'),
    imageShapes: { review: review('returned') } as never,
  });
  expect(await sayReview(state, 'accept', '')).toBe(false);
  await waitFor(() => expect(stores.review.get()?.state).toBe('returned'));
  expect(caughtUp()).toBe(1);
});

it('after an own edit of an accepted image asks what became of it, says so, and no more than that', async () => {
  const answers = (state: 'submitted' | 'accepted', isReopened: boolean) =>
    ({ imageInfo: { review: state }, imageShapes: { review: review(state, isReopened) } }) as never;
  const { state, stores, asked, answer } = desk(answers('submitted', true), review('accepted'));
  await afterOwnEdit(state);
  expect(stores.review.get()).toMatchObject({ state: 'submitted', isReopened: true });
  expect(told).toEqual([en.review.reopenedByEdit]);
  // further edits change nothing
  await afterOwnEdit(state);
  expect(told).toHaveLength(1);
  expect(asked('imageShapes')).toHaveLength(1);
  // the last of them is undone
  answer(answers('accepted', false));
  await afterOwnEdit(state);
  expect(stores.review.get()?.state).toBe('accepted');
  expect(told).toEqual([en.review.reopenedByEdit, en.review.acceptedAgain]);
});

it('asks nothing after an own edit where no acceptance is at stake', async () => {
  for (const now of [null, review(null), review('submitted'), review('returned')]) {
    const { state, asked } = desk({}, now);
    // oxlint-disable-next-line no-await-in-loop
    await afterOwnEdit(state);
    expect(asked('imageInfo')).toEqual([]);
  }
});

it('hears that review was switched off, and on again', async () => {
  const { state, stores, answer } = desk({ imageShapes: { review: null } as never }, review('submitted'));
  await refreshReview(state);
  expect(stores.review.get()).toBeNull();
  answer({ imageShapes: { review: review('submitted') } as never });
  await refreshReview(state);
  expect(stores.review.get()?.state).toBe('submitted');
});
