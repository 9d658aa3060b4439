/** A list of the API: page, order and search in the address, and what stands there while there is nothing. */
import type { Project } from '@loupe/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { en } from '../locales/en.ts';
import { fakeApi, Refusal } from '../testing/fake-api.ts';
import { show } from '../testing/screen.tsx';
import { PageTable, type ListColumn } from './PageTable.tsx';

const columns: ListColumn<Project>[] = [{ key: 'name', title: 'Name', sort: 'name', render: (one) => one.name }];
const project = (id: number) => ({ id, name: `line ${id}` });
/** Pages of so many projects, of which those with the text in their name. */
const projects = (count: number) => ({
  projectList: ({ pageNum = 1, pageSize = 20, name = '' }: { pageNum?: number; pageSize?: number; name?: string }) => {
    const all = Array.from({ length: count }, (_, i) => project(i + 1)).filter((one) => one.name.includes(name));
    return { list: all.slice((pageNum - 1) * pageSize, pageNum * pageSize), total: all.length, pageNum, pageSize };
  },
});

const list = (
  <PageTable
    name="projectList"
    filters={[{ kind: 'text', key: 'name', placeholder: 'Search names' }]}
    columns={columns}
    rowActions={(one) => [
      { key: 'open', text: `Open ${one.name}`, onClick: () => {} },
      { key: 'delete', text: 'Delete', disabled: true, reason: 'It is used', onClick: () => {} },
    ]}
    empty={{ title: 'No project', text: 'Create the first one', actions: <button type="button">Create</button> }}
  />
);

it('goes to another page, keeps it in the address, and comes back to the first one with a search', async () => {
  const server = fakeApi(projects(45));
  const { user, search } = await show(list);
  expect(await screen.findByText('line 1')).toBeTruthy();
  expect(screen.queryByText('line 21')).toBeNull();
  await user.click(screen.getByTitle('3'));
  expect(await screen.findByText('line 45')).toBeTruthy();
  expect(search()).toMatchObject({ pageNum: '3' });
  await user.type(screen.getByRole('textbox', { name: 'Search names' }), 'line 4{Enter}');
  expect(await screen.findByText('line 4')).toBeTruthy();
  expect(search()).toEqual({ name: 'line 4', pageSize: '20' });
  expect(server.asked('projectList').at(-1)).toMatchObject({ name: 'line 4', pageNum: 1 });
  expect(screen.getAllByRole('row').filter((row) => within(row).queryByText(/^line/))).toHaveLength(7);
});

it('orders by a column, the other way round at the second click', async () => {
  const server = fakeApi(projects(3));
  const { user, search } = await show(list);
  await screen.findByText('line 1');
  const head = screen.getByRole('columnheader', { name: /Name/ });
  await user.click(head);
  await waitFor(() => expect(search()).toEqual({ sort: 'name' }));
  await user.click(head);
  await waitFor(() => expect(search()).toEqual({ sort: '-name' }));
  await waitFor(() => expect(server.asked('projectList').at(-1)).toMatchObject({ sort: '-name' }));
});

it('begins where the address says, and goes to the last page where that is no more', async () => {
  fakeApi(projects(25));
  const { search } = await show(list, { search: '?pageNum=9&sort=;drop' });
  expect(await screen.findByText('line 25')).toBeTruthy();
  expect(search()).toMatchObject({ pageNum: '2' });
});

it('offers the first step where there is nothing, and the way out where nothing matches', async () => {
  fakeApi(projects(0));
  const bare = await show(list);
  expect(await screen.findByText('No project')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Create' })).toBeTruthy();
  bare.unmount();
  fakeApi(projects(5));
  const { user } = await show(list, { search: '?name=zebra' });
  expect(await screen.findByText('No result')).toBeTruthy();
  await user.click(screen.getAllByRole('button', { name: en.ui.reset })[0]!);
  expect(await screen.findByText('line 5')).toBeTruthy();
});

it('shows a failure in its place and reads again on request', async () => {
  const server = fakeApi({ projectList: () => new Refusal('project.nameExists') });
  const { user } = await show(list);
  expect(await screen.findByText(/name already exists/)).toBeTruthy();
  server.answer(projects(2));
  await user.click(screen.getByRole('button', { name: en.shell.retry }));
  expect(await screen.findByText('line 2')).toBeTruthy();
});

it('offers the actions of a row, those that cannot be done with the reason', async () => {
  fakeApi(projects(1));
  const { user } = await show(list);
  expect(await screen.findByRole('button', { name: 'Open line 1' })).toBeTruthy();
  const disabled = screen.getByRole('button', { name: 'Delete' });
  expect(disabled.hasAttribute('disabled')).toBe(true);
  await user.hover(disabled);
  expect(await screen.findByText('It is used')).toBeTruthy();
});
