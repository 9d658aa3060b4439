/** Submitting many images for review: offered where images are reviewed, call after call, with what was left out. */
import { permissionKeys, type DatasetImage, type Folder, type Level } from '@loupe/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { connectNotify } from '../../../core/notify.ts';
import { sessionStore } from '../../../core/session.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { ImageBrowser } from './ImageBrowser.tsx';
import type { GridImages } from './use-images.ts';

const image = { id: 11, folderId: 7, name: 'part.png', state: 'annotated', review: null, shapes: 1 } as DatasetImage;
const images: GridImages = {
  total: 3,
  at: (place) => ({ ...image, id: 11 + place, name: `part ${place}.png` }),
  known: (id) => ({ ...image, id }),
  ids: () => Promise.resolve([11, 12, 13]),
  error: null,
  refetch: () => {},
  see: () => {},
};
const counts = { submitted: 0, accepted: 0, returned: 0, unsubmitted: 2, toReview: 0, returnedToMe: 0 };
const none = { name: '', state: '', part: '', review: '', label: 0, conflict: '', sort: 'name' } as const;

let told: string[] = [];
beforeEach(() => {
  told = [];
  connectNotify(({ text }, onEnd) => {
    told.push(text);
    onEnd();
  });
  sessionStore.set(sessionOf(permissionKeys));
});

async function select(review: Folder['review'], level: Level = 'annotator') {
  let calls = 0;
  const server = fakeApi({
    projectAccess: [{ projectId: 5, level, owner: 'Ana', example: false }],
    datasetConflicts: { shapes: 0, images: 0, folders: [] },
    preannotateVersions: [],
    imagesSubmit: () => {
      calls += 1;
      return calls === 1
        ? { submitted: 1, leftOut: 1, next: { after: 12, upTo: 13 } }
        : { submitted: 1, leftOut: 0, next: null };
    },
  });
  const { user } = await show(
    <ImageBrowser
      folder={{ id: 7, datasetId: 3, images: 3, annotated: 3, empty: 0, preLabeled: 0, review } as Folder}
      dataset={{ id: 3, projectId: 5, family: 'detection', role: 'pool', labels: [] } as never}
      images={images}
      filter={{ folderId: 7 }}
      choice={none}
      onChoose={() => {}}
    />,
    { screen: 'ImageList' },
  );
  await user.click(screen.getByRole('checkbox', { name: /part 0\.png/ }));
  await user.click(screen.getByRole('button', { name: /Select all 3/ }));
  return { user, ...server };
}
const button = () => screen.queryByRole('button', { name: new RegExp(`${en.review.actions.submit}$`) });

it('goes on until all are dealt with, and says what was left out', async () => {
  const { user, asked } = await select(counts);
  await waitFor(() => expect(button()).not.toBeNull());
  await user.click(button()!);
  await waitFor(() => expect(told).toHaveLength(1));
  expect(told[0]).toBe('2 images submitted for review. 1 image left out: not annotated, or submitted already.');
  const inputs = asked('imagesSubmit');
  expect(inputs.map(({ selection }) => selection)).toMatchObject([
    { filter: { folderId: 7 } },
    { filter: { folderId: 7 }, cursor: { after: 12, upTo: 13 } },
  ]);
  expect(new Set(inputs.map(({ clientId }) => clientId)).size).toBe(1);
});

it('is not offered where images are not reviewed', async () => {
  await select(null);
  expect(screen.getByRole('toolbar')).toBeTruthy();
  expect(button()).toBeNull();
});

it('is not offered to those who only look', async () => {
  await select(counts, 'viewer');
  expect(screen.getByRole('toolbar')).toBeTruthy();
  expect(button()).toBeNull();
});
