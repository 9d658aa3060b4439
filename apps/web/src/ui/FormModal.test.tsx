/** A form that somebody has written into is not lost to one key. */
import { CallError, envelope } from '@loupe/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { suppressEnter } from '../core/enter.ts';
import { show } from '../testing/screen.tsx';
import { FormModal } from './FormModal.tsx';

// as the app does: Enter is followed by us alone
let giveEnterBack: () => void;
beforeEach(() => {
  giveEnterBack = suppressEnter();
});
afterEach(() => giveEnterBack());

async function open(part: { keeps?: boolean; submit?: () => Promise<unknown> } = {}) {
  const close = vi.fn();
  function Version({ value, onChange }: { value?: string; onChange?: (to: string) => void }) {
    useEffect(() => {
      if (!value) onChange?.('v1');
    });
    return <output>{value}</output>;
  }
  const { user } = await show(
    <FormModal<{ name: string; version?: string }>
      open
      title="Create a data set"
      initial={{ name: 'gear' }}
      onClose={close}
      submit={async () => undefined}
      {...part}
    >
      <Form.Item name="name" label="Name" rules={[{ required: true }]}>
        <Input />
      </Form.Item>
      <Form.Item name="version" label="Version">
        <Version />
      </Form.Item>
    </FormModal>,
  );
  const field = await screen.findByRole('textbox', { name: 'Name' });
  await screen.findByText('v1');
  return { user, close, field };
}
const escape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
const question = () => screen.queryByText('Discard what you entered?');

it('closes without a question while nobody has entered anything, whatever fields have filled in by themselves', async () => {
  const { user, close, field } = await open();
  await user.click(field);
  await user.tab();
  escape();
  expect(close).toHaveBeenCalledTimes(1);
  expect(question()).toBeNull();
});

it('asks on Escape once something was entered; Enter keeps it, and the cursor is in its field again', async () => {
  const { user, close, field } = await open();
  await user.type(field, '_left');
  escape();
  const keep = await screen.findByRole('button', { name: 'Keep editing' });
  await waitFor(() => expect(document.activeElement).toBe(keep));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(close).not.toHaveBeenCalled();
  expect((field as HTMLInputElement).value).toBe('gear_left');
});

it('asks on its cross, and discards where that is the answer', async () => {
  const { user, close, field } = await open();
  await user.type(field, '_left');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(close).not.toHaveBeenCalled();
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1));
});

it('asks nothing where what was entered was taken back, by its button, or where it is kept', async () => {
  const { user, close, field } = await open();
  await user.type(field, 'x{Backspace}');
  escape();
  expect(close).toHaveBeenCalledTimes(1);
  await user.type(field, 'x');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(close).toHaveBeenCalledTimes(2);
  expect(question()).toBeNull();
});

it('asks nothing where what was typed is kept for the next time', async () => {
  const { user, close, field } = await open({ keeps: true });
  await user.type(field, 'x');
  escape();
  expect(close).toHaveBeenCalledTimes(1);
});

it('stays on Escape and on its cross while it saves: what is refused is still there', async () => {
  let refuse: (error: Error) => void = () => undefined;
  const { user, close, field } = await open({ submit: () => new Promise((_, reject) => (refuse = reject)) });
  await user.type(field, '_left');
  const save = screen.getByRole('button', { name: 'Save' });
  await user.click(save);
  await waitFor(() => expect(save.className).toContain('loading'));
  escape();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  refuse(new Error('refused'));
  await waitFor(() => expect(save.className).not.toContain('loading'));
  expect(close).not.toHaveBeenCalled();
  expect((field as HTMLInputElement).value).toBe('gear_left');
  escape();
  await waitFor(() => expect(question()).not.toBeNull());
});

it('begins with what it is given each time it opens, not with what it showed before', async () => {
  function Names() {
    const [name, setName] = useState<string | null>(null);
    const edit = (one: string) => <button onClick={() => setName(one)}>{one}</button>;
    return (
      <>
        {edit('dent')}
        {edit('scratch')}
        <FormModal<{ name: string }>
          open={name !== null}
          title="Edit label"
          initial={{ name: name ?? '' }}
          onClose={() => setName(null)}
          submit={async () => undefined}
        >
          <Form.Item name="name" label="Name">
            <Input />
          </Form.Item>
        </FormModal>
      </>
    );
  }
  const { user } = await show(<Names />);
  for (const name of ['dent', 'scratch', 'dent']) {
    await user.click(screen.getByText(name));
    const field = await screen.findByRole('textbox', { name: 'Name' });
    expect((field as HTMLInputElement).value).toBe(name);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull());
  }
});

it('says at its field what is wrong with it, until that is typed anew', async () => {
  const { user, close, field } = await open({
    submit: () => Promise.reject(new CallError(envelope(610, 'folder.nameExists', { field: 'name' }))),
  });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('A folder with this name already exists')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(close).not.toHaveBeenCalled();
  await user.type(field, '_2');
  // its text fades out
  await waitFor(() => expect(field.getAttribute('aria-invalid')).not.toBe('true'));
});
