/** The page of a new model: what was typed is not lost to a link without a question, and is kept by nobody once saved. */
import { permissionKeys } from '@loupe/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sessionStore } from '../../../core/session.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { ModelAddPage } from './ModelAddPage.tsx';

const project = { id: 5, name: 'line', family: 'detection', level: 'owner' };
const question = () => screen.queryByText(en.ui.discardTitle);

async function opened() {
  sessionStore.set(sessionOf(permissionKeys));
  fakeApi({
    projectList: { list: [project], total: 1, pageNum: 1, pageSize: 1 } as never,
    projectInfo: project as never,
    projectAccess: [{ projectId: 5, level: 'owner', owner: 'Ana', example: false }],
    modelAdd: { id: 8 } as never,
  });
  const shown = await show(<ModelAddPage />, { screen: 'ModelAdd', search: '?projectId=5' });
  const plan = await screen.findByRole('textbox', { name: en.models.planName });
  return { ...shown, plan, leave: () => act(() => shown.history.push('/elsewhere')) };
}

it('is left at once while nothing was typed', async () => {
  const { path, leave } = await opened();
  leave();
  await waitFor(() => expect(path()).toBe('/elsewhere'));
  expect(question()).toBeNull();
});

it('asks before what was typed is lost, and stays or goes as the person says', async () => {
  const { user, plan, path, leave } = await opened();
  await user.type(plan, 'board');
  leave();
  await screen.findByText(en.ui.discardTitle);
  await user.click(screen.getByRole('button', { name: en.ui.keepEditing }));
  expect(path()).toBe('/model/add');
  expect((plan as HTMLInputElement).value).toBe('board');
  await waitFor(() => expect(question()).toBeNull());
  leave();
  await user.click(await screen.findByRole('button', { name: en.ui.discard }));
  await waitFor(() => expect(path()).toBe('/elsewhere'));
});

it('goes on to the training once it is saved, without a question', async () => {
  const { user, plan, path } = await opened();
  await user.type(plan, 'board');
  await user.type(screen.getByRole('textbox', { name: en.models.functionName }), 'top');
  await user.click(screen.getByRole('button', { name: en.models.addAndTrain }));
  await waitFor(() => expect(path()).toBe('/model/addSet'));
  expect(question()).toBeNull();
});
