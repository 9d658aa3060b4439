/** Below the choice of a version for an online entry: what gives one where there is none. */
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { signIn } from '../../../core/session.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { VersionHelp } from './VersionHelp.tsx';

beforeEach(() => signIn(sessionOf(['project/pageList', 'model/pageList'])));
const listOf = (total: number) => ({ list: [], total, pageNum: 1, pageSize: 1 });
const shown = async (versions: number, running: number, modelId: number | undefined = 3) => {
  fakeApi({
    versionList: listOf(versions) as never,
    taskList: (({ state }: { state: string }) => listOf(state === 'running' ? running : 0)) as never,
  });
  await show(<VersionHelp modelId={modelId} enabled />, { screen: 'OnlineList', family: 'ocr' });
};

it('says that a training is under way, and leads to it', async () => {
  await shown(0, 1);
  await screen.findByText(en.online.versionComes);
  const way = screen.getByRole('link', { name: en.online.toTrainings });
  expect(way.getAttribute('href')).toMatch(/^\/trainDetailOCR\/.*model=3/);
});

it('asks for a training where there is none', async () => {
  await shown(0, 0);
  await screen.findByText(en.online.noVersions);
  expect(screen.getByRole('link', { name: en.online.toTrainings })).toBeTruthy();
});

it('says which versions can be used where there are some', async () => {
  await shown(2, 1);
  await screen.findByText(en.online.versionHelp);
  expect(screen.queryByRole('link')).toBeNull();
});
