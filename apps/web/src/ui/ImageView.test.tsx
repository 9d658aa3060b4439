/** An image with shapes over it: what is seen while it is on its way, and where it cannot be had. */
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { en } from '../locales/en.ts';
import { show } from '../testing/screen.tsx';
import { ImageView } from './ImageView.tsx';

const image = (name: string) => document.querySelector<HTMLImageElement>(`img[src="${name}"]`);
const view = <ImageView src="whole.png" preview="small.png" width={8320} height={8320} />;

it('shows the small image and says that it loads until the whole one is there', async () => {
  await show(view);
  expect(image('small.png')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toMatch(/Loading/);
  fireEvent.load(image('whole.png')!);
  expect(screen.queryByRole('status')).toBeNull();
  expect(image('small.png')).toBeNull();
  expect(image('whole.png')).toBeTruthy();
});

it('says so where the image cannot be displayed', async () => {
  await show(view);
  fireEvent.error(image('whole.png')!);
  expect(screen.getByText(en.ui.imageFailed)).toBeTruthy();
  expect(screen.queryByRole('status')).toBeNull();
});
