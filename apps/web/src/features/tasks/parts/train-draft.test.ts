import { CallError, detectTable, isOfUse, recipes, type FolderChoice } from '@loupe/contract';
import { expect, test } from 'vitest';
import {
  areSame,
  asksToContinue,
  draftLike,
  emptyDraft,
  faultOfRefusal,
  preselect,
  requestOf,
  takenFrom,
  withoutSplit,
} from './train-draft.ts';

const folder = (id: number, type: FolderChoice['type'], change: Partial<FolderChoice> = {}): FolderChoice => ({
  id,
  datasetId: 1,
  type,
  images: 5,
  testImages: 0,
  annotated: 5,
  preLabeled: 0,
  createdAt: `2026-01-0${id}T00:00:00Z`,
  ...change,
});

const nothing = { dataset: 0, folder: 0 };

test('folders are chosen by what they are for, in the data set that was used last', () => {
  const folders = [
    folder(1, 'train', { datasetId: 7 }),
    folder(2, 'train'),
    folder(3, 'validation'),
    folder(4, 'test'),
    folder(5, 'validation', { datasetId: 7 }),
    folder(6, 'train', { images: 0 }),
  ];
  expect(preselect(folders, nothing)).toEqual({
    folderIds: [2],
    validation: 'chosen',
    validationFolderIds: [3],
    startVersionId: null,
    keptStages: [],
    device: 'auto',
  });
});

const fresh = { ...emptyDraft, folderIds: [1] };

test('a training like an earlier one begins with its folders that are still there, and names what is not', () => {
  const folders = [
    folder(1, 'train'),
    folder(2, 'train'),
    folder(3, 'general'),
    folder(4, 'validation', { images: 0 }),
  ];
  const of = (train: number[], validation: number[]) => draftLike(folders, { folders: { train, validation } }, fresh);
  expect(of([3, 2], [])).toEqual({ draft: { ...emptyDraft, folderIds: [2, 3] }, lost: [] });
  // 4 is empty, 9 is gone
  expect(of([3, 2, 9, 4, 9], [4])).toEqual({
    draft: { ...emptyDraft, folderIds: [2, 3] },
    lost: [{ kind: 'train', count: 2 }, { kind: 'allValidation' }],
  });
  expect(of([3], [1, 9])).toEqual({
    draft: { ...emptyDraft, folderIds: [3], validation: 'chosen', validationFolderIds: [1] },
    lost: [{ kind: 'validation', count: 1 }],
  });
  expect(of([9], [1])).toEqual({ draft: fresh, lost: [{ kind: 'allTrain' }] });
  expect(draftLike(folders, {}, fresh)).toEqual({ draft: fresh, lost: [{ kind: 'unknown' }] });
});

test('a training like an earlier one begins with its start version, its kept stages and its device', () => {
  const start = { versionId: 40, number: 2, kept: [1] };
  const taken = { startVersionId: 40, keptStages: [1], device: 'cuda:1' };
  const of = (train: number[]) =>
    draftLike(
      [folder(1, 'train'), folder(2, 'train')],
      { folders: { train, validation: [] }, start, requestedDevice: 'cuda:1' },
      fresh,
    );
  expect(of([2]).draft).toEqual({ ...emptyDraft, folderIds: [2], ...taken });
  expect(of([9]).draft).toEqual({ ...fresh, ...taken });
});

test('without a folder for validation the images are split; without one for training nothing is chosen', () => {
  expect(preselect([folder(1, 'train')], nothing).validation).toBe('split');
  expect(preselect([folder(1, 'general'), folder(2, 'test')], nothing).folderIds).toEqual([]);
});

test('the data set or the folder that one came from is chosen, with the validation folders beside it', () => {
  const folders = [
    folder(1, 'general'),
    folder(2, 'general', { annotated: 0 }),
    folder(3, 'validation'),
    folder(4, 'test'),
    folder(5, 'train', { datasetId: 7 }),
    folder(6, 'general', { datasetId: 7 }),
    folder(9, 'train', { datasetId: 8 }),
  ];
  const of = (dataset: number, id = 0) => preselect(folders, { dataset, folder: id });
  expect(of(1)).toMatchObject({ folderIds: [1], validation: 'chosen', validationFolderIds: [3] });
  expect(of(7)).toMatchObject({ folderIds: [5], validation: 'split' });
  expect(of(7, 6).folderIds).toEqual([6]);
  expect(of(1, 3)).toMatchObject({ folderIds: [3], validation: 'split' });
  // gone meanwhile, or of another project
  expect(of(55, 66).folderIds).toEqual([9]);
});

test('folders of which nothing is annotated are not chosen beside annotated ones', () => {
  const bare = { annotated: 0 };
  const validation = folder(3, 'validation', bare);
  const folders = [folder(1, 'train'), folder(2, 'train', bare), validation];
  expect(preselect(folders, nothing)).toMatchObject({ folderIds: [1], validation: 'split', validationFolderIds: [] });
  // then the form says that it has to be annotated first
  expect(preselect([folder(2, 'train', bare)], nothing).folderIds).toEqual([2]);
});

test('a request needs folders, and its own validation folders only where they are wanted', () => {
  const draft = { ...emptyDraft, folderIds: [1], validation: 'split', validationFolderIds: [2] } as const;
  expect(requestOf(9, { ...draft, folderIds: [1], validationFolderIds: [2] }, {})?.validationFolderIds).toEqual([]);
  expect(requestOf(9, { ...emptyDraft, folderIds: [1], validation: 'chosen' }, {})).toBeNull();
  expect(requestOf(9, { ...emptyDraft, folderIds: [1], startVersionId: 4 }, {})).toMatchObject({
    startVersionId: 4,
    device: 'auto',
  });
  expect(requestOf(9, { ...emptyDraft, folderIds: [1], device: 'cuda:1' }, {})).toMatchObject({ device: 'cuda:1' });
  expect(requestOf(9, emptyDraft, {})).toBeNull();
});

const refusal = (data: unknown) => new CallError({ code: 610, msg: '', en_msg: '', data });

test('a refusal is shown at the field that it names', () => {
  const table = withoutSplit(detectTable);
  expect(faultOfRefusal(refusal({ field: 'epochs' }), table, 'no')).toEqual({ epochs: { kind: 'text', text: 'no' } });
  expect(faultOfRefusal(refusal(null), table, 'no')).toBeNull();
  expect('validationSplit' in table).toBe(false);
});

test('only a refusal that asks is asked again', () => {
  expect(asksToContinue(refusal({ confirm: true }))).toBe(true);
  expect(asksToContinue(refusal({ folderIds: [1] }))).toBe(false);
  expect(asksToContinue(new Error('x'))).toBe(false);
});

test('a version brings what its weights were made for, and its image size', () => {
  const { start } = recipes.anomaly;
  const params = { method: 'synthetic', backbone: 'ppocr', imageSize: 512, timeBudget: 30 };
  expect(takenFrom(recipes.anomaly, params)).toEqual({ method: 'synthetic', backbone: 'ppocr', imageSize: 512 });
  // one from before there was a choice of backbones
  expect(takenFrom(recipes.detect, { network: 's' })).toEqual({
    network: 's',
    backbone: 'own',
    smallObjects: false,
  });
  expect(takenFrom(recipes.detect, { network: 'n', backbone: 'imagenet', smallObjects: true, imageSize: 640 })).toEqual(
    {
      network: 'n',
      backbone: 'imagenet',
      smallObjects: true,
      imageSize: 640,
    },
  );
  expect(isOfUse(start, params)).toBe(true);
  expect(isOfUse(start, { ...params, method: 'memory' })).toBe(false);
});

test('choices are the same where they come to the same training', () => {
  const begun = { ...emptyDraft, folderIds: [1, 2] };
  const same = (change: Partial<typeof emptyDraft>) => areSame(begun, { ...begun, ...change });
  expect(same({ folderIds: [2, 1] })).toBe(true);
  expect(same({ validationFolderIds: [3] })).toBe(true);
  expect(same({ keptStages: [0] })).toBe(true);
  expect(same({ folderIds: [1] })).toBe(false);
  expect(same({ validation: 'chosen' })).toBe(false);
  expect(same({ startVersionId: 4 })).toBe(false);
  expect(same({ device: 'cpu' })).toBe(false);
  const apart = { ...begun, validation: 'chosen' as const, validationFolderIds: [3, 4], startVersionId: 4 };
  expect(areSame(apart, { ...apart, validationFolderIds: [4, 3] })).toBe(true);
  expect(areSame(apart, { ...apart, validationFolderIds: [4] })).toBe(false);
  expect(areSame(apart, { ...apart, keptStages: [1] })).toBe(false);
});
