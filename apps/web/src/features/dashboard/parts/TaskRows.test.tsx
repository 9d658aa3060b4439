/** Tasks under way on the home page: as far as their own pages say. */
import type { Task } from '@loupe/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../../testing/screen.tsx';
import { TaskRows } from './TaskRows.tsx';

const training = {
  id: 5,
  kind: 'train',
  state: 'running',
  projectId: 1,
  modelId: 1,
  subject: 'Codes / Front',
  recipe: 'textdet',
  modelType: 'text',
  params: {},
  laterParams: [{}],
  length: { epochs: 4, steps: 60 },
  queuePosition: null,
  progress: { phase: 'train', done: 30, total: 60, unit: 'step', etaSeconds: 120 },
} as unknown as Task;
const inStage = (index: number): Task => ({ ...training, stage: { index, count: 2, recipe: 'textdet' } });

it('counts all stages of a training, and says of which of them the time is', async () => {
  await show(<TaskRows tasks={[inStage(0)]} />);
  expect(screen.getByText('24%')).toBeTruthy();
  expect(screen.getByText('2 min left in this stage')).toBeTruthy();
});

it('says of the last stage what is left of the whole', async () => {
  await show(<TaskRows tasks={[inStage(1)]} />);
  expect(screen.getByText('74%')).toBeTruthy();
  expect(screen.getByText('2 min left')).toBeTruthy();
});

it('lists what runs above the queue, and that in its order', async () => {
  const named = (id: number, subject: string, queuePosition: number | null): Task =>
    ({ ...inStage(0), id, subject, queuePosition }) as Task;
  await show(<TaskRows tasks={[named(9, 'last', 2), named(8, 'next', 1), named(7, 'runs', null)]} />);
  const rows = screen.getAllByText(/^(runs|next|last)$/).map((one) => one.textContent);
  expect(rows).toEqual(['runs', 'next', 'last']);
});
