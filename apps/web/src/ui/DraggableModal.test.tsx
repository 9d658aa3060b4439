/** The main button of a dialog: what starts something starts it once. */
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '../testing/screen.tsx';
import { DraggableModal } from './DraggableModal.tsx';

it('takes a double click on its main button for one', async () => {
  const start = vi.fn();
  const { user } = await show(
    <DraggableModal open title="Export" okText="Start" onOk={start} onCancel={() => {}}>
      <input aria-label="Name" />
    </DraggableModal>,
  );
  await user.dblClick(screen.getByRole('button', { name: 'Start' }));
  expect(start).toHaveBeenCalledTimes(1);
});

it('keeps the focus: a press beside it takes none away, and Tab goes round', async () => {
  const { user } = await show(
    <DraggableModal open closable={false} title="Sign in" okText="Go" cancelText="Leave" onOk={() => {}}>
      <input aria-label="Password" />
    </DraggableModal>,
  );
  const field = screen.getByLabelText('Password');
  const go = screen.getByRole('button', { name: 'Go' });
  field.focus();
  const beside = screen.getByRole('dialog').parentElement!;
  expect(fireEvent.mouseDown(beside)).toBe(false);
  expect(fireEvent.mouseDown(field)).toBe(true);
  go.focus();
  expect(fireEvent.keyDown(go, { key: 'Tab' })).toBe(false);
  expect(document.activeElement).toBe(field);
  expect(fireEvent.keyDown(field, { key: 'Tab', shiftKey: true })).toBe(false);
  expect(document.activeElement).toBe(go);
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Leave' }));
});
