/** An image with shapes over it: what is seen while it is on its way, and where it cannot be had. */
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
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

it('shows the text of a small object that is crowded out once the cursor is on it', async () => {
  const sizes = { clientWidth: 120, clientHeight: 60 };
  for (const [name, value] of Object.entries(sizes))
    vi.spyOn(HTMLElement.prototype, name as never, 'get').mockReturnValue(value as never);
  const shapes = [0, 40, 80].map((x) => ({
    key: `s${x}`,
    color: '#ff0000',
    kind: 'rect' as const,
    points: [x, 20, x + 38, 58],
    text: `scratch at ${x}`,
  }));
  await show(<ImageView src="whole.png" width={120} height={60} shapes={shapes} />);
  expect(await screen.findByText('scratch at 0')).toBeTruthy();
  expect(screen.queryByText('scratch at 80')).toBeNull();
  const frame = document.querySelector('[data-zoomable]')!;
  fireEvent.pointerMove(frame, { clientX: 95, clientY: 40 });
  expect(screen.getByText('scratch at 80')).toBeTruthy();
  fireEvent.pointerLeave(frame);
  expect(screen.queryByText('scratch at 80')).toBeNull();
});

it('keeps a long caption on one line, the whole of it at hand', async () => {
  const name = `${'line5_'.repeat(20)}.png · 640 × 480`;
  await show(<ImageView src="whole.png" width={640} height={480} legend caption={name} />);
  expect(screen.getByTitle(name).textContent).toBe(name);
});

it('puts no text of a shape below its caption', async () => {
  for (const [name, value] of Object.entries({ clientWidth: 400, clientHeight: 338 }))
    vi.spyOn(HTMLElement.prototype, name as never, 'get').mockReturnValue(value as never);
  const edge = { key: 'e', color: '#ff0000', kind: 'rect' as const, points: [100, 0, 120, 12], text: 'burr' };
  const placeOf = () => Number(/ (\d+)\)$/.exec(screen.getByText('burr').closest('g')!.getAttribute('transform')!)![1]);
  const { unmount } = await show(
    <ImageView src="whole.png" width={400} height={300} shapes={[edge]} caption="a.png" />,
  );
  await screen.findByText('burr');
  expect(placeOf()).toBeGreaterThanOrEqual(38);
  unmount();
  // without one there is room above
  await show(<ImageView src="whole.png" width={400} height={300} shapes={[edge]} />);
  await screen.findByText('burr');
  expect(placeOf()).toBeLessThan(38);
});
