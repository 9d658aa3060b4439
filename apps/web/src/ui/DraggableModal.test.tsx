/** The main button of a dialog: what starts something starts it once. */
import { screen } from '@testing-library/react';
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
