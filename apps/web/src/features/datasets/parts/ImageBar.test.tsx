/** The chips of the image list: by review only where images are reviewed. */
import type { Folder } from '@loupe/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { ImageBar } from './ImageBar.tsx';

const none = { name: '', state: '', part: '', review: '', label: 0, conflict: '', sort: 'name' } as const;
const folder = (review: Folder['review']) =>
  ({ id: 7, datasetId: 3, images: 9, annotated: 6, empty: 1, preLabeled: 0, testImages: 0, review }) as Folder;

async function bar(review: Folder['review'], chosen: Partial<Record<'review', 'submitted'>> = {}) {
  fakeApi({ datasetConflicts: { shapes: 0, images: 0, folders: [] } });
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
const t = en.review.states;
const chip = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) });

it('has none where images are not reviewed', async () => {
  await bar(null);
  for (const name of Object.values(t)) expect(screen.queryByText(name)).toBeNull();
});

it('leaves out what there is none of, unless it is chosen', async () => {
  await bar({ submitted: 0, accepted: 0, returned: 3 }, { review: 'submitted' });
  expect([t.submitted, t.returned].map((name) => chip(name).textContent)).toEqual([
    `${t.submitted}0`,
    `${t.returned}3`,
  ]);
  expect(screen.queryByText(t.accepted)).toBeNull();
});

it('counts each state, chooses it, and lets go of it', async () => {
  const { user, choices } = await bar({ submitted: 4, accepted: 2, returned: 1 });
  expect([t.submitted, t.accepted, t.returned].map((name) => chip(name).textContent)).toEqual([
    `${t.submitted}4`,
    `${t.accepted}2`,
    `${t.returned}1`,
  ]);
  await user.click(chip(t.returned));
  expect(choices).toEqual([{ review: 'returned' }]);
});

it('says which one is chosen, and goes back to all', async () => {
  const { user, choices } = await bar({ submitted: 4, accepted: 2, returned: 1 }, { review: 'submitted' });
  expect(chip(t.submitted).getAttribute('aria-pressed')).toBe('true');
  expect(chip(en.ui.all).getAttribute('aria-pressed')).toBe('false');
  await user.click(chip(t.submitted));
  await user.click(chip(en.ui.all));
  expect(choices).toEqual([
    { review: undefined },
    { state: undefined, part: undefined, review: undefined, conflict: undefined },
  ]);
});
