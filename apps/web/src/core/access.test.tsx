/** What the screens offer at each level: taken from what the contract says that the routes need. */
import type { Level, RouteName } from '@loupe/contract';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeApi, Refusal } from '../testing/fake-api.ts';
import { show } from '../testing/screen.tsx';
import { sessionOf } from '../testing/session.ts';
import { useMay, useWhyNot } from './access.ts';
import { signIn, signOut } from './session.ts';

const routes = [
  'imageShapes',
  'imageOps',
  'labelAdd',
  'trainAdd',
  'onlineUpdate',
  'datasetDelete',
  'memberSet',
] as const;

function Offered({ projectId }: { projectId: number | null | undefined }) {
  const may = useMay();
  const why = useWhyNot('datasetDelete', projectId ?? undefined);
  return (
    <>
      <output>{routes.filter((route: RouteName) => may(route, projectId)).join(' ')}</output>
      <p>{why}</p>
    </>
  );
}
const offered = () => screen.getByRole('status').textContent!;

beforeEach(() =>
  signIn(
    sessionOf(['project/pageList', 'dataset/pageList', 'dataset/picture/handleImg', 'model/pageList', 'model/center']),
  ),
);
afterEach(() => signOut());

const edits = 'imageShapes imageOps labelAdd trainAdd onlineUpdate datasetDelete';
const why = 'You can view this project, but not change it. Ask Wang, who owns it, for more access';

it.each<[Level, string, string]>([
  ['viewer', 'imageShapes', why],
  [
    'annotator',
    'imageShapes imageOps',
    why.replace('view this project, but not change it', 'annotate in this project, but not change anything else'),
  ],
  ['editor', edits, ''],
])('offers a %s what the contract lets that level do, and says whom to ask', async (level, expected, reason) => {
  fakeApi({ projectAccess: [{ projectId: 7, level, owner: 'Wang', example: false }] });
  await show(<Offered projectId={7} />);
  await expect.poll(offered).toBe(expected);
  expect(document.querySelector('p')!.textContent).toBe(reason);
});

it('offers everything in own projects, where the permission key is held', async () => {
  fakeApi({ projectAccess: [] });
  await show(<Offered projectId={8} />);
  await expect.poll(offered).toBe(`${edits} memberSet`);
  act(() => signIn(sessionOf(['dataset/pageList'])));
  expect(offered()).toBe('labelAdd datasetDelete');
});

it('offers nothing before it is known whose project it is, and lets the server decide where it cannot be known', async () => {
  let answer: (refused: Refusal) => void = () => {};
  fakeApi({ projectAccess: () => new Promise<Refusal>((resolve) => (answer = resolve)) });
  await show(<Offered projectId={7} />);
  expect(offered()).toBe('');
  await act(async () => answer(new Refusal('failure')));
  await expect.poll(offered).toBe(`${edits} memberSet`);
});
