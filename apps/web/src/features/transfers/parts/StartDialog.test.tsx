/** The dialog that begins an upload: into a folder that is there, or into one that is made on the way. */
import { api, messages } from '@loupe/contract';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sessionStore } from '../../../core/session.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { page, server } from '../testing/castings.ts';
import { startStore } from './ask.ts';
import { archiveSource, sortFiles } from './sources.ts';
import { StartDialog } from './StartDialog.tsx';
import { folderNameFor } from './use-upload-target.ts';

const ask = () =>
  startStore.set({ sources: [archiveSource(new File(['x'], 'lot 7.zip'))], folder: null, datasetId: 3 });

beforeEach(() => sessionStore.set({ menuList: [{ menuComponent: api.folderAdd.permission, children: [] }] } as never));
afterEach(() => {
  startStore.set(null);
  sessionStore.set(null);
});

/** Changes nothing of what the dialog offers. */
async function startAsOffered() {
  ask();
  const { user } = await show(<StartDialog />);
  const start = await screen.findByRole<HTMLButtonElement>('button', { name: en.transfers.start });
  await waitFor(() => expect(start.disabled).toBe(false));
  await user.click(start);
}

it('makes the first folder of a data set on the way, called as the archive', async () => {
  const { asked } = server([]);
  ask();
  const { user } = await show(<StartDialog />);
  const guide = await screen.findByRole('link', { name: en.transfers.formatsGuide });
  expect([guide.getAttribute('href'), guide.parentElement!.textContent]).toEqual([
    '/help/guide#10',
    'Reads COCO · YOLO · VOC · LabelMe · CVAT · Datumaro. Formats',
  ]);
  const name = await screen.findByLabelText<HTMLInputElement>(en.transfers.newFolderName);
  expect(name.value).toBe('lot_7');
  await user.clear(name);
  const start = screen.getByRole<HTMLButtonElement>('button', { name: en.transfers.start });
  expect(start.disabled).toBe(true);
  await user.type(name, 'lot_8');
  await user.click(start);
  await waitFor(() => expect(asked('uploadAdd')).toHaveLength(1));
  expect(asked('folderAdd')).toEqual([{ datasetId: 3, name: 'lot_8' }]);
  expect(asked('uploadAdd')[0]).toMatchObject({ folderId: 9, name: 'lot 7.zip' });
});

it('takes the only folder that there is, and makes none', async () => {
  const { asked } = server([{ id: 5, name: 'train-01' }]);
  await startAsOffered();
  await waitFor(() => expect(asked('uploadAdd')).toHaveLength(1));
  expect(asked('folderAdd')).toEqual([]);
  expect(asked('uploadAdd')[0]).toMatchObject({ folderId: 5 });
});

it('offers an archive a folder of its own beside images that are there, and takes the only folder where that is wanted', async () => {
  const { asked } = server([{ id: 5, name: 'train-01', images: 25 }] as never);
  ask();
  const { user } = await show(<StartDialog />);
  const name = await screen.findByLabelText<HTMLInputElement>(en.transfers.newFolderName);
  expect(name.value).toBe('lot_7');
  await user.click(screen.getByRole('button', { name: en.transfers.knownFolder }));
  expect(screen.queryByLabelText(en.transfers.newFolderName)).toBeNull();
  await user.click(screen.getByRole('button', { name: en.transfers.start }));
  await waitFor(() => expect(asked('uploadAdd')).toHaveLength(1));
  expect(asked('folderAdd')).toEqual([]);
  expect(asked('uploadAdd')[0]).toMatchObject({ folderId: 5 });
});

it('takes the only folder, though it has images, for an archive of its name', async () => {
  const { asked } = server([{ id: 5, name: 'lot_7', images: 25 }] as never);
  await startAsOffered();
  await waitFor(() => expect(asked('uploadAdd')).toHaveLength(1));
  expect(asked('folderAdd')).toEqual([]);
});

it('has the cursor in the name of a new folder once one is asked for, and not before', async () => {
  server([{ id: 5, name: 'train-01' }]);
  ask();
  const { user } = await show(<StartDialog />);
  await user.click(await screen.findByRole('combobox', { name: en.transfers.folder }));
  await user.click(await screen.findByRole('button', { name: new RegExp(`${en.transfers.newFolder}$`) }));
  const name = await screen.findByLabelText<HTMLInputElement>(en.transfers.newFolderName);
  await waitFor(() => expect(document.activeElement).toBe(name));
  await user.keyboard('lot_9');
  expect(name.value).toBe('lot_9');
});

it('says at the field that a folder has the name already, and offers that one', async () => {
  const { asked } = server([{ id: 5, name: 'train-01', images: 25 }] as never);
  ask();
  const { user } = await show(<StartDialog />);
  const name = await screen.findByLabelText<HTMLInputElement>(en.transfers.newFolderName);
  const start = screen.getByRole<HTMLButtonElement>('button', { name: en.transfers.start });
  await user.clear(name);
  await user.type(name, 'Train-01');
  expect(await screen.findByText(messages['folder.nameExists'].en)).toBeTruthy();
  expect(start.disabled).toBe(true);
  await user.type(name, '-b');
  await waitFor(() => expect(start.disabled).toBe(false));
  await user.type(name, '{Backspace}{Backspace}');
  await user.click(await screen.findByRole('button', { name: 'Add to “train-01”' }));
  await user.click(start);
  await waitFor(() => expect(asked('uploadAdd')).toHaveLength(1));
  expect([asked('folderAdd'), asked('uploadAdd')[0]]).toEqual([[], expect.objectContaining({ folderId: 5 })]);
});

it('sends images that are chosen one by one as a folder is, for they need no name', async () => {
  const { asked } = server([{ id: 5, name: 'train-01' }]);
  startStore.set({ sources: [], folder: null, datasetId: 3 });
  const { user } = await show(<StartDialog />);
  await user.click(await screen.findByRole('button', { name: /Select images$/ }));
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  expect(input.accept).toBe('.jpg,.jpeg,.png,.bmp,.tif,.tiff');
  await user.upload(input, [new File(['a'], 'a.png'), new File(['b'], 'b.bmp')]);
  await screen.findByTitle('2 files');
  const start = screen.getByRole<HTMLButtonElement>('button', { name: en.transfers.start });
  await waitFor(() => expect(start.disabled).toBe(false));
  await user.click(start);
  await waitFor(() => expect(asked('uploadAdd')).toHaveLength(1));
  expect(asked('uploadAdd')[0]).toMatchObject({ folderId: 5, name: '2 files', format: 'folder', folders: 'one' });
});

it('takes an archive for one, also where it was chosen as an image', async () => {
  const { asked } = server([{ id: 5, name: 'train-01' }]);
  startStore.set({ sources: [], folder: null, datasetId: 3 });
  const { user } = await show(<StartDialog />);
  await user.click(await screen.findByRole('button', { name: /Select images$/ }));
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  // a person may ask for all files
  Object.assign(input, { accept: '' });
  await user.upload(input, [new File(['a'], 'a.png'), new File(['x'], 'lot 7.zip')]);
  await screen.findByTitle('1 file');
  const start = screen.getByRole<HTMLButtonElement>('button', { name: en.transfers.start });
  await waitFor(() => expect(start.disabled).toBe(false));
  await user.click(start);
  await waitFor(() => expect(asked('uploadAdd')).toHaveLength(2));
  const sent = asked('uploadAdd').map(({ name, format }) => `${name} ${format}`);
  expect(sent.toSorted()).toEqual(['1 file folder', 'lot 7.zip zip']);
});

it('calls the data set of a model as its place in the model', async () => {
  const own = { id: 3, name: 'TRAIN', family: 'ocr' as const, role: 'train' as const, modelId: 7 };
  fakeApi({
    datasetInfo: own as never,
    datasetList: page([own]) as never,
    folderList: page([{ id: 5, name: 'images' }]) as never,
    uploadList: page([]) as never,
  });
  ask();
  await show(<StartDialog />);
  expect(await screen.findByText('Training set')).toBeTruthy();
  expect(await screen.findByText('images')).toBeTruthy();
  expect(screen.queryByText('TRAIN')).toBeNull();
});

it('offers and starts only archives that the family of the data set takes', async () => {
  const own = { id: 3, name: 'TRAIN', family: 'ocr' as const, role: 'train' as const, modelId: 7 };
  fakeApi({
    datasetInfo: own as never,
    datasetList: page([own]) as never,
    folderList: page([{ id: 5, name: 'images' }]) as never,
    uploadList: page([]) as never,
  });
  startStore.set({ sources: [], folder: null, datasetId: 3 });
  const { user } = await show(<StartDialog />);
  expect(await screen.findByText(/^Images, a zip archive, or a whole folder/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: new RegExp(`${en.transfers.chooseArchives}$`) }));
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  expect(input.accept).toBe('.zip');
  // a person may still ask for all files
  Object.assign(input, { accept: '' });
  await user.upload(input, new File(['x'], 'lot.7z'));
  expect((await screen.findByRole('alert')).textContent).toBe('Zip only');
  const start = screen.getByRole<HTMLButtonElement>('button', { name: en.transfers.start });
  expect(start.disabled).toBe(true);
});

it('calls a folder as what is uploaded, as far as a folder may be called so', () => {
  const named = (name: string) => folderNameFor([{ name, kind: 'archive' }]);
  expect(named('line 2 (v3).7z')).toBe('line_2__v3_');
  expect(named('电路板-1.zip')).toBe('电路板-1');
  expect(named(`${'x'.repeat(40)}.zip`)).toBe('x'.repeat(30));
  expect(folderNameFor([])).toBe('images');
  expect(folderNameFor([{ name: '3 files', kind: 'images' }])).toBe('images');
});

const sevenZip = new Uint8Array([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4]);
const askWith = (name: string, bytes: BlobPart) =>
  startStore.set({ sources: [archiveSource(new File([bytes], name))], folder: null, datasetId: 3 });

it('sends an archive that was renamed as what it is, where that is taken', async () => {
  const { asked } = server([{ id: 5, name: 'train-01' }]);
  askWith('lot.zip', sevenZip);
  const { user } = await show(<StartDialog />);
  const start = await screen.findByRole<HTMLButtonElement>('button', { name: en.transfers.start });
  await waitFor(() => expect(start.disabled).toBe(false));
  await user.click(start);
  await waitFor(() => expect(asked('uploadAdd')).toHaveLength(1));
  expect(asked('uploadAdd')[0]).toMatchObject({ name: 'lot.zip', format: '7z' });
});

it('says of what is no archive of ours what it is, before anything is sent', async () => {
  server([{ id: 5, name: 'train-01' }]);
  askWith('lot.zip', new Uint8Array([0x52, 0x61, 0x72, 0x21, 0x1a, 7, 1, 0]));
  await show(<StartDialog />);
  await screen.findByText('“lot.zip” is actually a rar file. Supported: zip, 7z. Repack it and select it again');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: en.transfers.start }).disabled).toBe(true);
});

it('says the same of an archive under its own name, however it was chosen', async () => {
  server([{ id: 5, name: 'train-01' }]);
  const { sources, loose } = sortFiles([new File(['no sign'], 'lot.tar')]);
  expect(loose).toEqual([]);
  startStore.set({ sources, folder: null, datasetId: 3 });
  await show(<StartDialog />);
  await screen.findByText('“lot.tar” is a tar file. Supported: zip, 7z. Repack it and select it again');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: en.transfers.start }).disabled).toBe(true);
});

it('names which of several files cannot go there, and starts the others once it is left out', async () => {
  const own = { id: 3, name: 'TRAIN', family: 'ocr' as const, role: 'train' as const, modelId: 7 };
  const { asked } = fakeApi({
    datasetInfo: own as never,
    datasetList: page([own]) as never,
    folderList: page([{ id: 5, name: 'images' }]) as never,
    uploadList: page([]) as never,
  });
  const { sources } = sortFiles([new File([sevenZip], 'lot 1.7z'), new File(['x'], 'lot 2.zip')]);
  startStore.set({ sources, folder: null, datasetId: 3 });
  const { user } = await show(<StartDialog />);
  expect((await screen.findByRole('alert')).textContent).toBe('“lot 1.7z”: Zip only');
  await user.click(screen.getByRole('button', { name: 'Leave out “lot 1.7z”' }));
  const start = screen.getByRole<HTMLButtonElement>('button', { name: en.transfers.start });
  await waitFor(() => expect(start.disabled).toBe(false));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(start);
  await waitFor(() => expect(asked('uploadAdd').map(({ name }) => name)).toEqual(['lot 2.zip']));
});
