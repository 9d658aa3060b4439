/** A search as the workbench shows it: how far it is, what can be done, and what has become of it while one looks. */
import { permissionKeys } from '@loupe/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { invalidate, queryClient } from '../../../core/query.ts';
import { sessionStore } from '../../../core/session.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { PreannotationNotes } from './PreannotationNotes.tsx';

beforeEach(() => sessionStore.set(sessionOf(permissionKeys)));

const search = (id: number, state: string, done: number, more: object = {}) => ({
  id,
  kind: 'preannotate',
  state,
  projectId: 2,
  subject: `Gears / front ${id}`,
  params: { datasetId: 1, similar: {} },
  versionNumber: null,
  progress: { phase: 'predict', done, total: 8, unit: 'image', etaSeconds: 40 },
  actions: state === 'running' ? ['cancel'] : [],
  waitsFor: null,
  queuePosition: null,
  causeText: null,
  ...more,
});

async function begin(list: object[]) {
  const answers = { list, total: list.length };
  const server = fakeApi({
    taskList: () => answers as never,
    taskAct: {} as never,
    projectAccess: [{ projectId: 2, level: 'editor', owner: 'Ana', example: false }],
  });
  const onNext = vi.fn();
  const { user } = await show(<PreannotationNotes place={{ datasetId: 1, projectId: 2 }} onNext={onNext} />, {
    screen: 'Annotate',
  });
  await waitFor(() => expect(server.asked('taskList')).toHaveLength(1));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const become = async (next: object[]) => {
    answers.list = next;
    await act(() => invalidate('taskList'));
  };
  return { server, user, onNext, become };
}
const note = () => screen.findByTestId('preannotation-note');

it('says how far a search is, cancels it, and leads on to the candidates when it has ended, until it is put away', async () => {
  const { server, user, onNext, become } = await begin([search(5, 'running', 2)]);
  const own = within(await note());
  expect(own.getByText(/25/)).toBeTruthy();
  expect(own.getByText(/2 \/ 8 images.*left/)).toBeTruthy();
  await user.click(await own.findByRole('button', { name: new RegExp(en.tasks.actions.cancel) }));
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: new RegExp(en.tasks.actions.cancel) }),
  );
  await waitFor(() => expect(server.asked('taskAct')).toEqual([{ id: 5, action: 'cancel' }]));

  await become([search(5, 'completed', 8)]);
  await own.findByText(new RegExp(en.ui.states.completed));
  await user.click(own.getByRole('button', { name: new RegExp(en.preannotation.toNext) }));
  expect(onNext).toHaveBeenCalledTimes(1);
  await user.click(own.getByRole('button', { name: en.preannotation.seen }));
  expect(screen.queryByTestId('preannotation-note')).toBeNull();
});

it('says why a search failed that was at work, and nothing of those that had ended before', async () => {
  const old = search(4, 'completed', 8);
  const { become } = await begin([search(5, 'running', 0), old]);
  await note();
  const causeText = { zh: '没有示例', en: 'No example is left' };
  await become([search(5, 'failed', 0, { causeText }), old]);
  await screen.findByText(causeText.en);
  expect(screen.getAllByTestId('preannotation-note')).toHaveLength(1);
  // nothing was searched: there is nothing to go to
  expect(screen.queryByRole('button', { name: new RegExp(en.preannotation.toNext) })).toBeNull();
});

it('tells of a search that was over before anything was read of it', async () => {
  const { become } = await begin([search(4, 'completed', 8)]);
  await become([search(5, 'completed', 8), search(4, 'completed', 8)]);
  await note();
  expect(screen.getAllByTestId('preannotation-note')).toHaveLength(1);
});

it('tells of other sets’ searches nothing', async () => {
  const { server } = await begin([search(5, 'running', 2, { params: { datasetId: 3, similar: {} } })]);
  await waitFor(() => expect(server.asked('taskList').length).toBeGreaterThan(0));
  expect(screen.queryByTestId('preannotation-note')).toBeNull();
});
