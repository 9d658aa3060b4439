/** The newest test of a version, in words. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi } from '../../../../testing/fake-api.ts';
import { show } from '../../../../testing/screen.tsx';
import { NewestTest } from './NewestTest.tsx';

it('says on how many images the newest test found errors', async () => {
  const asked: object[] = [];
  fakeApi({
    taskList: (input) => {
      asked.push(input);
      return { list: [{ id: 12, images: { train: 0, val: 0, test: 1200 } }], total: 3 } as never;
    },
    testImages: ({ taskId, wrongOnly }) => {
      asked.push({ taskId, wrongOnly });
      return { list: [], total: 900 };
    },
  });
  await show(<NewestTest versionId={7} />);
  expect(await screen.findByText('The newest test (#12) has errors on 900 of 1,200 images.')).toBeTruthy();
  expect(asked).toMatchObject([
    { kind: 'test', versionId: 7, state: 'completed' },
    { taskId: 12, wrongOnly: true },
  ]);
});

it('says so where there is no test', async () => {
  fakeApi({ taskList: { list: [], total: 0 } });
  await show(<NewestTest versionId={7} />);
  expect(await screen.findByText('This version has not been tested yet.')).toBeTruthy();
});
