/** The form of a new training is not left with what a person chose without a question, and without one where nothing is lost. */
import type { FolderChoice, Model, TrainCheck } from '@loupe/contract';
import { act, screen, waitFor } from '@testing-library/react';
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
const folder = (id: number, type: FolderChoice['type']) => ({
  id,
  datasetId: 2,
  datasetName: 'castings',
  name: `lot ${id}`,
  type,
  images: 20,
  testImages: 0,
  annotated: 20,
  createdAt: '2026-11-01T00:00:00Z',
});
const folders = [folder(11, 'train'), folder(12, 'train'), folder(13, 'test')];
const check = {
  train: 32,
  val: 8,
  objects: 90,
  unannotated: 0,
  perLabel: [],
  conflicts: { shapes: 0, images: 0, folders: [] },
  warnings: [],
  trial: false,
  objectSides: [],
  cards: [{ device: 'cuda:0', name: 'Tesla T4' }],
  seconds: null,
  stepSeconds: null,
} as unknown as TrainCheck;
const version = {
  id: 40,
  modelId: 3,
  number: 1,
  labels: [{ name: 'plate', color: '#d64545', locates: true }],
  stages: [
    { ordinal: 0, recipe: 'locate', params: { network: 'n' } },
    { ordinal: 1, recipe: 'inspect', params: { network: 'n' } },
  ],
};
const like = {
  id: 8,
  params: { network: 'n' },
  laterParams: [{ network: 'n' }],
  folders: { train: [12, 11], validation: [13] },
  start: { versionId: 40, number: 1, kept: [0] },
};

async function opened(search = '', more: Parameters<typeof fakeApi>[0] = {}) {
  const page = { pageNum: 1, pageSize: 50 };
  fakeApi({
    modelInfo: model as never,
    folderChoice: { list: folders } as never,
    folderList: { list: folders, total: folders.length, ...page } as never,
    versionList: { list: [version], total: 1, ...page } as never,
    taskList: { list: [], total: 0 },
    taskInfo: like as never,
    imageList: { list: [], total: 0 },
    modelList: { list: [], total: 0 },
    dashboardInfo: {} as never,
    datasetInfo: { id: 2, labels: [] } as never,
    trainCheck: check as never,
    ...more,
  });
  const shown = await show(<AddSetPage />, { screen: 'AddSet', search: `?modelId=3${search}` });
  await waitFor(() => expect(lot(11).checked).toBe(true));
  await screen.findByText(en.tasks.startVersion);
  return { ...shown, leave: () => act(() => shown.history.push('/elsewhere')) };
}
type Opened = Awaited<ReturnType<typeof opened>>;
const lot = (id: number) => screen.getAllByRole<HTMLInputElement>('checkbox', { name: new RegExp(`lot ${id}`) })[0]!;
const radio = (name: string) => screen.getByRole('radio', { name });

const question = () => screen.queryByText(en.ui.discardTitle);

/** Whether the page is still there, after the question that it asked. */
const asks = async ({ user, path, leave }: Opened): Promise<boolean> => {
  leave();
  await screen.findByText(en.ui.discardTitle);
  await user.click(screen.getByRole('button', { name: en.ui.keepEditing }));
  await waitFor(() => expect(question()).toBeNull());
  return path() === '/model/addSet';
};
const isLeftAtOnce = async ({ path, leave }: Opened): Promise<boolean> => {
  leave();
  await waitFor(() => expect(path()).toBe('/elsewhere'));
  return question() === null;
};

it('is left at once with what it began with, also where that is an earlier training', async () => {
  const fresh = await opened();
  expect(await isLeftAtOnce(fresh)).toBe(true);
  fresh.unmount();
  expect(await isLeftAtOnce(await opened('&like=8'))).toBe(true);
});

it('asks before chosen folders are lost, and not once they are as before', async () => {
  const page = await opened();
  await page.user.click(lot(11));
  expect(await asks(page)).toBe(true);
  expect(lot(11).checked).toBe(false);
  await page.user.click(lot(11));
  expect(await isLeftAtOnce(page)).toBe(true);
});

it('asks before another validation is lost', async () => {
  const page = await opened();
  await page.user.click(radio(en.tasks.validationChosen));
  expect(await asks(page)).toBe(true);
  await page.user.click(radio(en.tasks.validationSplit));
  expect(await isLeftAtOnce(page)).toBe(true);
});

it('asks before another start is lost, with the stages that it keeps', async () => {
  const page = await opened('&like=8');
  const [first] = await screen.findAllByRole<HTMLInputElement>('checkbox', { name: /^Stage 1/ });
  expect(first!.checked).toBe(true);
  await page.user.click(first!);
  expect(await asks(page)).toBe(true);
  await page.user.click(first!);
  expect(await isLeftAtOnce(page)).toBe(true);
});

it('asks before another device is lost', async () => {
  const page = await opened();
  await page.user.click(await screen.findByRole('combobox', { name: en.tasks.device }));
  await page.user.click(await screen.findByText('GPU 0: Tesla T4'));
  expect(await asks(page)).toBe(true);
});

it('asks nothing for what is set because of the images, and asks before it was set otherwise', async () => {
  const small = { ...check, objectSides: [0.008, 0.008, 0.2, 0.2, 0.2] };
  const more = { modelInfo: { ...model, type: 'singleStage' } as never, trainCheck: small as never };
  const fresh = await opened('', more);
  await screen.findByText(/Small objects is on/);
  expect(await isLeftAtOnce(fresh)).toBe(true);
  fresh.unmount();
  const page = await opened('', more);
  await page.user.click(await screen.findByRole('button', { name: 'Train without Small objects' }));
  expect(await asks(page)).toBe(true);
});
