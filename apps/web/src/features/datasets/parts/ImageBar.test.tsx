/** The chips of the image list: by review only where images are reviewed. */
import { permissionKeys, type Folder } from '@loupe/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionStore } from '../../../core/session.ts';
import { sessionOf } from '../../../testing/session.ts';
import { ImageBar } from './ImageBar.tsx';

const none = { name: '', state: '', part: '', review: '', label: 0, conflict: '', sort: 'name' } as const;
const folder = (review: Folder['review']) =>
  ({
    id: 7,
    datasetId: 3,
    projectId: 5,
    images: 9,
    annotated: 6,
    empty: 1,
    preLabeled: 0,
    testImages: 0,
    review,
  }) as Folder;

async function bar(review: Folder['review'], chosen: Partial<Record<'review', 'submitted'>> = {}) {
  sessionStore.set(sessionOf(permissionKeys));
  fakeApi({
    projectAccess: [{ projectId: 5, level: 'editor', owner: 'Ana', example: false }],
    datasetConflicts: { shapes: 0, images: 0, folders: [] },
  });
  const choices: object[] = [];
  const { user } = await show(
    <ImageBar
      folder={folder(review)}
      isMarked
      labels={[]}
      choice={{ ...none, ...chosen }}
      onChoose={(change) => choices.push(change)}
      size="medium"
      onSize={() => {}}
    />,
    { screen: 'ImageList' },
  );
  return { user, choices };
}
const counts = { submitted: 0, accepted: 0, returned: 0, unsubmitted: 0, toReview: 0, returnedToMe: 0 };
const t = en.review.filters;
const field = () => screen.getByRole('combobox', { name: en.review.title });
const offered = async (user: UserEvent) => {
  await user.click(field());
  return (
    (await screen.findAllByRole('option', { hidden: true })) &&
    [...document.querySelectorAll('.ant-select-item-option-content')].map((one) => one.textContent)
  );
};

it('has none where images are not reviewed', async () => {
  await bar(null);
  expect(screen.queryByRole('combobox', { name: en.review.title })).toBeNull();
});

it('leaves out what there is none of, unless it is chosen, and what says the same twice', async () => {
  const { user } = await bar({ ...counts, returned: 3, returnedToMe: 3, unsubmitted: 2 }, { review: 'submitted' });
  expect(await offered(user)).toEqual([`${t.unsubmitted} 2`, `${t.submitted} 0`, `${t.returned} 3`]);
});

it('tells what waits for the person from what waits at all, and chooses it', async () => {
  const { user, choices } = await bar({ ...counts, submitted: 4, toReview: 3, returned: 2, returnedToMe: 1 });
  await waitFor(async () =>
    expect(await offered(user)).toEqual([
      `${t.submitted} 4`,
      `${t.toReview} 3`,
      `${t.returned} 2`,
      `${t.returnedToMe} 1`,
    ]),
  );
  fireEvent.click(screen.getByText(t.toReview));
  expect(choices).toEqual([{ review: 'toReview' }]);
});

it('says which one is chosen, and goes back to all', async () => {
  const { user, choices } = await bar({ ...counts, submitted: 4 }, { review: 'submitted' });
  expect(document.querySelector(`.review`)?.textContent).toContain(t.submitted);
  const all = screen.getByRole('button', { name: new RegExp(`^${en.ui.all}`) });
  expect(all.getAttribute('aria-pressed')).toBe('false');
  await user.click(all);
  expect(choices).toEqual([{ state: undefined, part: undefined, review: undefined, conflict: undefined }]);
});
