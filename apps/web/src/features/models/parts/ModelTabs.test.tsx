/** The sections of a model: how much each holds, also while nothing is finished yet. */
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { ModelTabs } from './ModelTabs.tsx';
import { VersionTable } from './VersionTable.tsx';

/** A first training runs: there is no version yet. */
const model = { id: 4, type: 'anomaly', versions: 0, openTasks: 1, datasets: [{ id: 8, role: 'ok', images: 23 }] };
const Slot = () => null;

it('counts trainings, and not the versions that came of them', async () => {
  const server = fakeApi({
    modelInfo: model as never,
    taskList: { list: [], total: 1, pageNum: 1, pageSize: 1 },
  });
  await show(<ModelTabs modelId={4} />, { screen: 'TaskList' });
  const tab = await screen.findByRole('link', { name: new RegExp(`^${en.models.tabs.trainings}`) });
  await waitFor(() => expect(tab.textContent).toBe(`${en.models.tabs.trainings}1`));
  expect(server.asked('taskList')[0]).toMatchObject({ kind: 'train', modelId: 4 });
});

it('says that the first version is on its way, and leads to its training', async () => {
  fakeApi({ versionList: { list: [], total: 0, pageNum: 1, pageSize: 20 } });
  const { user, path } = await show(
    <VersionTable model={model as never} slots={{ TestStart: Slot, OnlineAdd: Slot }} />,
    { screen: 'TaskList', family: 'anomaly' },
  );
  expect(await screen.findByText(en.models.versionComing)).toBeTruthy();
  expect(screen.queryByRole('button', { name: en.models.train })).toBeNull();
  await user.click(screen.getByRole('button', { name: en.models.toTrainings }));
  expect(path()).toBe('/anomaly/train');
});
