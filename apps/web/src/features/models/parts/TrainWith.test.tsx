/** What the images of a data set are for: a training set trains, a test set leads to a test. */
import { permissionKeys, type Dataset } from '@loupe/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sessionStore } from '../../../core/session.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { useTrainWith } from './TrainWith.tsx';

async function buttonOf(role: string, family: 'ocr' | 'detection' = 'ocr') {
  sessionStore.set(sessionOf(permissionKeys));
  fakeApi({ projectAccess: [{ projectId: 5, level: 'owner', owner: 'Ana', example: false }] });
  const dataset = { id: 3, projectId: 5, modelId: 8, family, role, images: 4, annotated: 4 } as Dataset;
  function Page() {
    return useTrainWith().button(dataset);
  }
  return show(<Page />, { screen: 'FolderList', family });
}
const named = (name: string) => screen.findByRole('button', { name: new RegExp(`${name}$`) });

it('of a training set trains', async () => {
  const { user, path } = await buttonOf('train');
  await user.click(await named(en.models.train));
  await waitFor(() => expect(path()).toMatch(/trainTaskDetailOCR\/add$/));
});

it('of a test set begins a test of its model, and no training', async () => {
  const { user, path, search } = await buttonOf('test');
  await user.click(await named(en.models.test));
  expect(screen.queryByRole('button', { name: new RegExp(`${en.models.train}$`) })).toBeNull();
  await waitFor(() => expect(path()).toMatch(/testTaskDetailOCR\/add$/));
  expect(search()).toMatchObject({ model: '8' });
});
