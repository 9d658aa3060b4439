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

it('says of every test what came of it, with the names of its figures', async () => {
  const task = {
    kind: 'test',
    state: 'completed',
    projectId: 1,
    modelId: 7,
    recipe: '',
    modelType: 'text',
    params: {},
    laterParams: [],
    images: { train: 0, val: 0, test: 40 },
    queuePosition: null,
    versionNumber: 3,
    actions: [],
    createdAt: '2026-11-01T00:00:00Z',
  };
  const figures = { endToEnd: 0.8625, wordAccuracy: 0.954, hmean: 0.9 };
  const list = [
    { ...task, id: 8, figures },
    { ...task, id: 9, figures: null },
    { ...task, id: 10, figures: { ...figures, endToEnd: null } },
  ];
  fakeApi({ taskList: { list, total: 3, pageNum: 1, pageSize: 20 } as never });
  await show(<TaskTable kind="test" modelId={7} projectId={1} />, { screen: 'ModelList', family: 'ocr' });
  const cellOf = async (id: number) =>
    (await screen.findByRole('link', { name: `#${id}` })).closest('tr')!.querySelectorAll('td')[4]!.textContent;
  const named = /hmean 0\.86[23].*95\.4%$/;
  expect(await cellOf(8)).toMatch(named);
  expect(await cellOf(9)).toBe('–');
  expect(await cellOf(10)).not.toMatch(/hmean/);
});
