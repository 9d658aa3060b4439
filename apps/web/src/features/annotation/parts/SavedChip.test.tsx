/** The sign of where the edits are: saved, on their way, cut off, refused. */
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { connectionStore } from '../../../core/connection.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi, Refusal } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { savedStore, type SavedState } from '../outbox-link.ts';
import { SavedChip } from './SavedChip.tsx';

const saved: SavedState = { kind: 'saved', pending: 0, rejected: 0, durable: true, at: null };
const shown = (state: Partial<SavedState>, isOpening = false) => {
  savedStore.set({ ...saved, ...state });
  return show(<SavedChip isOpening={isOpening} />, { screen: 'Annotate' });
};
const chip = () => screen.getByTestId('saved-chip');

afterEach(() => {
  savedStore.set(saved);
  connectionStore.set('online');
});

it('says when everything was saved, and nothing while the image is being opened', async () => {
  const opening = await shown({}, true);
  expect(screen.queryByTestId('saved-chip')).toBeNull();
  opening.unmount();
  await shown({ at: new Date(2026, 10, 23, 14, 5, 9).getTime() });
  expect(chip().textContent).toContain('14:05:09');
});

it('follows the edits: so many wait, then none', async () => {
  await shown({ kind: 'pending', pending: 3 });
  expect(chip().textContent).toContain('3');
  act(() => savedStore.set(saved));
  expect(chip().textContent).toContain(en.annotation.saved);
});

it('is honest where the network is away, whether edits wait or not', async () => {
  const { user } = await shown({});
  act(() => connectionStore.set('offline'));
  expect(chip().dataset['kind']).toBe('offline');
  expect(chip().textContent).toContain(en.annotation.offlineNone);
  act(() => savedStore.set({ ...saved, kind: 'offline', pending: 2 }));
  await user.click(chip());
  expect(await screen.findByText(en.annotation.offlineText)).toBeTruthy();
  expect(screen.getByRole('button', { name: en.annotation.sendNow })).toBeTruthy();
});

it('offers no sending to who is signed out, and warns where the browser keeps nothing', async () => {
  const { user } = await shown({ kind: 'signedOut', pending: 2, durable: false });
  await user.click(chip());
  expect(await screen.findByText(en.annotation.signedOutText)).toBeTruthy();
  expect(screen.getByText(en.annotation.notDurable)).toBeTruthy();
  expect(screen.queryByRole('button', { name: en.annotation.sendNow })).toBeNull();
});

it('counts what was refused, also while an image is being opened', async () => {
  fakeApi({ imageInfo: new Refusal('image.missing', { file: 'a.png' }) });
  await shown({ rejected: 2 }, true);
  expect(chip().textContent).toMatch(/2/);
});

it('never says saved beside edits that were refused', async () => {
  await shown({ rejected: 2, at: Date.now() });
  expect(chip().dataset['kind']).toBe('refused');
  expect(chip().textContent).not.toContain(en.annotation.saved);
  expect(chip().textContent).toContain('2');
});
