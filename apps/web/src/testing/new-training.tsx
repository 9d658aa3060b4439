/** The form of a new training with what the server says of it, for tests. */
import type { FolderChoice, Model, TrainCheck } from '@loupe/contract';
import { screen } from '@testing-library/react';
import { AddSetPage } from '../features/tasks/pages/AddSetPage.tsx';
import { en } from '../locales/en.ts';
import { fakeApi, type Answers } from './fake-api.ts';
import { show } from './screen.tsx';

export const model = {
  id: 3,
  projectId: 1,
  projectName: 'line 4',
  planName: 'caps',
  functionName: 'find',
  type: 'singleStage',
  datasets: [],
  versions: 0,
  openTasks: 0,
  latestVersionNumber: null,
} as unknown as Model;
export const folder = (id: number, type: FolderChoice['type']) => ({
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
export const folders = [folder(11, 'train'), folder(12, 'train'), folder(13, 'test')];
export const check = {
  train: 32,
  val: 8,
  objects: 90,
  unannotated: 0,
  perLabel: [{ name: 'dent', color: '#d64545', objects: 90 }],
  conflicts: { shapes: 0, images: 0, folders: [] },
  warnings: [],
  trial: false,
  objectSides: [],
  seconds: null,
  stepSeconds: null,
} as unknown as TrainCheck;

export async function opened(more: Answers = {}, search = '') {
  const list = { list: folders, total: folders.length, pageNum: 1, pageSize: 50 };
  const server = fakeApi({
    modelInfo: model as never,
    folderChoice: { list: folders } as never,
    folderList: list as never,
    versionList: { list: [], total: 0 },
    taskList: { list: [], total: 0 },
    imageList: { list: [], total: 0 },
    modelList: { list: [], total: 0 },
    dashboardInfo: {} as never,
    trainCheck: check as never,
    trainAdd: { id: 77 } as never,
    ...more,
  });
  const page = await show(<AddSetPage />, { screen: 'AddSet', search: `?modelId=3${search}` });
  const start = await screen.findByRole<HTMLButtonElement>('button', { name: new RegExp(`${en.tasks.start}$`) });
  return { server, start, ...page };
}
export const minutes = () => screen.getByLabelText<HTMLInputElement>('Training time', { selector: 'input' });
