/** The dialogs of a data set: a fault of the labels is told when the form is sent, and goes as soon as it is put right. */
import { permissionKeys } from '@loupe/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sessionStore } from '../../../core/session.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { DatasetAdd } from './DatasetForm.tsx';
import { SplitDialog } from './SplitDialog.tsx';

const project = { id: 5, name: 'line', family: 'detection', level: 'owner' };
const fault = () => screen.queryByText(en.datasets.labelTwice);

it('tells of a label that is there twice when it is sent, and no longer once it has another name', async () => {
  sessionStore.set(sessionOf(permissionKeys));
  fakeApi({ projectList: { list: [project], total: 1, pageNum: 1, pageSize: 1 } as never });
  const { user } = await show(<DatasetAdd open projectId={5} onClose={() => {}} onAdded={() => {}} />);
  await user.type(await screen.findByRole('textbox', { name: en.ui.name }), 'cracks');
  await user.type(screen.getByRole('textbox', { name: en.datasets.labelName }), 'burr{Enter}burr');
  expect(fault(), 'a row that is being typed is no fault').toBeNull();
  await user.click(screen.getByRole('button', { name: en.ui.add }));
  await screen.findByText(en.datasets.labelTwice);
  await user.type(screen.getAllByRole('textbox', { name: en.datasets.labelName })[1]!, 's');
  await waitFor(() => expect(fault()).toBeNull());
});

it('asks how to split by the name of the set, which says that it holds images', async () => {
  const dataset = { id: 3, name: 'OK', family: 'anomaly', role: 'ok', labels: [] };
  await show(<SplitDialog dataset={dataset as never} onClose={() => {}} />);
  expect(await screen.findByText('Split OK images into training and test')).toBeTruthy();
});
