/** The dialog of find similar: what it asks the server with, what it says before the start, and that it stays after a refusal. */
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
  labels: [{ id: 11, name: 'pit', color: '#ff0000' }],
};
const found = { images: 3, annotated: 1, tooSmall: 0, accepted: 0, rejected: 0, seconds: null };

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
  const server = fakeApi({ similarExamples: [], ...answers });
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

const crop = (imageId: number, n: number, isChosen: boolean) => ({
  imageId,
  shapeId: `01900000-0000-7000-8000-00000000000${n}`,
  labelId: 11,
  image: `image ${imageId}.png`,
  isChosen,
  crop: 'data:image/webp;base64,AAAA',
});
const offered = [crop(4, 1, true), crop(4, 2, true), ...[5, 6, 7, 8].map((imageId) => crop(imageId, 3, false))];
const plain = ({ imageId, shapeId }: { imageId: number; shapeId: string }) => ({ imageId, shapeId });

it('takes the newest of the label in the folder beside what is selected, up to five, and as the person ticks them', async () => {
  const { server, user } = await open({}, { similarExamples: offered, similarCheck: found, similarAdd: {} });
  await screen.findByText('5 examples');
  expect(server.asked('similarExamples')).toEqual([{ examples }]);
  expect(screen.getAllByRole('checkbox').map((one) => (one as HTMLInputElement).checked)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
  ]);
  await user.click(screen.getByRole('checkbox', { name: 'pit on image 6.png' }));
  await user.click(screen.getByRole('checkbox', { name: 'pit on image 8.png' }));
  await user.click(screen.getAllByRole('checkbox')[1]!);
  await screen.findByText('4 examples');
  const wanted = [offered[0]!, offered[2]!, offered[4]!, offered[5]!].map(plain);
  await waitFor(() => expect(server.asked('similarCheck').at(-1)).toMatchObject({ examples: wanted }));
  await user.click(screen.getByRole('button', { name: en.preannotation.start }));
  await waitFor(() => expect(server.asked('similarAdd')).toHaveLength(1));
  expect(server.asked('similarAdd')[0]).toMatchObject({ examples: wanted });
});

it('does not start without any example', async () => {
  const { server, user } = await open({}, { similarExamples: offered.slice(0, 1), similarCheck: found });
  await screen.findByText(/3 images to search/);
  await user.click(await screen.findByRole('checkbox'));
  // where the images were counted, so that nothing moves
  expect(screen.getByRole('alert').textContent).toBe(t.pickOne);
  expect(screen.getByText(t.noExample)).toBeTruthy();
  const start = screen.getByRole<HTMLButtonElement>('button', { name: en.preannotation.start });
  expect([start.disabled, start.getAttribute('aria-description')]).toEqual([true, t.pickOne]);
  await user.click(start);
  expect(server.asked('similarAdd')).toEqual([]);
});

it('does not start where there is no image to search, and says so', async () => {
  const { server, user } = await open({}, { similarCheck: { ...found, images: 0 }, similarAdd: {} });
  await screen.findByText(`${t.none} · 1 annotated image is left alone`);
  const start = screen.getByRole<HTMLButtonElement>('button', { name: en.preannotation.start });
  expect([start.disabled, start.getAttribute('aria-description')]).toEqual([true, t.none]);
  await user.click(screen.getByRole('radio', { name: t.folder }));
  await user.keyboard('{Enter}');
  await user.click(start);
  expect(server.asked('similarAdd')).toEqual([]);
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
