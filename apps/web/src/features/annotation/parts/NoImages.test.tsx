/** The workbench without an image: it says whose lack that is, and leads on from there. */
import { messageText, permissionKeys, type Level } from '@loupe/contract';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ImageChoice } from '../../../core/image-choice.ts';
import { sessionStore } from '../../../core/session.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { NoImages } from './NoImages.tsx';

const t = en.annotation;
const all: ImageChoice = { name: '', state: '', part: '', review: '', label: 0, conflict: '', sort: 'name' };

interface Given {
  /** Images of the folder, and of the data set. */
  images?: number;
  setImages?: number;
  level?: Level;
  choice?: ImageChoice;
}

async function open({ images = 0, setImages = 4, level = 'editor', choice = all }: Given) {
  sessionStore.set(sessionOf(permissionKeys));
  fakeApi({
    projectAccess: [{ projectId: 5, level, owner: 'Ana', example: false }],
    folderInfo: { id: 3, name: 'front', datasetId: 2, images },
    datasetInfo: { id: 2, projectId: 5, images: setImages },
  } as never);
  const widen = vi.fn<() => void>();
  const shown = await show(<NoImages folderId={3} choice={choice} widen={widen} />, { screen: 'Annotate' });
  return { ...shown, widen };
}
const buttons = () => screen.queryAllByRole('button').map((one) => one.textContent);

it('says of an empty folder that it is this one, and leads to its upload and to the others', async () => {
  const { user, path, search } = await open({});
  expect(await screen.findByText(t.emptyFolderTitle)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'front' })).toBeTruthy();
  expect(screen.getByRole('link', { name: new RegExp(t.back) })).toBeTruthy();
  expect(await screen.findByText(t.emptyFolderText)).toBeTruthy();
  expect(buttons()).toEqual([t.toImages, t.toFolders]);
  await user.click(screen.getByText(t.toFolders));
  expect([path(), search()]).toEqual(['/dataset/datasetInfo', { id: '2' }]);
});

it('offers no upload to whoever may not', async () => {
  await open({ level: 'viewer' });
  expect(await screen.findByText(t.emptyFolderAsk)).toBeTruthy();
  expect(buttons()).toEqual([t.toFolders]);
});

it('says of an empty data set that it is the data set', async () => {
  await open({ setImages: 0 });
  expect(await screen.findByText(messageText('dataset.noImages', 'en'))).toBeTruthy();
});

it('takes the filter away where that is what leaves nothing', async () => {
  const { user, widen } = await open({ images: 4, choice: { ...all, name: 'zzz' } });
  await user.click(await screen.findByRole('button', { name: en.ui.reset }));
  expect(widen).toHaveBeenCalledOnce();
});
