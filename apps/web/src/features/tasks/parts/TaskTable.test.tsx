/** Trainings of a model: with what each stage was trained. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { TaskTable } from './TaskTable.tsx';

it('says of every stage how it is trained: the first may be ready-made where the second learns', async () => {
  const task = {
    id: 7,
    kind: 'train',
    state: 'completed',
    projectId: 1,
    modelId: 7,
    recipe: 'textdet',
    modelType: 'text',
    params: { training: 'none', network: 'pp', imageSize: 640 },
    laterParams: [{ training: 'tune', network: 'pp', length: 'time', timeBudget: 5 }],
    images: { train: 48, val: 12, test: 0 },
    queuePosition: null,
    versionNumber: 3,
    actions: [],
    createdAt: '2026-11-01T00:00:00Z',
  };
  fakeApi({ taskList: { list: [task], total: 1, pageNum: 1, pageSize: 20 } as never });
  await show(<TaskTable kind="train" modelId={7} projectId={1} />, { screen: 'ModelList', family: 'ocr' });
  const row = (await screen.findByRole('link', { name: '#7' })).closest('tr')!;
  expect(row.textContent).toContain('1 · Ready-made');
  expect(row.textContent).toMatch(/2 · .*5 min/);
});
