/** Forms for something new begin with a project in which it may be added, and say why where there is none. */
import type { Level, RouteName } from '@loupe/contract';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signIn, signOut } from '../../core/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { show } from '../../testing/screen.tsx';
import { sessionOf } from '../../testing/session.ts';
import { MayButton } from '../../ui/MayButton.tsx';
import { useFirstProject, useNoProject } from './api.ts';

const shared = { id: 7, name: 'line_1' };
const own = { id: 8, name: 'line_2' };

function Form({ requested = 0, route = 'datasetAdd' as RouteName, hasAdd = false }) {
  const { first, isLoaded } = useFirstProject(requested, route);
  return (
    <>
      <MayButton route={route} projectId={null} reason={useNoProject(route, { hasAdd })}>
        add
      </MayButton>
      {isLoaded ? <output>{first ?? 'none'}</output> : null}
    </>
  );
}
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'add' });

const answer = (list: readonly (typeof own)[], level: Level = 'viewer') =>
  fakeApi({
    projectAccess: [{ projectId: 7, level, owner: 'Wang', example: false }],
    projectList: { list, total: list.length },
    projectInfo: ({ id }) => ({ id }),
  });

beforeEach(() => signIn(sessionOf(['project/pageList', 'dataset/pageList', 'model/pageList'])));
afterEach(() => signOut());

it.each<[Level, string, boolean]>([
  ['viewer', 'none', true],
  ['annotator', 'none', true],
  ['editor', '7', false],
])('the only project is shared with a person as %s', async (level, first, isDisabled) => {
  answer([shared], level);
  const { user } = await show(<Form />);
  expect((await screen.findByRole('status')).textContent).toBe(first);
  expect(button().disabled).toBe(isDisabled);
  if (!isDisabled) return;
  await user.hover(button());
  expect(await screen.findByText(/no project that you can edit/)).toBeTruthy();
});

it('begins with the one project of several that may be changed, also where another was asked for', async () => {
  answer([shared, own]);
  await show(<Form requested={7} />);
  expect((await screen.findByRole('status')).textContent).toBe('8');
  expect(button().disabled).toBe(false);
});

it('stays where a first project can be made on the way', async () => {
  answer([]);
  const { unmount } = await show(<Form />);
  await screen.findByRole('status');
  expect(button().disabled).toBe(false);
  unmount();
  answer([shared]);
  await show(<Form route="modelAdd" hasAdd />);
  await screen.findByRole('status');
  expect(button().disabled).toBe(false);
});
