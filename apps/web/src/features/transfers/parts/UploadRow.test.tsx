/** A row of the list of uploads: how far it is, what went wrong, and what a person can do about it. */
import type { Upload } from '@loupe/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { mappingStore, reportStore } from './ask.ts';
import { sendingStore, type Sending } from './sending.ts';
import { UploadRow } from './UploadRow.tsx';

const id = '0190a8c0-0000-7000-8000-000000000001';
const upload = (change: Partial<Upload> = {}): Upload =>
  ({
    id,
    projectId: 1,
    family: 'detection',
    datasetId: 2,
    datasetName: 'castings',
    modelName: null,
    folderId: 3,
    folderName: 'lot 1',
    name: 'lot.zip',
    format: 'zip',
    bytes: 1000,
    received: 0,
    state: 'uploading',
    folders: 'into',
    taskId: null,
    progress: null,
    cause: null,
    canRetry: false,
    inspection: null,
    added: 0,
    refused: 0,
    duplicates: 0,
    createdAt: '2026-11-23T10:00:00Z',
    endedAt: null,
    ...change,
  }) as Upload;
const sending = (change: Partial<Sending> = {}): Sending => ({
  id,
  phase: 'sending',
  sent: 250,
  bytes: 1000,
  rate: null,
  trouble: null,
  ...change,
});
const row = (change: Partial<Upload> = {}) => show(<UploadRow upload={upload(change)} />, { screen: 'ImageList' });
const { statuses } = en.transfers;
const percent = (share: number) => new RegExp(`^${share}\\s?%$`, 'u');
const button = (text: string) => screen.queryByRole('button', { name: new RegExp(`${text}$`) })!;

afterEach(() => sendingStore.set([]));

it('shows how much is sent while it moves, and the words of its state', async () => {
  sendingStore.set([sending()]);
  await row();
  expect(screen.getByText(percent(25))).toBeTruthy();
  expect(screen.getByText(statuses.sending)).toBeTruthy();
  act(() => sendingStore.set([sending({ sent: 999 })]));
  // not yet all of it
  expect(screen.getByText(percent(99))).toBeTruthy();
});

it('waits for the network by itself, and says so with what the server said', async () => {
  sendingStore.set([sending({ phase: 'waiting', trouble: { zh: '磁盘已满', en: 'The disk is full' } })]);
  await row();
  expect(screen.getByText(statuses.waitingNetwork)).toBeTruthy();
  expect(screen.getByText('The disk is full')).toBeTruthy();
  expect(screen.getByText(en.transfers.statusHelp.waitingNetwork)).toBeTruthy();
  expect(button(en.transfers.pause)).toBeTruthy();
});

it('asks for the file again where it cannot be read, and where nobody here has it', async () => {
  sendingStore.set([sending({ phase: 'unreadable' })]);
  const first = await row();
  expect(button(en.transfers.chooseAgain)).toBeTruthy();
  first.unmount();
  sendingStore.set([]);
  await row({ received: 600 });
  expect(screen.getByText(statuses.interrupted)).toBeTruthy();
  expect(screen.getByText(percent(60))).toBeTruthy();
  expect(button(en.transfers.chooseAgain)).toBeTruthy();
});

it('offers to go on where it is paused, and to pause where it moves or waits for its turn', async () => {
  sendingStore.set([sending({ phase: 'paused' })]);
  await row();
  expect(button(en.transfers.pause)).toBeNull();
  expect(button(en.transfers.resume)).toBeTruthy();
  act(() => sendingStore.set([sending({ phase: 'queued' })]));
  expect(button(en.transfers.pause)).toBeTruthy();
  expect(button(en.transfers.resume)).toBeNull();
});

it('cancels only after a question, which says that what was imported stays', async () => {
  const server = fakeApi({ uploadCancel: null as never, uploadList: { list: [], total: 0 } });
  const { user } = await row({ state: 'importing', taskId: 9, added: 4, progress: { done: 4, total: 16 } as never });
  expect(screen.getByText(percent(25))).toBeTruthy();
  await user.click(button(en.ui.cancel));
  expect(await screen.findByText(en.transfers.cancelImportText)).toBeTruthy();
  expect(server.asked('uploadCancel')).toEqual([]);
  await user.click(button(en.transfers.cancelUploadYes));
  await waitFor(() => expect(server.asked('uploadCancel')).toEqual([{ id }]));
});

it('leads on: to the classes that wait, and to the report of what has ended', async () => {
  const waiting = await row({ state: 'waiting', taskId: 9, received: 1000 });
  await waiting.user.click(button(en.transfers.mapClasses));
  expect(mappingStore.get()).toBe(id);
  waiting.unmount();
  const ended = { state: 'failed', taskId: 9, endedAt: '2026-11-23T10:05:00Z', received: 1000 } as const;
  const { user } = await row({ ...ended, added: 7, refused: 2, cause: { zh: '', en: 'The archive is damaged' } });
  expect(screen.getByText(statuses.failed)).toBeTruthy();
  expect(screen.getByText('The archive is damaged')).toBeTruthy();
  expect(button(en.ui.cancel)).toBeNull();
  await user.click(button(en.transfers.report));
  expect(reportStore.get()).toBe(id);
});

it('names a data set of a model by its role, and one of a person as the person did', async () => {
  await row({ datasetName: 'TRAIN', modelName: 'plates / front', family: 'ocr' });
  expect(screen.getByText(/^plates \/ front \/ Training set \//)).toBeTruthy();
  await row({ datasetName: 'TRAIN', family: 'detection' });
  expect(screen.getByText(/^TRAIN \//)).toBeTruthy();
});

it('a failed import is tried again by a button, only where that can help', async () => {
  const failed = { state: 'failed', taskId: 5, received: 1000, endedAt: '2026-11-23T11:00:00Z' } as const;
  const { unmount } = await row(failed);
  expect(button('Retry')).toBeNull();
  unmount();
  const server = fakeApi({ uploadRetry: upload() as never });
  const { user } = await row({ ...failed, canRetry: true });
  await user.click(button('Retry'));
  await waitFor(() => expect(server.asked('uploadRetry')).toEqual([{ id }]));
});
