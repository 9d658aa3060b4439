/** The sharing dialog by level, and what lists say of projects of others. */
import type { ProjectAccess, Sharing } from '@loupe/contract';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signIn, signOut } from '../../core/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { show } from '../../testing/screen.tsx';
import { sessionOf } from '../../testing/session.ts';
import { ProjectListPage } from './pages/ProjectListPage.tsx';
import { SharingDialog } from './parts/SharingDialog.tsx';

const sharing: Sharing = {
  owner: { userId: 2, account: 'wang', name: 'Wang' },
  members: [
    { userId: 3, account: 'li', name: 'Li', level: 'viewer', enabled: true, since: '2026-01-01T00:00:00.000Z' },
  ],
};
const project = { id: 7, name: 'line_1' };
const foreign = (level: ProjectAccess['level']): ProjectAccess[] => [
  { projectId: 7, level, owner: 'Wang', example: false },
];
const as = (userId: number) => signIn(sessionOf(['project/pageList', 'dataset/pageList'], { userId }));

beforeEach(() => as(2));
afterEach(() => signOut());

it('shares with a person who is searched for, at a level, and changes the level of a member', async () => {
  const api = fakeApi({
    memberList: sharing,
    memberSearch: [{ userId: 4, account: 'zhao', name: '赵工' }],
    memberSet: sharing,
  });
  const { user } = await show(<SharingDialog project={project} onClose={() => {}} />);
  await user.type(await screen.findByRole('combobox', { name: 'Person' }), 'zha');
  await user.click(await screen.findByText('赵工 (zhao)'));
  await user.click(screen.getByRole('button', { name: 'Share' }));
  await waitFor(() => expect(api.asked('memberSet')).toEqual([{ id: 7, userId: 4, level: 'annotator' }]));
  expect(api.asked('memberSearch')).toContainEqual({ id: 7, text: 'zha' });

  await user.click(screen.getByRole('combobox', { name: 'Level of Li' }));
  await user.click(await screen.findByText('Can also annotate images'));
  await waitFor(() => expect(api.asked('memberSet')[1]).toEqual({ id: 7, userId: 3, level: 'annotator' }));
});

it('removes a member only after a question', async () => {
  const api = fakeApi({ memberList: sharing, memberRemove: { ...sharing, members: [] } });
  const { user } = await show(<SharingDialog project={project} onClose={() => {}} />);
  await user.click(await screen.findByRole('button', { name: 'More for Li' }));
  await user.click(await screen.findByText('Remove'));
  await screen.findByText('Stop sharing with Li?');
  expect(api.asked('memberRemove')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(api.asked('memberRemove')).toEqual([{ id: 7, userId: 3 }]));
});

it('shows a member who has access, lets them leave, and offers nothing else', async () => {
  as(3);
  const api = fakeApi({ memberList: sharing, projectAccess: foreign('viewer'), projectLeave: null });
  const { user } = await show(<SharingDialog project={project} onClose={() => {}} />);
  await screen.findByText('Members of line_1');
  await screen.findByText('Wang');
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'More for Li' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Leave project' }));
  await screen.findByText('Leave line_1?');
  await user.click(screen.getAllByRole('button', { name: 'Leave project' }).at(-1)!);
  await waitFor(() => expect(api.asked('projectLeave')).toEqual([{ id: 7 }]));
});

const row = {
  ...project,
  family: 'detection',
  description: '',
  datasets: 0,
  models: 0,
  createdBy: 'Wang',
  ownerId: 2,
  owner: 'Wang',
  members: 1,
  example: false,
  createdAt: '2026-01-01T00:00:00.000Z',
} as const;

it.each([
  ['viewer', []],
  ['annotator', []],
  ['editor', ['Edit']],
] as const)('offers a %s in the list of projects what the level allows', async (level, more) => {
  as(3);
  fakeApi({
    projectAccess: foreign(level),
    projectList: { list: [{ ...row, level }], total: 1, pageNum: 1, pageSize: 20 },
  });
  await show(<ProjectListPage />);
  const line = (await screen.findByText('line_1')).closest('tr')!;
  await waitFor(() =>
    expect([...line.querySelectorAll('button')].map((one) => one.textContent)).toEqual(['Models', 'Members', ...more]),
  );
  expect(line.textContent).toContain('Wang');
});
