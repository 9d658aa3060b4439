/** The dialog of pre-annotation where no version can propose anything yet: it leads to the training that gives one. */
import { messageText, permissionKeys, type Task } from '@loupe/contract';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { sessionStore } from '../../../core/session.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { PreannotateDialog } from './PreannotateDialog.tsx';

beforeEach(() => sessionStore.set(sessionOf(permissionKeys)));

it('does not start where no image is left to pre-annotate, and says so', async () => {
  const version = {
    id: 8,
    modelId: 3,
    model: 'gear / front',
    number: 2,
    labels: [],
    createdAt: '2026-11-24T12:00:00.000Z',
  };
  const check = { images: 0, annotated: 2, replaced: 0, labels: [], seconds: null };
  const server = fakeApi({ preannotateVersions: [version], preannotateCheck: check });
  const subject = { datasetId: 5, projectId: 1, modelId: 3, name: 'images', selection: { filter: { folderId: 11 } } };
  const { user } = await show(<PreannotateDialog subject={subject} onClose={() => undefined} />, {
    screen: 'FolderList',
    family: 'detection',
  });
  const why = messageText('preannotate.noImages', 'en');
  await screen.findByText('No image to pre-annotate: 2 images are annotated already');
  const start = screen.getByRole<HTMLButtonElement>('button', { name: en.preannotation.start });
  expect([start.disabled, start.title, start.getAttribute('aria-description')]).toEqual([true, '', why]);
  await user.click(start);
  expect(server.asked('preannotateAdd')).toEqual([]);
});

it('begins with the newest version that has learned something, and names one that has not', async () => {
  const common = { modelId: 3, model: 'gear / front', labels: [], createdAt: '2026-11-24T12:00:00.000Z' };
  const versions = [
    { ...common, id: 9, number: 3, level: 'notLearned' },
    { ...common, id: 8, number: 2, level: 'usable' },
  ];
  const check = { images: 5, annotated: 0, replaced: 0, labels: [], seconds: null };
  const server = fakeApi({ preannotateVersions: versions, preannotateCheck: check } as never);
  const subject = { datasetId: 6, projectId: 1, modelId: 3, name: 'images', selection: { filter: { folderId: 11 } } };
  const { user } = await show(<PreannotateDialog subject={subject} onClose={() => undefined} />, {
    screen: 'FolderList',
    family: 'detection',
  });
  await screen.findByText('5 images to pre-annotate');
  expect(server.asked('preannotateCheck').at(-1)).toMatchObject({ versionId: 8 });
  await user.click(screen.getByRole('combobox', { name: en.preannotation.version }));
  const level = messageText('assessment.level.notLearned', 'en');
  expect(await screen.findByTitle(new RegExp(`3 · ${level}$`))).toBeTruthy();
});

const open = async (modelId: number | null, family: 'ocr' | 'detection', list: Partial<Task>[] = []) => {
  fakeApi({ preannotateVersions: [], taskList: { list, total: list.length, pageNum: 1, pageSize: 5 } });
  const subject = { datasetId: 5, projectId: 1, modelId, name: 'images', selection: { filter: { folderId: 11 } } };
  await show(<PreannotateDialog subject={subject} onClose={() => undefined} />, { screen: 'FolderList', family });
};

it('leads to the new training of the model that owns the images', async () => {
  await open(3, 'ocr');
  const way = await screen.findByRole('link', { name: en.preannotation.toTraining_texts });
  expect(way.getAttribute('href')).toBe('/trainDetailOCR/trainTaskDetailOCR/add?modelId=3&preset=ready');
  expect(screen.getByText(/preset “Ready-made”/)).toBeTruthy();
});

it('leads nowhere where the images belong to no model', async () => {
  await open(null, 'detection');
  await screen.findByText(en.preannotation.noVersion);
  const start = screen.getByRole<HTMLButtonElement>('button', { name: en.preannotation.start });
  expect([start.disabled, start.getAttribute('aria-description')]).toEqual([true, en.preannotation.noVersion]);
  expect(screen.queryByRole('link', { name: en.preannotation.toTraining })).toBeNull();
});

it('names the training that is under way instead of asking for one', async () => {
  await open(3, 'ocr', [
    { id: 12, state: 'failed' },
    { id: 11, state: 'running' },
  ]);
  const way = await screen.findByRole('link', { name: en.preannotation.showTraining });
  expect(way.getAttribute('href')).toBe('/trainDetailOCR/trainTaskDetailOCR/trainingInfoOCR?id=11');
  expect(screen.getByText(/Training #11 is not done/)).toBeTruthy();
  expect(screen.queryByText(/preset “Ready-made”/)).toBeNull();
  const start = screen.getByRole<HTMLButtonElement>('button', { name: en.preannotation.start });
  expect([start.disabled, start.getAttribute('aria-description')]).toEqual([
    true,
    expect.stringContaining('Training #11 is not done'),
  ]);
});
