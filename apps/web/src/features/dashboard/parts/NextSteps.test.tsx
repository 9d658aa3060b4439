/** The next steps of the dashboard lead only to what the person may do. */
import type { DashboardInfo, Level, PermissionKey } from '@loupe/contract';
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { signIn, signOut } from '../../../core/session.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { NextSteps } from './NextSteps.tsx';

const set = { id: 3, projectId: 7, labels: [{ id: 1, name: 'burr', color: '#f00' }], annotated: 0 };
const shared = { projects: 1, datasets: 1, images: 8, models: 0, versions: 0, recentDatasets: [set], tasks: [] };
const nothing = { projects: 0, datasets: 0, images: 0, models: 0, versions: 0, recentDatasets: [], tasks: [] };
const keys: PermissionKey[] = ['project/pageList', 'dataset/pageList', 'dataset/picture/handleImg', 'model/pageList'];

afterEach(() => signOut());

const present = async (info: object, level: Level | null, held = keys) => {
  signIn(sessionOf(held));
  const projectAccess = level ? [{ projectId: 7, level, owner: 'Wang', example: false }] : [];
  fakeApi({ projectAccess });
  return show(
    <>
      <NextSteps info={info as DashboardInfo} />
      <footer>below</footer>
    </>,
  );
};

it.each<Level | null>([null, 'annotator', 'editor'])(
  'leads somebody who may annotate (%s) to their data set',
  async (level) => {
    const { user, search } = await present(shared, level);
    await user.click(await screen.findByRole('button', { name: 'Annotate images' }));
    await expect.poll(search).toEqual({ id: '3' });
  },
);

it('offers a viewer neither annotating nor training in what they only see', async () => {
  await present(shared, 'viewer');
  await screen.findByText('below');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText('Annotate images')).toBeNull();
});

it('offers a project only to those who may add one', async () => {
  const { unmount } = await present(nothing, null);
  expect(await screen.findByRole('button', { name: 'Create a project' })).toBeTruthy();
  unmount();
  await present(nothing, null, ['dataset/pageList', 'model/pageList']);
  await screen.findByText('below');
  expect(screen.queryByText('Create a project')).toBeNull();
});

it('asks for a training until one is under way, and for what comes before it even then', async () => {
  const annotated = { ...shared, recentDatasets: [{ ...set, annotated: 8 }] };
  const { unmount } = await present(annotated, 'editor');
  expect(await screen.findByRole('button', { name: 'Train a model' })).toBeTruthy();
  unmount();
  const tasks = [{ kind: 'train', state: 'running' }];
  const under = await present({ ...annotated, tasks }, 'editor');
  await screen.findByText('below');
  expect(screen.queryByRole('button')).toBeNull();
  under.unmount();
  await present({ ...shared, tasks }, 'editor');
  expect(await screen.findByRole('button', { name: 'Annotate images' })).toBeTruthy();
});
