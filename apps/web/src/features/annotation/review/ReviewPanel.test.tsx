/** Review in the workbench: what is offered to whom, what is said, and which image comes next. */
import { permissionKeys, type ImageReview, type Level, type ReviewState } from '@loupe/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { sessionStore } from '../../../core/session.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { makeDeskStores, type Mode } from '../parts/desk-stores.ts';
import type { Desk } from '../parts/desk-types.ts';
import type { Strip } from '../parts/use-strip.ts';
import { WorkHeader } from '../parts/WorkHeader.tsx';
import { ReturnDialog } from './ReturnDialog.tsx';
import { ReturnedBanner } from './ReturnedBanner.tsx';
import { ReviewPanel } from './ReviewPanel.tsx';
import { useReview, type ReviewUse } from './use-review.ts';

const t = en.review;
const at = '2026-03-01T10:00:00.000Z';
const place = {
  folderId: 3,
  id: 1,
  name: '',
  state: '',
  part: '',
  review: '',
  label: 0,
  conflict: '',
  sort: 'name',
} as const;
const reviewIn = (state: ReviewState | null, fields: Partial<ImageReview> = {}): ImageReview => ({
  state,
  by: state && 'Li',
  at: state && at,
  remark: '',
  isOwn: false,
  bySelf: false,
  isReopened: false,
  ...fields,
});

let use: ReviewUse;
function Room({ desk, open }: { desk: Desk; open: (id: number) => void }) {
  const review = useReview(desk, { place, projectId: 5, nextId: 2, open });
  useEffect(() => {
    use = review;
  });
  return (
    <>
      <WorkHeader
        {...{ desk, folderId: 3, folderName: 'front', name: '1.png', result: '', choice: place }}
        strip={{ index: -1 } as Strip}
        onStep={() => {}}
        onWiden={() => {}}
        onOpen={() => {}}
      />
      <ReviewPanel desk={desk} use={review} />
      <ReturnedBanner desk={desk} />
      <ReturnDialog
        open={review.isReturning}
        imageId={1}
        onClose={review.stopReturning}
        onReturn={review.sendBack}
        onClosed={() => {}}
        onGone={review.goneReturning}
      />
    </>
  );
}

interface Given {
  level?: Level;
  /** The next image that waits for review. */
  waiting?: number | null;
  /** The server takes the word, perhaps later. */
  isTaken?: boolean | Promise<boolean>;
  shapeCount?: number;
}

async function open(
  review: ImageReview | null,
  { level = 'editor', waiting = 9, isTaken = true, shapeCount = 1 }: Given = {},
) {
  sessionStore.set(sessionOf(permissionKeys));
  const { asked } = fakeApi({
    projectAccess: [{ projectId: 5, level, owner: 'Ana', example: false }],
    imageNeighbours: { next: waiting === null ? null : { id: waiting }, previous: null, total: waiting ? 2 : 1 },
  });
  const stores = makeDeskStores();
  stores.review.set(review);
  stores.mode.set({ shapeCount, isCheckedEmpty: false } as Mode);
  stores.image.set({ image: { id: 1, projectId: 5, part: null } } as never);
  const said: unknown[] = [];
  const at = { revision: 12, seen: [] as unknown[] };
  const opened: number[] = [];
  /** Whether a dialog was there. */
  const openedBehind: boolean[] = [];
  const desk = {
    ...stores,
    seen: () => at.revision,
    say: (action: string, remark: string, seen?: number) => {
      said.push([action, remark]);
      at.seen.push(seen);
      return Promise.resolve(isTaken);
    },
  } as unknown as Desk;
  const openImage = (id: number) => {
    opened.push(id);
    openedBehind.push(screen.queryByRole('dialog', { hidden: true }) !== null);
  };
  const { user } = await show(<Room desk={desk} open={openImage} />, { screen: 'Annotate' });
  await waitFor(() => expect(asked('projectAccess')).toHaveLength(1));
  return { stores, said, at, opened, openedBehind, user, asked };
}
const panel = () => within(screen.getByTestId('review'));
const buttons = () =>
  panel()
    .queryAllByRole('button')
    .map((one) => one.getAttribute('aria-label') ?? one.textContent);

it('is not there, nor are its keys, where images are not reviewed', async () => {
  const { said, opened } = await open(null);
  for (const command of ['review.submit', 'review.accept', 'review.return', 'review.next'] as const)
    act(() => use.onReview(command));
  expect(screen.queryByTestId('review')).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect([said, opened]).toEqual([[], []]);
});

it('lets an annotator submit, and goes on to the next image of the list', async () => {
  const { said, opened, user } = await open(reviewIn(null), { level: 'annotator' });
  await waitFor(() => expect(buttons()).toEqual([t.actions.submit]));
  await user.click(panel().getByText(t.actions.submit));
  await waitFor(() => expect(opened).toEqual([2]));
  expect(said).toEqual([['submit', '']]);
});

const mainButtons = () => [...document.querySelectorAll('.ant-btn-primary')].map((one) => one.textContent);
const next = en.annotation.saveNext;

it.each([
  ['an annotated image is submitted next', null, {}, t.actions.submit],
  ['one that is not annotated yet is not', null, { shapeCount: 0 }, next],
  ['a submitted image is accepted next', reviewIn('submitted'), {}, t.actions.accept],
  ['one that was emptied since is not', reviewIn('submitted'), { shapeCount: 0 }, next],
  ['by nobody who submitted it', reviewIn('submitted', { isOwn: true }), {}, next],
  ['an annotator goes on from a submitted one', reviewIn('submitted'), { level: 'annotator' as const }, next],
  ['an accepted image is left', reviewIn('accepted'), {}, next],
] as const)('has one main button: %s', async (_what, review, given, wanted) => {
  await open(review ?? reviewIn(null), given);
  await waitFor(() => expect(mainButtons()).toEqual([wanted]));
});

it('has the next image as the main button where images are not reviewed', async () => {
  await open(null);
  expect(mainButtons()).toEqual([next]);
});

it('offers an annotator nothing while the image waits, and a viewer nothing at all', async () => {
  const first = await open(reviewIn('submitted'), { level: 'annotator' });
  expect(panel().getByText(t.states.submitted)).toBeTruthy();
  expect(buttons()).toEqual([]);
  act(() => use.onReview('review.submit'));
  act(() => use.onReview('review.accept'));
  expect(first.said).toEqual([]);
});

it('lets a reviewer accept, and goes to the next image that waits', async () => {
  const { said, opened, user, asked } = await open(reviewIn('submitted'));
  await waitFor(() => expect(buttons()).toEqual([t.next, t.actions.accept, t.actions.return]));
  await user.click(panel().getByText(t.actions.accept));
  await waitFor(() => expect(opened).toEqual([9]));
  expect(said).toEqual([['accept', '']]);
  expect(asked('imageNeighbours')).toEqual([{ id: 1, filter: { review: 'toReview' }, sort: 'name' }]);
});

it('stays where nothing else waits', async () => {
  const { opened, said, user } = await open(reviewIn('submitted'), { waiting: null });
  await waitFor(() => expect(buttons()).toContain(t.actions.accept));
  await user.click(panel().getByText(t.actions.accept));
  await waitFor(() => expect(said).toHaveLength(1));
  expect(opened).toEqual([]);
});

it('returns with a remark alone, which is kept where the server does not take it', async () => {
  const { said, opened, user } = await open(reviewIn('submitted'), { isTaken: false });
  await waitFor(() => expect(buttons()).toContain(t.actions.return));
  await user.click(panel().getByText(t.actions.return));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: t.return }));
  expect(await dialog.findByText(t.remarkRequired)).toBeTruthy();
  expect(said).toEqual([]);
  const field = dialog.getByLabelText(t.remark);
  fireEvent.change(field, { target: { value: '  left edge  ' } });
  await user.click(dialog.getByRole('button', { name: t.return }));
  await waitFor(() => expect(said).toEqual([['return', 'left edge']]));
  expect(screen.getByRole('dialog')).toBeTruthy();
  expect(opened).toEqual([]);
});

it('returns what was seen when the dialog was opened, whatever came since; and what its person was told of', async () => {
  const { at, user } = await open(reviewIn('submitted'), { isTaken: false });
  await waitFor(() => expect(buttons()).toContain(t.actions.return));
  act(() => use.onReview('review.return'));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByLabelText<HTMLTextAreaElement>(t.remark);
  fireEvent.change(field, { target: { value: 'left edge' } });
  // somebody else accepts it
  at.revision = 13;
  const send = () => user.click(dialog.getByRole('button', { name: t.return }));
  await send();
  await waitFor(() => expect(at.seen).toEqual([12]));
  expect(field.value).toBe('left edge');
  await waitFor(() => expect(use.isBusy).toBe(false));
  await send();
  await waitFor(() => expect(at.seen).toEqual([12, 13]));
});

it('keeps the image that was returned until the dialog has gone', async () => {
  const { said, opened, openedBehind, user } = await open(reviewIn('submitted'));
  await waitFor(() => expect(buttons()).toContain(t.actions.return));
  act(() => use.onReview('review.return'));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText(t.remark), { target: { value: 'left edge' } });
  await user.click(within(dialog).getByRole('button', { name: t.return }));
  await waitFor(() => expect(opened).toEqual([9]));
  expect(said).toEqual([['return', 'left edge']]);
  expect(openedBehind).toEqual([false]);
});

it('goes on where the dialog was closed while the return was on its way, and only then', async () => {
  const taken = Promise.withResolvers<boolean>();
  const { said, opened, user } = await open(reviewIn('submitted'), { isTaken: taken.promise });
  await waitFor(() => expect(buttons()).toContain(t.actions.return));
  const dialog = async () => {
    act(() => use.onReview('review.return'));
    return within(await screen.findByRole('dialog'));
  };
  const close = async () => {
    act(() => use.stopReturning());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  const box = await dialog();
  fireEvent.change(box.getByLabelText(t.remark), { target: { value: 'left edge' } });
  await user.click(box.getByRole('button', { name: t.return }));
  await waitFor(() => expect(said).toHaveLength(1));
  await close();
  expect(opened).toEqual([]);
  await act(async () => taken.resolve(true));
  await waitFor(() => expect(opened).toEqual([9]));
  await dialog();
  await close();
  expect([said.length, opened]).toEqual([1, [9]]);
});

it('keeps a remark that was typed when the dialog is closed, and is sent with Ctrl and Enter', async () => {
  const { said, user } = await open(reviewIn('submitted'));
  await waitFor(() => expect(buttons()).toContain(t.actions.return));
  const field = async () => within(await screen.findByRole('dialog')).getByLabelText<HTMLTextAreaElement>(t.remark);
  await user.click(panel().getByText(t.actions.return));
  fireEvent.change(await field(), { target: { value: 'left edge' } });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => use.onReview('review.return'));
  expect((await field()).value).toBe('left edge');
  await user.click(await field());
  await user.keyboard('{Enter}');
  expect(said).toEqual([]);
  await user.keyboard('{Backspace}{Control>}{Enter}{/Control}');
  await waitFor(() => expect(said).toEqual([['return', 'left edge']]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // it was sent: the next one begins empty
  act(() => use.onReview('review.return'));
  expect((await field()).value).toBe('');
});

it('offers an image for review once it is annotated, or checked and empty', async () => {
  const { stores } = await open(reviewIn(null), { shapeCount: 0 });
  await waitFor(() => expect(buttons()).toContain(t.actions.submit));
  const button = () => panel().getByText(t.actions.submit).closest('button') as HTMLButtonElement;
  expect(button().disabled).toBe(true);
  act(() => stores.mode.set({ shapeCount: 0, isCheckedEmpty: true } as Mode));
  expect(button().disabled).toBe(false);
});

it('keeps from accepting what one submitted oneself, and says why', async () => {
  const { said } = await open(reviewIn('submitted', { isOwn: true }));
  await waitFor(() => expect(buttons()).toContain(t.actions.accept));
  expect((panel().getByText(t.actions.accept).closest('button') as HTMLButtonElement).disabled).toBe(true);
  act(() => use.onReview('review.accept'));
  expect(said).toEqual([]);
});

it('says that one returned it oneself, and does not lead a reviewer on to submit it', async () => {
  const returned = reviewIn('returned', { remark: 'left edge', bySelf: true });
  const { stores } = await open(returned);
  const submit = () => panel().findByRole('button', { name: t.actions.submit });
  expect(within(screen.getByTestId('returned')).getByText(t.returnedBySelf)).toBeTruthy();
  expect((await submit()).className).not.toContain('ant-btn-primary');
  // whoever corrects it is led on
  act(() => stores.review.set({ ...returned, bySelf: false }));
  expect((await submit()).className).toContain('ant-btn-primary');
});

it('shows the remark of a returned image over it, until that is closed', async () => {
  const { stores, user } = await open(reviewIn('returned', { remark: 'left edge' }), { level: 'annotator' });
  const banner = within(screen.getByTestId('returned'));
  expect(banner.getByText(/Returned by Li/)).toBeTruthy();
  expect(screen.getAllByText(/left edge/)).toHaveLength(2);
  await user.click(banner.getByRole('button'));
  expect(screen.queryByTestId('returned')).toBeNull();
  expect(panel().getByText('left edge')).toBeTruthy();
  act(() => stores.review.set(reviewIn('returned', { remark: 'right edge', at: '2026-03-02T10:00:00.000Z' })));
  expect(screen.getByTestId('returned').textContent).toContain('right edge');
});
