/** Curves of a training that is over: a chart without a point is no chart. */
import type { SeriesPoint, Task } from '@loupe/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { columnsFor, CurveCards } from './CurveCards.tsx';

const task = (id: number, state: Task['state'], params: object = { training: 'tune' }) =>
  ({
    id,
    kind: 'train',
    state,
    modelId: 3,
    recipe: 'textrec',
    stage: null,
    params,
    laterParams: [],
    labels: [],
  }) as unknown as Task;
const serve = (points: readonly Partial<SeriesPoint>[]) =>
  fakeApi({
    taskSeries: points as never,
    taskList: { list: [], total: 0, pageNum: 1, pageSize: 50 } as never,
  });

it('leaves all of it out where nothing was learned and nothing judged', async () => {
  // what the engine tells beside it is no curve
  serve([{ stage: 0, name: 'images_per_second', step: 1, value: 3 }]);
  const { container } = await show(<CurveCards task={task(1, 'completed')} />);
  await expect.poll(() => container.textContent).toBe('');
});

it('shows the one figure that there is, and no empty chart beside it', async () => {
  serve([{ stage: 0, name: 'word_accuracy', step: 1, value: 0.9 }]);
  await show(<CurveCards task={task(2, 'completed')} />);
  await screen.findByText(en.tasks.oneValidation);
  expect(screen.queryByRole('heading', { name: en.tasks.loss })).toBeNull();
  expect(screen.queryByText(en.ui.noPoints)).toBeNull();
});

it('keeps the charts of a training that is at work', async () => {
  serve([]);
  await show(<CurveCards task={task(4, 'running')} />);
  expect(await screen.findByRole('heading', { name: en.tasks.loss })).toBeTruthy();
});

it('promises no curve of a reader that learns nothing, also while it is at work', async () => {
  serve([]);
  const { container } = await show(<CurveCards task={task(5, 'running', { training: 'none' })} />);
  await expect.poll(() => container.textContent).toBe('');
});

it('fills its rows with the charts that there are', async () => {
  expect([1, 2, 3, 4, 5, 6].map(columnsFor)).toEqual([1, 2, 3, 2, 3, 3]);
  serve([
    { stage: 0, name: 'word_accuracy', step: 1, value: 0.5 },
    { stage: 0, name: 'word_accuracy', step: 2, value: 0.9 },
  ]);
  await show(<CurveCards task={task(6, 'completed')} />);
  const room = (await screen.findByRole('heading', { level: 2 })).closest('[style]') as HTMLElement;
  expect(room.style.getPropertyValue('--columns')).toBe(String(screen.getAllByRole('heading', { level: 2 }).length));
});

it('leaves a curve its colour when another one begins', async () => {
  const point = (name: string) => ({ stage: 0, name, step: 1, value: 2 });
  const detect = (id: number) => ({ ...task(id, 'running', { network: 'n' }), recipe: 'detect' }) as Task;
  const colourOf = async (id: number, names: readonly string[]) => {
    serve(names.map(point));
    const { unmount } = await show(<CurveCards task={detect(id)} />);
    const own = await screen.findByRole('button', { name: en.tasks.lossBox });
    if (names.includes('val_loss')) await screen.findAllByRole('button', { name: en.tasks.lossVal });
    const colour = own.querySelector('path')!.getAttribute('stroke');
    unmount();
    return colour;
  };
  const before = await colourOf(21, ['loss', 'loss_box']);
  expect(await colourOf(22, ['loss', 'loss_box', 'val_loss'])).toBe(before);
});
