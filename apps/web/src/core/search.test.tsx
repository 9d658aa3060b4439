/** The address of a screen, from the screen that it belongs to. */
import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { show } from '../testing/screen.tsx';
import { urlId, useUrlState } from './search.ts';

const Search = z.object({ id: urlId });

it('leaves the address alone where the person has gone to another screen meanwhile', async () => {
  let patch: (change: { id: number }) => void = () => undefined;
  function Part() {
    const [state, change] = useUrlState(Search);
    patch = change;
    return <p>{state.id}</p>;
  }
  const { history } = await show(<Part />, { search: '?id=1' });
  const { pathname } = history.location;
  await act(async () => patch({ id: 2 }));
  expect(history.location.href).toBe(`${pathname}?id=2`);
  await act(async () => history.push('/elsewhere?id=9'));
  await act(async () => patch({ id: 3 }));
  expect(history.location.href).toBe('/elsewhere?id=9');
});
