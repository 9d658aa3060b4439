/** The picker of folders leaves out those of data sets of other types, says which type it looks for where there is none, and counts the images that are used. */
import type { ImagePart } from '@loupe/contract';
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

it('counts the images of one part alone where only that part is used, in each folder and in all', async () => {
  const of = { datasetId: 2, datasetName: 'OK', type: 'general', annotated: 0, createdAt: '2026-11-01T00:00:00Z' };
  const list = [
    { ...of, id: 11, name: 'lot A', images: 30, testImages: 8 },
    { ...of, id: 12, name: 'lot B', images: 7, testImages: 0 },
  ];
  const page = { list, total: 2, pageNum: 1, pageSize: 50 };
  const counts = async (part: ImagePart | null) => {
    fakeApi({ folderChoice: page as never, folderList: page as never });
    const picker = <FolderPicker projectId={1} value={[11, 12]} onChange={() => {}} areMarked={false} part={part} />;
    const { unmount } = await show(picker, { screen: 'AddSet', family: 'anomaly' });
    const rows = (await screen.findAllByRole('checkbox')).map((box) => box.closest('label')!.textContent);
    const all = screen.getByText(/^2 folders/).textContent;
    unmount();
    return [...rows, all].map((text) => text.match(/\d+(?= images)/)![0]);
  };
  expect(await counts('train')).toEqual(['22', '7', '29']);
  expect(await counts('test')).toEqual(['8', '0', '8']);
  expect(await counts(null)).toEqual(['30', '7', '37']);
});
