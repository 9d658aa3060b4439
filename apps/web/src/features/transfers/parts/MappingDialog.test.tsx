/** The classes of an upload: offered labels, new names that there cannot be, and what the import will make of it. */
import type { Inspection, Upload } from '@loupe/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { en } from '../../../locales/en.ts';
import { fakeApi, Refusal } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { mappingStore } from './ask.ts';
import { MappingDialog } from './MappingDialog.tsx';

const upload = {
  id: '0190a8c0-0000-7000-8000-000000000002',
  datasetId: 2,
  name: 'lot.zip',
  folderName: 'lot 1',
  state: 'waiting',
  folders: 'into',
} as unknown as Upload;
const inspection = {
  images: 12,
  bytes: 1,
  directories: 0,
  annotations: 'coco',
  annotationFiles: 1,
  classes: [
    { name: 'scratch', shapes: 30, labelId: 5 },
    { name: 'deep dent', shapes: 8, labelId: null },
    { name: 'dust', shapes: 2, labelId: null },
  ],
  skipped: 0,
  problems: [],
  moreProblems: 0,
} as unknown as Inspection;
const answers = {
  uploadInfo: { ...upload, inspection },
  datasetInfo: { id: 2, name: 'castings', family: 'detection', labels: [{ id: 5, name: 'scratch', color: '#d64545' }] },
} as const;
const start = () => screen.getByRole('button', { name: en.transfers.startImport });
const rowOf = (name: string) =>
  screen.getAllByRole('row').find((row) => within(row).queryByText(name, { exact: true }))!;

async function opened(more: Parameters<typeof fakeApi>[0] = {}) {
  const server = fakeApi({ ...answers, uploadList: { list: [], total: 0 }, ...more } as never);
  const shown = await show(<MappingDialog uploads={[upload]} />, { screen: 'ImageList' });
  await screen.findByText('deep dent');
  return { server, ...shown };
}

beforeEach(() => mappingStore.set(upload.id));

it('proposes the label of the same name, and for others a new one with a name that is allowed', async () => {
  const { server, user } = await opened();
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: /deep dent/ });
  expect(name.value).toBe('deep_dent');
  expect(screen.queryByRole('textbox', { name: /scratch/ })).toBeNull();
  await user.click(start());
  await waitFor(() => expect(server.asked('uploadImport')).toHaveLength(1));
  expect(server.asked('uploadImport')[0]?.mapping).toMatchObject([
    { name: 'scratch', target: { to: 'label', labelId: 5 } },
    { name: 'deep dent', target: { to: 'new', name: 'deep_dent' } },
    { name: 'dust', target: { to: 'new', name: 'dust' } },
  ]);
}, 90_000);

it('asks what becomes of subfolders only where images lie in several, and says what the files use them for', async () => {
  const of = (directories: number) => ({
    uploadInfo: { ...answers.uploadInfo, folders: 'one' as const, inspection: { ...inspection, directories } },
  });
  const plan = () => screen.getByRole<HTMLInputElement>('radio', { checked: true }).value;
  const flat = await opened(of(1));
  expect(screen.queryByText(en.transfers.plan)).toBeNull();
  flat.unmount();
  const several = await opened(of(2));
  expect(screen.getByText(en.transfers.plan)).toBeTruthy();
  expect(screen.queryByText(/to validation/)).toBeNull();
  expect(plan()).toBe('one');
  several.unmount();
  const split = { ...inspection, directories: 3, purposes: { train: 60, validation: 0, test: 1200 } };
  const divided = await opened({ uploadInfo: { ...answers.uploadInfo, folders: 'one', inspection: split } } as never);
  expect(screen.getByText(/60 images to training, 0 to validation and 1,200 to testing/)).toBeTruthy();
  expect(plan()).toBe('keep');
  divided.unmount();
  // images of one directory, all for tests: they are not to become images for training
  const held = { ...inspection, directories: 1, purposes: { train: 0, validation: 0, test: 12 } };
  await opened({ uploadInfo: { ...answers.uploadInfo, folders: 'one', inspection: held } } as never);
  expect(plan()).toBe('keep');
});

it('refuses a name that a label may not have, at its field, until it is mended', async () => {
  const { user } = await opened();
  const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: /deep dent/ });
  await user.clear(name());
  expect(start().hasAttribute('disabled')).toBe(true);
  expect(rowOf('deep dent').querySelector('.fault')?.textContent).toBeTruthy();
  await user.type(name(), 'dent');
  expect(start().hasAttribute('disabled')).toBe(false);
  expect(rowOf('deep dent').querySelector('.fault')).toBeNull();
});

it('counts what the import will make, and that two classes of one name become one label', async () => {
  const { user } = await opened();
  const outcome = () => document.querySelector('.outcome')!.textContent!;
  expect(outcome()).toMatch(/12.*40.*2/);
  const dust = screen.getByRole('textbox', { name: /dust/ });
  await user.clear(dust);
  await user.type(dust, 'Deep_Dent');
  expect(outcome()).toMatch(/12.*40.*1/);
  await user.click(screen.getByRole('button', { name: en.transfers.leaveAll }));
  // of no new label nothing is said
  expect(outcome()).toBe('Imports 12 images and 0 shapes · 40 shapes skipped');
});

it('leaves out of its count what is there already, by the folders that are chosen', async () => {
  const classes = [
    { ...inspection.classes[0]!, known: { one: 10, keep: 0 } },
    { ...inspection.classes[1]!, known: { one: 8, keep: 0 } },
    inspection.classes[2]!,
  ];
  const again = { ...inspection, directories: 2, classes, known: { one: 9, keep: 0, isAll: true } };
  const { user } = await opened({ uploadInfo: { ...upload, folders: 'one', inspection: again } } as never);
  const outcome = () => document.querySelector('.outcome')!.textContent!;
  expect(outcome()).toMatch(/3 images.*22 shapes/);
  expect(screen.getByText(/^\s*9 of the images are there already/)).toBeTruthy();
  expect(screen.getByText(/^18 shapes in the file/)).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: en.transfers.planKeep }));
  expect(outcome()).toMatch(/12 images.*40 shapes/);
  expect(screen.queryByText(/there already/)).toBeNull();
  await user.click(screen.getByRole('radio', { name: /lot 1/ }));
  await user.click(screen.getByRole('button', { name: en.transfers.leaveAll }));
  expect(screen.queryByText(/shapes in the file/)).toBeNull();
});

it('says that there may be more where not all could be looked at', async () => {
  const known = { one: 9, keep: 9, isAll: false };
  await opened({ uploadInfo: { ...upload, folders: 'one', inspection: { ...inspection, known } } } as never);
  expect(screen.getByText(/At least 9 of the images/)).toBeTruthy();
});

it('stays open where the server refuses, and closes when it began', async () => {
  const { server, user } = await opened({ uploadImport: new Refusal('upload.notWaiting' as never) });
  await user.click(start());
  await waitFor(() => expect(server.asked('uploadImport')).toHaveLength(1));
  expect(mappingStore.get()).toBe(upload.id);
  server.answer({ uploadImport: { id: upload.id } as never });
  await user.click(start());
  await waitFor(() => expect(mappingStore.get()).toBeNull());
});

it('says what is left out without calling it a fault of a file', async () => {
  const problems = [
    { file: '…', key: 'importLoss.points', msg: '不导入点：2 个', en_msg: '2 points are left out' },
    { file: 'a.xml', key: 'annotationFile.invalid', msg: '', en_msg: 'The annotation file “a.xml” cannot be read' },
  ];
  await opened({ uploadInfo: { ...upload, inspection: { ...inspection, problems } } } as never);
  const lines = [...document.querySelectorAll<HTMLElement>('.problems li')];
  expect(lines.map((line) => [line.dataset['mild'], line.textContent])).toEqual([
    ['true', '2 points are left out'],
    ['false', 'The annotation file “a.xml” cannot be read'],
  ]);
});

it('counts the images without annotations, and leaves them not annotated where a person says so', async () => {
  const { server, user } = await opened({ uploadInfo: { ...upload, inspection: { ...inspection, emptyImages: 3 } } });
  const choice = screen.getByRole('checkbox', { name: /3 images without annotations/ });
  await user.click(choice);
  await user.click(start());
  await waitFor(() => expect(server.asked('uploadImport')).toHaveLength(1));
  expect(server.asked('uploadImport')[0]).toMatchObject({ marksEmpty: false });
});

it('asks nothing about such images where there are none', async () => {
  const { server, user } = await opened();
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.click(start());
  await waitFor(() => expect(server.asked('uploadImport')).toHaveLength(1));
  expect(server.asked('uploadImport')[0]).toMatchObject({ marksEmpty: true });
});

it('scrolls its classes only where they are many', async () => {
  const few = await opened();
  expect(document.querySelector('.ant-table-body')).toBeNull();
  few.unmount();
  const classes = [...inspection.classes, ...'abcd'.split('').map((name) => ({ name, shapes: 1, labelId: null }))];
  await opened({ uploadInfo: { ...answers.uploadInfo, inspection: { ...inspection, classes } } as never });
  expect(document.querySelector('.ant-table-body')).toBeTruthy();
}, 90_000);
