/** Models that own a training set and a test set: a training takes one, a test the other, and a project leads to its models. */
import { readyPreset, type FolderChoice, type Model } from '@loupe/contract';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signIn, signOut } from '../../core/session.ts';
import { ModelListPage } from '../../features/models/pages/ModelListPage.tsx';
import { AddSetPage } from '../../features/tasks/pages/AddSetPage.tsx';
import { TestAddPage } from '../../features/tasks/pages/TestAddPage.tsx';
import { ProjectListPage } from '../../features/projects/pages/ProjectListPage.tsx';
import { en } from '../../locales/en.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { show } from '../../testing/screen.tsx';
import { sessionOf } from '../../testing/session.ts';

const model = {
  id: 3,
  projectId: 1,
  projectName: 'line 4',
  planName: 'lots',
  functionName: 'front',
  type: 'text',
  datasets: [
    { id: 5, role: 'train', images: 12 },
    { id: 6, role: 'test', images: 12 },
  ],
  versions: 1,
  openTasks: 0,
  latestVersionNumber: 1,
} as unknown as Model;
const folders = [
  {
    id: 11,
    datasetId: 5,
    datasetName: 'TRAIN',
    name: 'lot 11',
    type: 'general',
    images: 12,
    annotated: 12,
    testImages: 0,
  },
  {
    id: 12,
    datasetId: 6,
    datasetName: 'TEST',
    name: 'lot 12',
    type: 'general',
    images: 12,
    annotated: 12,
    testImages: 0,
  },
] as unknown as FolderChoice[];
const none = { list: [], total: 0, pageNum: 1, pageSize: 50 };
const of = (datasetId: number | undefined) => folders.filter((one) => !datasetId || one.datasetId === datasetId);
const version = {
  id: 40,
  modelId: 3,
  number: 1,
  state: 'ready',
  labels: [],
  stages: [],
  assessment: { level: 'good', why: [], next: [], hasThreshold: true },
};

/** `open`: images of the training set whose texts nobody has annotated. `proposed`: of these, those with predictions. */
const serve = ({ open = 0, proposed = 0, latest = 1 as number | null } = {}) =>
  fakeApi({
    modelInfo: { ...model, latestVersionNumber: latest } as never,
    folderChoice: (({ datasetId }: { datasetId?: number }) => ({
      list: of(datasetId).map((one) => ({ ...one, annotated: one.images - open, preLabeled: proposed })),
    })) as never,
    folderList: (({ datasetId }: { datasetId?: number }) => ({ ...none, list: of(datasetId), total: 1 })) as never,
    versionList: { ...none, list: [version], total: 1 } as never,
    taskList: none,
    imageList: none,
    modelList: none,
    dashboardInfo: {} as never,
    datasetInfo: { id: 5, labels: [] } as never,
    trainCheck: {
      train: 10,
      val: 2,
      objects: 42,
      unannotated: 0,
      perLabel: [],
      warnings: [],
      trial: false,
      conflicts: { shapes: 0, images: 0, folders: [] },
      objectSides: [],
      seconds: null,
      stepSeconds: null,
    } as never,
    testCheck: { images: 12, seen: 0, seconds: null, suggested: [], conflicts: { shapes: 0 } } as never,
    projectList: {
      ...none,
      list: [{ id: 1, name: 'line 4', level: 'owner', owner: 'Wang', createdAt: '2026-11-25T00:00:00Z' }],
      total: 1,
    } as never,
  });

beforeEach(() => signIn(sessionOf(['project/pageList', 'model/pageList'])));
afterEach(() => signOut());

it('offers the folders of the training set alone, and chooses them', async () => {
  const server = serve();
  await show(<AddSetPage />, { screen: 'AddSet', family: 'ocr', search: '?modelId=3' });
  await screen.findByRole('checkbox', { name: /lot 11/ });
  expect(screen.queryByRole('checkbox', { name: /lot 12/ })).toBeNull();
  expect(screen.getByRole('group', { name: /^Training set/ })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Training set' })).toBeNull();
  expect(await screen.findByText('Marked texts')).toBeTruthy();
  await waitFor(() => expect(server.asked('trainCheck').at(-1)).toMatchObject({ modelId: 3, folderIds: [11] }));
});

it('says how images without annotations are pre-annotated: with the ready-made reader, while there is no version', async () => {
  const server = serve({ open: 12, latest: null });
  const { user } = await show(<AddSetPage />, { screen: 'AddSet', family: 'ocr', search: '?modelId=3' });
  await user.click(await screen.findByRole('button', { name: 'Choose “Ready-made”' }));
  const none = { training: 'none', network: 'pp' };
  await waitFor(() => expect(server.asked('trainCheck').at(-1)).toMatchObject({ params: none, laterParams: [none] }));
  expect(screen.queryByRole('button', { name: 'Choose “Ready-made”' })).toBeNull();
});

it('begins with the preset of its address, and asks before the start for what it does: nothing is learned', async () => {
  const server = serve({ open: 12, latest: null });
  const search = `?modelId=3&preset=${readyPreset}`;
  const { user } = await show(<AddSetPage />, { screen: 'AddSet', family: 'ocr', search });
  const none = { training: 'none', network: 'pp' };
  await waitFor(() => expect(server.asked('trainCheck').at(-1)).toMatchObject({ params: none, laterParams: [none] }));
  expect(screen.queryByRole('button', { name: 'Choose “Ready-made”' })).toBeNull();
  // nothing is learned, so nothing is held back to validate it
  expect(screen.queryByRole('slider', { name: en.tasks.split })).toBeNull();
  // a preset is no change that somebody made in a field
  expect(screen.queryByRole('button', { name: en.ui.resetDefaults })).toBeNull();
  const create = () => screen.findByRole<HTMLButtonElement>('button', { name: en.tasks.createVersion });
  await waitFor(async () => expect((await create()).disabled).toBe(false));
  await user.click(await create());
  await screen.findByText(en.tasks.nothingLearned);
  expect(screen.queryByText(/for training,.*for validation\.$/)).toBeNull();
});

it('leads to the training set, where a version that is there pre-annotates', async () => {
  serve({ open: 12 });
  const { user, path } = await show(<AddSetPage />, { screen: 'AddSet', family: 'ocr', search: '?modelId=3' });
  await user.click(await screen.findByRole('link', { name: en.families.ocr.toPreannotation }));
  await waitFor(() => expect(path()).toBe('/trainDetailOCR/trainDetailOCR/trainGatherDetail'));
});

it('asks for no pre-annotation where the predictions are there: they are to be accepted or rejected', async () => {
  serve({ open: 12, proposed: 12 });
  await show(<AddSetPage />, { screen: 'AddSet', family: 'ocr', search: '?modelId=3' });
  expect(await screen.findByText(/^The predictions on 12 images have not been accepted or rejected yet/)).toBeTruthy();
  expect(screen.getByRole('link', { name: en.families.ocr.toTrainingSet })).toBeTruthy();
  expect(screen.queryByRole('link', { name: en.families.ocr.toPreannotation })).toBeNull();
});

it('counts images with predictions apart from those that none has proposed on', async () => {
  serve({ open: 12, proposed: 5 });
  await show(<AddSetPage />, { screen: 'AddSet', family: 'ocr', search: '?modelId=3' });
  expect(await screen.findByText(/^The texts of 7 images are not annotated yet/)).toBeTruthy();
});

it('says nothing of annotations where all are there', async () => {
  serve();
  await show(<AddSetPage />, { screen: 'AddSet', family: 'ocr', search: '?modelId=3' });
  await screen.findByRole('checkbox', { name: /lot 11/ });
  expect(screen.queryByText(/not annotated yet/)).toBeNull();
});

it('proposes the test set to test on, and the training set may be added', async () => {
  const server = serve();
  await show(<TestAddPage />, { screen: 'TestAdd', family: 'ocr', search: '?model=3' });
  const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });
  await waitFor(async () => expect((await box(/lot 12/)).checked).toBe(true));
  expect((await box(/lot 11/)).checked).toBe(false);
  // no image of a test set is marked as a part: who asks for one tests on nothing
  await waitFor(() => expect(server.asked('testCheck').at(-1)).toEqual({ versionId: 40, folderIds: [12] }));
  expect(screen.queryByText(en.models.part)).toBeNull();
});

it('leads from a project to its models', async () => {
  serve();
  const { user, path } = await show(<ProjectListPage />, { screen: 'ProjectList', family: 'ocr' });
  await user.click(await screen.findByRole('link', { name: 'line 4' }));
  await waitFor(() => expect(path()).toBe('/modelOCR/index'));
});

it('manages the chosen project from its models: no entry of the menu leads to a list of projects', async () => {
  const project = { id: 1, name: 'line 4', family: 'ocr', example: false, level: 'owner', owner: 'Wang' };
  fakeApi({
    modelList: none,
    dashboardInfo: {} as never,
    projectInfo: project as never,
    projectList: { ...none, list: [project], total: 1 } as never,
  });
  await show(<ModelListPage slots={{} as never} />, { screen: 'ModelList', family: 'ocr', search: '?projectId=1' });
  expect(await screen.findByRole('button', { name: 'Manage project line 4' })).toBeDefined();
});
