/** The line of a search: what it does now, before and while images are searched. */
import { permissionKeys, type Task } from '@loupe/contract';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { sessionStore } from '../../../core/session.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { PreannotationRow } from './PreannotationRow.tsx';

beforeEach(() => sessionStore.set(sessionOf(permissionKeys)));

const searching = (phase: string, done: number, total: number) =>
  ({
    id: 5,
    kind: 'preannotate',
    state: 'running',
    subject: 'Gears / front',
    params: { datasetId: 1, similar: {} },
    versionNumber: null,
    progress: { phase, done, total, unit: 'image', etaSeconds: 40 },
    actions: [],
    waitsFor: null,
    queuePosition: null,
    causeText: null,
  }) as unknown as Task;

it('says that it learns from the examples, and how far that is', async () => {
  fakeApi({});
  await show(<PreannotationRow task={searching('learn', 9, 36)} />, { screen: 'ImageList' });
  await screen.findByText(new RegExp(en.preannotation.similar.learning));
  expect(screen.getByText(/25/)).toBeTruthy();
  expect(screen.getByText(/left/)).toBeTruthy();
});

it('says nothing of it once images are searched', async () => {
  fakeApi({});
  await show(<PreannotationRow task={searching('predict', 3, 6)} />, { screen: 'ImageList' });
  await screen.findByText(/50/);
  expect(screen.queryByText(new RegExp(en.preannotation.similar.learning))).toBeNull();
});

it.each([
  [12, '6 / 6 images · 12 predictions'],
  [0, '6 / 6 images · no predictions'],
  [undefined, '6 / 6 images'],
])('sums up what it has found once it has ended', async (proposals, words) => {
  fakeApi({});
  const task = searching('predict', 6, 6);
  const ended = {
    ...task,
    state: 'completed',
    progress: { ...task.progress!, ...(proposals !== undefined && { proposals }) },
  };
  await show(<PreannotationRow task={ended as Task} />, { screen: 'ImageList' });
  expect(await screen.findByText(words)).toBeTruthy();
});

it('calls the data set of a model as its place in the model', async () => {
  fakeApi({});
  const task = { ...searching('predict', 3, 6), subject: 'TRAIN / lot 7', params: { datasetId: 5 }, modelType: 'text' };
  await show(<PreannotationRow task={task as unknown as Task} />, { screen: 'FolderList', family: 'ocr' });
  expect(await screen.findByText('Training set / lot 7')).toBeTruthy();
});
