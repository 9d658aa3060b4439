/** A crop is as wide as its place at most: a panel with a scrollbar beside it is narrower than one without. */
import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { UprightCrop, type CropRoom } from './UprightCrop.tsx';

afterEach(() => vi.restoreAllMocks());

const quad = [0, 0, 400, 0, 400, 40, 0, 40];
const pixels = { width: 500, height: 60, data: new Uint8ClampedArray(4 * 500 * 60) };
const load = () => Promise.resolve({ pixels, left: 0, top: 0, scale: 1 });

async function widthOf(room: CropRoom, place: number): Promise<string> {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(place);
  render(<UprightCrop quad={quad} room={room} load={load} label="crop" none="none" />);
  const canvas = screen.getByRole('img', { name: 'crop' });
  await waitFor(() => expect(canvas.style.width).not.toBe(''));
  return canvas.style.width;
}

it('fills the place that it stands in', async () => {
  expect(await widthOf({ low: 40, high: 96 }, 249)).toBe('249px');
});

it('keeps to a width that it is given', async () => {
  expect(await widthOf({ width: 214, low: 16, high: 60 }, 800)).toBe('214px');
});
