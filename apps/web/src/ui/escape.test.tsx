/** Escape closes the layer on top, once, and leaves a list that is open over it its own Escape. */
import { fireEvent, screen } from '@testing-library/react';
import { Tooltip } from 'antd';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '../testing/screen.tsx';
import { DraggableModal } from './DraggableModal.tsx';
import { useEscape } from './escape.ts';
import { SideDrawer } from './SideDrawer.tsx';

const over = document.createElement('div');
afterEach(() => over.remove());
const press = (init: KeyboardEventInit = {}) => fireEvent.keyDown(document.body, { key: 'Escape', ...init });

const drawn = async () => {
  const closed = { drawer: vi.fn(), dialog: vi.fn() };
  function Both() {
    const [isAsked, setAsked] = useState(true);
    const end = () => {
      closed.dialog();
      setAsked(false);
    };
    return (
      <>
        <SideDrawer open title="Uploads" onClose={closed.drawer} />
        <DraggableModal open={isAsked} title="Cancel it?" onCancel={end} />
      </>
    );
  }
  await show(<Both />);
  return closed;
};

it('closes what was opened last, then what lies under it', async () => {
  const closed = await drawn();
  press();
  expect([closed.dialog, closed.drawer].map((one) => one.mock.calls.length)).toEqual([1, 0]);
  press({ repeat: true });
  expect(closed.drawer).not.toHaveBeenCalled();
  press();
  expect([closed.dialog, closed.drawer].map((one) => one.mock.calls.length)).toEqual([1, 1]);
});

it('closes a drawer under a tooltip, which antd would have closed instead', async () => {
  const close = vi.fn();
  const { user } = await show(
    <>
      <Tooltip title="Every upload" mouseEnterDelay={0}>
        <button type="button">Uploads</button>
      </Tooltip>
      <SideDrawer open mask={false} title="Uploads" onClose={close} />
    </>,
  );
  await user.hover(screen.getByRole('button', { name: 'Uploads' }));
  expect(await screen.findByRole('tooltip')).toBeTruthy();
  press();
  expect(close).toHaveBeenCalledTimes(1);
});

it.each([
  ['an open list', 'ant-select-dropdown', 0],
  ['a list that goes out', 'ant-select-dropdown ant-slide-up-leave', 1],
  ['a list that is hidden', 'ant-select-dropdown ant-select-dropdown-hidden', 1],
])('%s over it', async (_, className, closes) => {
  const closed = await drawn();
  over.className = className;
  document.body.append(over);
  press();
  expect(closed.dialog).toHaveBeenCalledTimes(closes);
});

it('closes a dialog over what was open before it', async () => {
  over.className = 'ant-popover';
  document.body.append(over);
  const closed = await drawn();
  press();
  expect(closed.dialog).toHaveBeenCalledTimes(1);
});

it('is not meant by the Escape that ends the input of a character, nor by one that something else has used', async () => {
  const closed = await drawn();
  press({ isComposing: true });
  press({ keyCode: 229 });
  const use = (event: Event) => event.preventDefault();
  document.body.addEventListener('keydown', use, { once: true });
  press();
  expect(closed.dialog).not.toHaveBeenCalled();
  press();
  expect(closed.dialog).toHaveBeenCalledTimes(1);
});

it('a panel beside an image has the key first, as long as it says so', async () => {
  const closed = vi.fn();
  let isFirst = false;
  function Panel() {
    useEscape(true, closed, () => isFirst);
    return null;
  }
  await show(<Panel />);
  const image = vi.fn();
  window.addEventListener('keydown', image);
  press();
  expect([image, closed].map((one) => one.mock.calls.length)).toEqual([1, 0]);
  isFirst = true;
  press();
  expect([image, closed].map((one) => one.mock.calls.length)).toEqual([1, 1]);
  window.removeEventListener('keydown', image);
});
