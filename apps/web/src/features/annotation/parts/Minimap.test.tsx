/** The overview map: there only while the image does not all fit, and it moves the view. */
import type { ImageAnnotation } from '@loupe/contract';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createBench } from '../../../canvas/testing/headless.ts';
import { show } from '../../../testing/screen.tsx';
import { makeDeskStores } from './desk-stores.ts';
import type { Desk } from './desk-types.ts';
import { Minimap } from './Minimap.tsx';

function made() {
  const bench = createBench();
  const stores = makeDeskStores();
  stores.image.set({ image: { id: 1, width: 400, height: 300 } } as unknown as ImageAnnotation);
  const follow = () => stores.cursor.set({ ...stores.cursor.get(), sight: bench.status().sight });
  follow();
  return { bench, stores, follow, desk: { ...stores, editor: () => bench } as unknown as Desk };
}
const map = () => screen.queryByRole('figure', { name: 'Overview map' });

it('comes with the zoom, shows what is in sight, and goes by its key', async () => {
  const { bench, stores, follow, desk } = made();
  await show(<Minimap desk={desk} />, { screen: 'Annotate' });
  expect(map()).toBeNull();
  act(() => {
    bench.setScale(2);
    follow();
  });
  const { left, width } = map()!.querySelector('i')!.style;
  expect([left, width]).toEqual(['42px', '84px']);
  act(() => stores.minimapOpen.set(false));
  expect(map()).toBeNull();
});

it('moves the view to where it is pressed', async () => {
  const { bench, follow, desk } = made();
  await show(<Minimap desk={desk} />, { screen: 'Annotate' });
  act(() => {
    bench.setScale(4);
    follow();
  });
  map()!.setPointerCapture = () => undefined;
  fireEvent(map()!, new MouseEvent('pointerdown', { clientX: 42, clientY: 63, buttons: 1, bubbles: true }));
  const { sight } = bench.status();
  expect([(sight[0] + sight[2]) / 2, (sight[1] + sight[3]) / 2]).toEqual([100, 150]);
});
