/** The dialog of propose similar: what it asks the server with, what it says before the start, and that it stays after a refusal. */
import { permissionKeys } from '@loupe/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { connectNotify } from '../../../core/notify.ts';
import { sessionStore } from '../../../core/session.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi, Refusal } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { SimilarDialog, type SimilarSubject } from './SimilarDialog.tsx';

const t = en.preannotation.similar;
const examples = [
  { imageId: 4, shapeId: '01900000-0000-7000-8000-000000000001' },
  { imageId: 4, shapeId: '01900000-0000-7000-8000-000000000002' },
];
const subject: SimilarSubject = {
  folderId: 7,
  filter: null,
  examples,
  labels: [{ id: 11, name: 'pit', color: '#ff0000', count: 2 }],
};
const found = { images: 3, annotated: 1, replaced: 0, tooSmall: 0, accepted: 0, rejected: 0, seconds: null };

let told: string[] = [];
beforeEach(() => {
  told = [];
  connectNotify(({ text }, onEnd) => {
    told.push(text);
    onEnd();
  });
  sessionStore.set(sessionOf(permissionKeys));
});

const open = async (of: Partial<SimilarSubject>, answers: Parameters<typeof fakeApi>[0]) => {
  const server = fakeApi(answers);
  const onClose = vi.fn<() => void>();
  const { user } = await show(
    <SimilarDialog subject={{ ...subject, ...of }} onClose={onClose} onClosed={() => undefined} />,
    { screen: 'Annotate' },
  );
  return { server, user, onClose };
};

it('asks for the folder, for what the filter leaves, or for the whole data set', async () => {
  const filter = { folderId: 7, state: 'unannotated' as const };
  const { server, user, onClose } = await open({ filter }, { similarCheck: found, similarAdd: {} });
  await screen.findByText('2 examples');
  await screen.findByText(/3 images to search · 1 annotated image is left alone/);
  expect(server.asked('similarCheck')).toEqual([{ examples, scope: 'open', refine: true, selection: { filter } }]);
  // nothing was accepted or rejected yet: nothing to learn from it
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.click(screen.getByRole('radio', { name: t.folder }));
  await waitFor(() =>
    expect(server.asked('similarCheck').at(-1)).toMatchObject({ selection: { filter: { folderId: 7 } } }),
  );
  await user.click(screen.getByRole('radio', { name: t.dataset }));
  await user.click(screen.getByRole('button', { name: en.preannotation.start }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.asked('similarAdd')).toEqual([{ examples, scope: 'open', refine: false, selection: null }]);
  expect(told).toEqual([t.queued]);
});

it('offers to learn from earlier candidates, and names examples that are too small', async () => {
  const answer = { ...found, tooSmall: 1, accepted: 2, rejected: 1 };
  const { server, user } = await open({}, { similarCheck: answer, similarAdd: {} });
  await screen.findByText(/1 example is too small and left out/);
  const box = await screen.findByRole('checkbox', { name: /2 accepted as examples, 1 rejected/ });
  expect((box as HTMLInputElement).checked).toBe(true);
  await user.click(box);
  await waitFor(() => expect(server.asked('similarCheck').at(-1)).toMatchObject({ refine: false }));
});

it('says on how many images undecided predictions would be replaced', async () => {
  await open({}, { similarCheck: { ...found, replaced: 2 } });
  expect(await screen.findByText(/Undecided predictions on 2 images are replaced/)).toBeTruthy();
});

it('says why the server will not have it, and stays', async () => {
  const { user, onClose } = await open(
    {},
    { similarCheck: new Refusal('similar.exampleGone'), similarAdd: new Refusal('similar.exampleGone') },
  );
  await screen.findByText(/are not saved yet or were deleted/);
  await user.click(screen.getByRole('button', { name: en.preannotation.start }));
  await waitFor(() => expect(told).toHaveLength(1));
  expect(onClose).not.toHaveBeenCalled();
});
