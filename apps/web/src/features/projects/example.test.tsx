/** The example-data toggle: for those with its key, with the values of the specification. */
import type { Project } from '@loupe/contract';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { signIn, signOut } from '../../core/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { show } from '../../testing/screen.tsx';
import { sessionOf } from '../../testing/session.ts';
import { ProjectForm } from './parts/ProjectForm.tsx';

const project = { id: 7, name: 'line_1', description: '', example: false } as Project;

afterEach(() => signOut());

it('sends 0 for on and −1 for off', async () => {
  signIn(sessionOf(['project/pageList', 'sys/example']));
  const api = fakeApi({ projectUpdate: project });
  const { user } = await show(<ProjectForm open project={project} onClose={() => {}} />);
  const toggle = await screen.findByRole('switch', { name: 'Example data' });
  await user.click(toggle);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.asked('projectUpdate').at(-1)).toMatchObject({ id: 7, example: 0 }));
  await user.click(toggle);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.asked('projectUpdate').at(-1)).toMatchObject({ id: 7, example: -1 }));
});

it('is not there without the key, and nothing is sent of it', async () => {
  signIn(sessionOf(['project/pageList']));
  const api = fakeApi({ projectUpdate: project });
  const { user } = await show(<ProjectForm open project={project} onClose={() => {}} />);
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.asked('projectUpdate')).toHaveLength(1));
  expect(screen.queryByRole('switch')).toBeNull();
  expect(api.asked('projectUpdate')[0]).not.toHaveProperty('example');
});

it('is not there for an editor who holds the key: the mark is the owner’s', async () => {
  signIn(sessionOf(['project/pageList', 'sys/example']));
  fakeApi({ projectAccess: [{ projectId: 7, level: 'editor', owner: 'Wang', example: false }] });
  await show(<ProjectForm open project={project} onClose={() => {}} />);
  await screen.findByRole('button', { name: 'Save' });
  expect(screen.queryByRole('switch')).toBeNull();
});
