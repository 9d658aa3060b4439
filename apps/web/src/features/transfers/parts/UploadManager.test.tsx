/** An upload from the header begins where one is: in the data set of the page, and in its folder where the page shows one. */
import { api } from '@loupe/contract';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sessionStore } from '../../../core/session.ts';
import { en } from '../../../locales/en.ts';
import { show } from '../../../testing/screen.tsx';
import { server } from '../testing/castings.ts';
import { drawerStore, startStore, useUploadPlace } from './ask.ts';
import { UploadManager } from './UploadManager.tsx';

beforeEach(() => sessionStore.set({ menuList: [{ menuComponent: api.folderAdd.permission, children: [] }] } as never));
afterEach(() => {
  startStore.set(null);
  drawerStore.set(false);
  sessionStore.set(null);
});

/** Opens the dialog from the header of a page, and chooses a folder of this machine. */
async function begin(Page: () => null) {
  const shown = await show(
    <>
      <Page />
      <UploadManager />
    </>,
  );
  const { user } = shown;
  await user.click(screen.getByRole('button', { name: /^Uploads/ }));
  await user.click(await screen.findByRole('button', { name: en.transfers.startTitle }));
  await user.click(await screen.findByRole('button', { name: new RegExp(`${en.transfers.chooseArchives}$`) }));
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await user.upload(input, [new File(['x'], 'test lot.zip')]);
  return shown;
}
const start = () => screen.getByRole<HTMLButtonElement>('button', { name: en.transfers.start });

it('on the page of a data set into a new folder of it, called as what is sent', async () => {
  const { asked } = server([{ id: 5, name: 'train-01' }]);
  const { user } = await begin(() => (useUploadPlace(3), null));
  expect(await screen.findByText('castings')).toBeTruthy();
  const name = await screen.findByLabelText<HTMLInputElement>(en.transfers.newFolderName);
  await waitFor(() => expect(name.value).toBe('test_lot'));
  await waitFor(() => expect(start().disabled).toBe(false));
  await user.click(start());
  await waitFor(() => expect(asked('uploadAdd')).toHaveLength(1));
  expect(asked('folderAdd')).toEqual([{ datasetId: 3, name: 'test_lot' }]);
});

it('numbers the new folder where the data set has one of that name', async () => {
  server([
    { id: 5, name: 'Test_lot' },
    { id: 6, name: 'test_lot_2' },
  ]);
  await begin(() => (useUploadPlace(3), null));
  const name = await screen.findByLabelText<HTMLInputElement>(en.transfers.newFolderName);
  await waitFor(() => expect(name.value).toBe('test_lot_3'));
});

it('on the page of a folder into that folder', async () => {
  const { asked } = server([
    { id: 5, name: 'train-01' },
    { id: 6, name: 'test-01' },
  ]);
  const { user } = await begin(() => (useUploadPlace(3, { id: 6, name: 'test-01' }), null));
  expect(await screen.findByText('test-01')).toBeTruthy();
  await waitFor(() => expect(start().disabled).toBe(false));
  await user.click(start());
  await waitFor(() => expect(asked('uploadAdd')).toHaveLength(1));
  expect(asked('uploadAdd')[0]).toMatchObject({ folderId: 6 });
  expect(asked('folderAdd')).toEqual([]);
});

it('elsewhere, or where one may not upload, asks where to', async () => {
  server([{ id: 5, name: 'train-01' }]);
  await begin(() => (useUploadPlace(null), null));
  expect(await screen.findByText(en.transfers.chooseDataset)).toBeTruthy();
  expect(start().disabled).toBe(true);
});
