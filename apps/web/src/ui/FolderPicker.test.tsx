/** The picker of folders leaves out those of data sets of other types, and says which type it looks for where there is none. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { en } from '../locales/en.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { show } from '../testing/screen.tsx';
import { FolderPicker } from './FolderPicker.tsx';

const pick = (setType?: 'segmentation') =>
  show(<FolderPicker projectId={1} setType={setType} value={[]} onChange={() => {}} />, { screen: 'ModelList' });
const none = { list: [], total: 0 };

it('asks for folders of one type alone, in the list and for all of them, and names the type where there are none', async () => {
  const server = fakeApi({ folderChoice: none, folderList: none });
  await pick('segmentation');
  await screen.findByText(en.ui.noFoldersOfType.replace('{{type}}', en.datasets.setTypes.segmentation));
  expect(server.asked('folderChoice')).toEqual([{ projectId: 1, setType: 'segmentation' }]);
  expect(server.asked('folderList')[0]).toMatchObject({ projectId: 1, setType: 'segmentation', filled: true });
});

it('asks for all folders where no type is needed', async () => {
  const server = fakeApi({ folderChoice: none, folderList: none });
  await pick();
  await screen.findByText(en.families.detection.noFoldersTitle);
  expect(server.asked('folderChoice')).toEqual([{ projectId: 1 }]);
});
