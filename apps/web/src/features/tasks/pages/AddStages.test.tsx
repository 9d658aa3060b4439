/** The form of a training in stages: both with their parameters, and one that stays as it is in a version. */
import { recipes, type FolderChoice, type Model, type TrainCheck } from '@loupe/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { AddSetPage } from './AddSetPage.tsx';

const model = {
  id: 3,
  projectId: 1,
  projectName: 'line 4',
  planName: 'caps',
  functionName: 'find',
  type: 'multiStage',
  datasets: [],
  versions: 1,
  openTasks: 0,
  latestVersionNumber: 1,
} as unknown as Model;
const folders = [
  {
    id: 11,
    datasetId: 2,
    datasetName: 'caps',
    name: 'lot 11',
    type: 'train',
    images: 20,
    annotated: 20,
    testImages: 0,
  },
] as unknown as FolderChoice[];
const labels = ['plate', 'dent'].map((name) => ({ name, color: '#d64545', objects: 90 }));
const check = {
  train: 16,
  val: 4,
  objects: 180,
  unannotated: 0,
  perLabel: labels,
  conflicts: { shapes: 0, images: 0, folders: [] },
  warnings: [],
  trial: false,
  objectSides: [],
  seconds: null,
  stepSeconds: null,
} as unknown as TrainCheck;
const version = {
  id: 40,
  modelId: 3,
  number: 1,
  labels: [{ ...labels[0], locates: true }, labels[1]],
  stages: [
    { ordinal: 0, recipe: 'locate', params: { locating: ['plate'], imageSize: 320, network: 'n' } },
    { ordinal: 1, recipe: 'inspect', params: { imageSize: 320, network: 'n' } },
  ],
};

async function opened() {
  const none = { list: [], total: 0, pageNum: 1, pageSize: 50 };
  const server = fakeApi({
    modelInfo: model as never,
    folderChoice: { list: folders } as never,
    folderList: { ...none, list: folders, total: 1 } as never,
    versionList: { ...none, list: [version], total: 1 } as never,
    taskList: none,
    imageList: none,
    modelList: none,
    dashboardInfo: {} as never,
    datasetInfo: { id: 2, labels: labels.map((one) => ({ ...one, shapes: 90 })) } as never,
    trainCheck: check as never,
    trainAdd: { id: 77 } as never,
  });
  const page = await show(<AddSetPage />, { screen: 'AddSet', search: '?modelId=3' });
  const start = await screen.findByRole<HTMLButtonElement>('button', { name: new RegExp(`${en.tasks.start}$`) });
  return { server, start, ...page };
}
const titles = [1, 2].map((n) => `Stage ${n}: ${recipes[n === 1 ? 'locate' : 'inspect'].stageName!.en}`);
const heads = () => titles.map((title) => screen.queryAllByText(new RegExp(`^${title} · `)).length > 0);

it('has the parameters of each stage, and asks for both with the labels of the parts', async () => {
  const { server, start, user } = await opened();
  await user.click(await screen.findByRole('checkbox', { name: /plate/ }));
  expect(heads()).toEqual([true, true]);
  const [first, second] = screen.getAllByLabelText<HTMLInputElement>('Training time', { selector: 'input' });
  await user.clear(first!);
  await user.type(first!, '7');
  await user.clear(second!);
  await user.type(second!, '9');
  await waitFor(() => expect(start.disabled).toBe(false));
  expect(server.asked('trainCheck').at(-1)).toMatchObject({
    params: { locating: ['plate'], timeBudget: 7 },
    laterParams: [{ timeBudget: 9, partMost: 20 }],
  });
  // what is changed in either stage is counted, and put back; the answer stays
  expect(screen.getByText(/^2 /)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: en.ui.resetDefaults }));
  expect([first!.value, second!.value]).toEqual(['30', '30']);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /plate/ }).checked).toBe(true);
});

it('keeps a stage of a version: its parameters are gone, one stage at least is trained, and the labels are taken over', async () => {
  const { server, start, user } = await opened();
  await user.click(await screen.findByRole('combobox', { name: en.tasks.startVersion }));
  await user.click(
    await screen.findByText(/^Version 1|from version 1/i, { selector: '.ant-select-item-option-content' }),
  );
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: /^plate/ })).checked).toBe(true);
  const keep = (n: 1 | 2) => screen.getByRole<HTMLInputElement>('checkbox', { name: titles[n - 1]! });
  await user.click(keep(1));
  expect(heads()).toEqual([false, true]);
  expect(keep(2).disabled).toBe(true);
  await waitFor(() => expect(start.disabled).toBe(false));
  expect(server.asked('trainCheck').at(-1)).toMatchObject({ startVersionId: 40, keptStages: [0] });
  await user.click(start);
  await screen.findByText(en.tasks.startQuestion);
  await user.click(screen.getAllByRole('button', { name: new RegExp(`${en.tasks.start}$`) }).at(-1)!);
  await waitFor(() => expect(server.asked('trainAdd')).toHaveLength(1));
  expect(server.asked('trainAdd')[0]).toMatchObject({ startVersionId: 40, keptStages: [0] });
});
