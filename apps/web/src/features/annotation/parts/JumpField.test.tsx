/** Going to an image by its place in the list or by its name. */
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { JumpField } from './JumpField.tsx';

const choice = { name: '', state: 'annotated', part: '', review: '', label: 0, conflict: '', sort: '-name' } as const;

async function made(found: number[] = [42]) {
  const opened: number[] = [];
  const server = fakeApi({
    imageIds: { ids: [17] },
    imageList: { list: found.map((id) => ({ id })), total: found.length },
  } as never);
  const part = (
    <JumpField folderId={3} choice={choice} strip={{ index: 4, total: 120 }} onOpen={(id) => opened.push(id)} />
  );
  const { user } = await show(part, { screen: 'Annotate' });
  await user.click(screen.getByRole('button', { name: '5 / 120' }));
  const field = await screen.findByRole('textbox', { name: en.annotation.jump });
  return { user, field, opened, ...server };
}

it('goes to a place in the list, as it is filtered and sorted', async () => {
  const { user, field, opened, asked } = await made();
  await user.type(field, '17{Enter}');
  await waitFor(() => expect(opened).toEqual([17]));
  expect(asked('imageIds')).toEqual([{ folderId: 3, state: 'annotated', sort: '-name', from: 16, count: 1 }]);
});

it('goes to the first image with a name, also where it is a number beyond the list', async () => {
  const { user, field, opened, asked } = await made();
  await user.type(field, '20260412{Enter}');
  await waitFor(() => expect(opened).toEqual([42]));
  expect(asked('imageIds')).toEqual([]);
  expect(asked('imageList')).toMatchObject([{ folderId: 3, state: 'annotated', name: '20260412' }]);
});

it('stays where nothing is found', async () => {
  const { user, field, opened, asked } = await made([]);
  await user.type(field, 'scratch{Enter}');
  await waitFor(() => expect(asked('imageList')).toHaveLength(1));
  expect(opened).toEqual([]);
  expect(screen.getByRole('textbox', { name: en.annotation.jump })).toBeTruthy();
});
