/** The window of an image with 16 bits: what a model sees of it is said in the right number. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../../testing/screen.tsx';
import { makeDeskStores } from './desk-stores.ts';
import type { Desk } from './desk-types.ts';
import { WindowControl } from './WindowControl.tsx';

const levels = (max: number) => ({
  min: 0,
  max,
  usedBits: 12,
  auto: { low: 0, high: max },
  histogram: Array.from({ length: 16 }, () => 1),
});
const desk = { ...makeDeskStores(), setView: () => undefined } as unknown as Desk;

it.each([
  [200, /here a single level of grey/],
  [4095, /here 16 levels of grey/],
])('says of values up to %i how many levels a model sees', async (max, text) => {
  await show(<WindowControl desk={desk} levels={levels(max) as never} />, { screen: 'Annotate' });
  expect(screen.getByText(text)).toBeTruthy();
});

it('says nothing where there are enough', async () => {
  await show(<WindowControl desk={desk} levels={levels(65_535) as never} />, { screen: 'Annotate' });
  expect(screen.queryByText(/levels? of grey/)).toBeNull();
});
