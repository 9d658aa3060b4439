/** A folder of three images in the browser of images, all of them selected. */
import { permissionKeys, type DatasetImage, type Folder, type Level } from '@loupe/contract';
import { screen } from '@testing-library/react';
import { connectNotify } from '../../../core/notify.ts';
import { sessionStore } from '../../../core/session.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { ImageBrowser } from '../parts/ImageBrowser.tsx';
import type { GridImages } from '../parts/use-images.ts';

const anyOrder = { name: '', state: '', part: '', review: '', label: 0, conflict: '', sort: 'name' } as const;

const threeOf = (image: DatasetImage): GridImages => ({
  total: 3,
  at: (place) => ({ ...image, id: 11 + place, name: `part ${place}.png` }),
  known: (id) => ({ ...image, id }),
  ids: () => Promise.resolve([11, 12, 13]),
  error: null,
  refetch: () => {},
  see: () => {},
});

/** Signed in with all rights; gives the notices shown from now on. */
export function signIn(): string[] {
  const notices: string[] = [];
  connectNotify(({ text }, onEnd) => {
    notices.push(text);
    onEnd();
  });
  sessionStore.set(sessionOf(permissionKeys));
  return notices;
}

interface Shown {
  state: 'annotated' | 'preLabeled';
  review?: Folder['review'];
  level?: Level;
  answers: object;
}

export async function selectAll({ state, review = null, level = 'annotator', answers }: Shown) {
  const server = fakeApi({
    projectAccess: [{ projectId: 5, level, owner: 'Ana', example: false }],
    datasetConflicts: { shapes: 0, images: 0, folders: [] },
    preannotateVersions: [],
    ...answers,
  });
  const image = { id: 11, folderId: 7, name: 'part.png', state, review: null, shapes: 1 } as DatasetImage;
  const counts = { annotated: 0, empty: 0, preLabeled: 0, [state]: 3 };
  const { user } = await show(
    <ImageBrowser
      folder={{ id: 7, datasetId: 3, images: 3, ...counts, review } as Folder}
      dataset={{ id: 3, projectId: 5, family: 'detection', role: 'pool', labels: [] } as never}
      images={threeOf(image)}
      filter={{ folderId: 7 }}
      choice={anyOrder}
      onChoose={() => {}}
    />,
    { screen: 'ImageList' },
  );
  await user.click(screen.getByRole('checkbox', { name: /part 0\.png/ }));
  await user.click(screen.getByRole('button', { name: /Select all 3/ }));
  return { user, ...server };
}
