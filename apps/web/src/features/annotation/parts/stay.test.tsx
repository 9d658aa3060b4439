/** The browser's own ways out of a half-drawn shape. *Back* itself is for a browser: the history of tests asks nobody on the way back. */
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createBench } from '../../../canvas/testing/headless.ts';
import { show } from '../../../testing/screen.tsx';
import { stayWhileHeld, useStay } from './stay.ts';

async function begin() {
  const bench = createBench({ shapes: [] });
  const saved = vi.fn();
  function Page() {
    useStay({ editor: () => bench, focus: () => {}, wanted: () => 1 });
    return <input aria-label="text" onBlur={saved} />;
  }
  const shown = await show(<Page />, { screen: 'Annotate', search: '?id=1' });
  const here = shown.path();
  return { ...shown, bench, saved, here };
}

it('stays, and says why, until the shape is finished', async () => {
  const { bench, history, path, here } = await begin();
  bench.key('KeyP');
  bench.click(40, 40);
  bench.click(160, 40);
  bench.click(160, 160);
  history.push('/elsewhere');
  await waitFor(() => expect(bench.notices).toEqual(['canvas.unfinished']));
  expect(path()).toBe(here);
  bench.key('Enter');
  expect(bench.ops).toHaveLength(1);
  history.push('/elsewhere');
  await waitFor(() => expect(path()).toBe('/elsewhere'));
});

it('saves the text that is being typed on the way out', async () => {
  const { user, history, path, saved } = await begin();
  await user.click(screen.getByLabelText('text'));
  history.push('/elsewhere');
  await waitFor(() => expect(path()).toBe('/elsewhere'));
  expect(saved).toHaveBeenCalled();
});

it('lets who is signed out go', async () => {
  const { bench, history, path } = await begin();
  bench.key('KeyP');
  bench.click(40, 40);
  history.push('/login');
  await waitFor(() => expect(path()).toBe('/login'));
});

it('lets the address come to the image that the stage shows already', async () => {
  const { bench, history, here } = await begin();
  bench.key('KeyP');
  bench.click(40, 40);
  history.push(`${here}?id=2`);
  await waitFor(() => expect(bench.notices).toEqual(['canvas.unfinished']));
  expect(history.location.search).toBe('?id=1');
  history.push(`${here}?id=1&folderId=3`);
  await waitFor(() => expect(history.location.search).toBe('?id=1&folderId=3'));
  expect(bench.notices).toHaveLength(1);
});

it('stays also where the other page has the same number in its address', async () => {
  const { bench, history, path, here } = await begin();
  bench.key('KeyP');
  bench.click(40, 40);
  history.push('/elsewhere?id=1');
  await waitFor(() => expect(bench.notices).toEqual(['canvas.unfinished']));
  expect(path()).toBe(here);
});

it('saves the text that is being typed before the image goes', async () => {
  const { bench, user, saved } = await begin();
  await user.click(screen.getByLabelText('text'));
  const leave = stayWhileHeld({ editor: () => bench, focus: () => {}, wanted: () => 1 }, () =>
    expect(saved).toHaveBeenCalledOnce(),
  );
  leave();
  expect.assertions(1);
});
