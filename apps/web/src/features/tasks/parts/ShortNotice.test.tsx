/** A training that is too short to learn says so while it can still be stopped. */
import type { Task } from '@loupe/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { ShortNotice } from './ShortNotice.tsx';

const line = (id: number, code: string, en: string) => ({
  id,
  attempt: 1,
  at: '2026-11-27T12:00:00.000Z',
  kind: 'warning',
  body: { code },
  text: { zh: en, en },
});
const lines = [line(1, 'train.fewSteps', 'Only 20 steps'), line(2, 'data.imageCorrupt', 'Damaged')];
const shown = async (id: number, state: Task['state']) => {
  const server = fakeApi({ taskLines: lines as never });
  await show(<ShortNotice task={{ id, state } as Task} />, { screen: 'TrainingInfo' });
  await waitFor(() => expect(server.asked('taskLines')).not.toEqual([]));
};

it('shows the warning of a running training, and no other', async () => {
  await shown(7, 'running');
  expect((await screen.findByRole('alert')).textContent).toBe('Only 20 steps');
});

it('leaves an ended one to its assessment', async () => {
  await shown(8, 'completed');
  expect(screen.queryByRole('alert')).toBeNull();
});
