/** Whose the keys are: the image's, unless a dialog is open over it, wherever the focus stands. */
import { fireEvent } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { listen } from './dom-input.ts';
import { createBench, stored } from './testing/headless.ts';

let stop = new AbortController();
afterEach(() => {
  stop.abort();
  document.body.replaceChildren();
});

function begin() {
  stop = new AbortController();
  const bench = createBench({ shapes: [stored('rect', [10, 10, 60, 60])] });
  const container = document.body.appendChild(document.createElement('div'));
  listen(bench.editor, container, stop.signal);
  return bench;
}
function openDialog(): HTMLElement {
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-modal', 'true');
  return dialog;
}
const press = (code: string, held: KeyboardEventInit = {}) => fireEvent.keyDown(document.body, { code, ...held });

it('takes no key while a dialog is open over the image, and takes them again afterwards', () => {
  const bench = begin();
  bench.setTool('polygon');
  for (const [x, y] of [
    [100, 100],
    [200, 100],
    [200, 200],
  ] as const)
    bench.click(x, y);
  const dialog = openDialog();
  for (const code of ['Enter', 'Escape', 'Backspace', 'KeyD', 'KeyV']) press(code);
  press('KeyZ', { ctrlKey: true });
  expect([bench.shapes().length, bench.commands, bench.status().tool]).toEqual([1, [], 'polygon']);
  dialog.remove();
  press('Enter');
  expect(bench.shapes()).toHaveLength(2);
  openDialog();
  press('Delete');
  press('KeyA', { ctrlKey: true });
  press('ArrowRight');
  press('KeyD');
  expect([bench.shapes().length, bench.ops.length, bench.commands]).toEqual([2, 1, []]);
});
