/** Pre-annotation in the row of a folder: where it cannot be asked for, it says why. */
import { messageText, permissionKeys, type Dataset, type Folder } from '@loupe/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sessionStore } from '../../../core/session.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { usePreannotate } from './use-preannotate.tsx';

const dataset = {
  id: 2,
  projectId: 5,
  modelId: null,
  family: 'detection',
  role: 'pool',
  labels: [],
} as never as Dataset;
const folder = { id: 3, name: 'front', images: 4, state: 'unannotated' } as Folder;

function Row({ of }: { of: Partial<Folder> }) {
  const [action] = usePreannotate(dataset).action({ ...folder, ...of });
  return <output>{action ? (action.disabled ? action.reason : 'open') : null}</output>;
}

it.each([
  ['open', {}],
  [messageText('folder.noImages', 'en'), { images: 0 }],
  ['Prelabeling in progress, please wait', { state: 'preLabeling' as const }],
])('%s', async (said, of) => {
  sessionStore.set(sessionOf(permissionKeys));
  fakeApi({ projectAccess: [{ projectId: 5, level: 'editor', owner: 'Ana', example: false }] });
  await show(<Row of={of} />, { screen: 'FolderList' });
  expect(await screen.findByText(said)).toBeTruthy();
});
