// Hears pointer, wheel and keys, and hands them to the editor as plain data.

import { keyDown, keyUp, releaseKeys } from './editor-commands.ts';
import {
  doubleClick,
  pointerCancel,
  pointerDown,
  pointerLeave,
  pointerMove,
  pointerUp,
  wheel,
} from './editor-pointer.ts';
import { createTouch } from './touch.ts';
import type { Editor } from './editor-state.ts';
import type { PointerInput } from './editor-pointer.ts';

/** Pixels of a line, for mice whose wheel counts in lines. */
const WHEEL_LINE = 16;
const WHEEL_PAGE = 400;

/** Keys that buttons, sliders and lists need for themselves. Space is not among them: see below. */
const CONTROL_KEYS = /^(Enter|NumpadEnter|Tab|Arrow.*|Page.*|Home|End|Backspace|Delete)$/;

/** A dialog has the keys while it is in sight, wherever the focus is: a click beside it takes the focus away from all. */
const isUnderDialog = (): boolean =>
  [...document.querySelectorAll<HTMLElement>('[aria-modal=true]')].some((one) => one.offsetWidth > 0);

function isForSomethingElse(event: KeyboardEvent, container: HTMLElement): boolean {
  // The page prevents Enter's own effect everywhere; that says nothing about whom it is for.
  const isTaken = event.defaultPrevented && !event.code.endsWith('Enter');
  if (isTaken || event.isComposing || isUnderDialog()) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement) || target === document.body || container.contains(target)) return false;
  if (
    target.isContentEditable ||
    target.closest('input:not([type=range]):not([type=checkbox]), textarea, select, [role=dialog]')
  ) {
    return true;
  }
  return CONTROL_KEYS.test(event.code);
}

/** Space on these presses them when it is let go; held while the image is dragged, it pans and presses nothing. */
const PRESSED_BY_SPACE =
  'button, a, summary, input, [role=button], [role=checkbox], [role=switch], [role=radio], [role=option]';

const isPress = ({ code, target }: KeyboardEvent): boolean =>
  code === 'Space' && target instanceof HTMLElement && target.closest(PRESSED_BY_SPACE) !== null;

function listenToKeys(editor: Editor, container: HTMLElement, signal: AbortSignal): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (isForSomethingElse(event, container) || !keyDown(editor, event)) return;
      if (!isPress(event)) event.preventDefault();
    },
    { signal },
  );
  window.addEventListener('keyup', (event) => keyUp(editor, event), { signal });
  window.addEventListener('blur', () => releaseKeys(editor), { signal });
}

/** Listens until the signal is aborted. */
export function listen(editor: Editor, container: HTMLElement, signal: AbortSignal): void {
  const inputOf = (event: MouseEvent): PointerInput => {
    const box = container.getBoundingClientRect();
    return {
      x: event.clientX - box.left,
      y: event.clientY - box.top,
      button: event.button,
      shift: event.shiftKey,
      ctrl: event.ctrlKey || event.metaKey,
      alt: event.altKey,
    };
  };
  const on = <K extends keyof HTMLElementEventMap>(type: K, run: (event: HTMLElementEventMap[K]) => void): void =>
    container.addEventListener(type, run, { signal, passive: false });

  const touch = createTouch(editor);
  on('pointerdown', (event) => {
    container.focus({ preventScroll: true });
    container.setPointerCapture(event.pointerId);
    // The middle button would start the browser's own scrolling.
    if (event.button === 1) event.preventDefault();
    if (event.pointerType === 'touch') return touch.down(event.pointerId, inputOf(event));
    if (event.pointerType === 'pen') touch.pen();
    pointerDown(editor, inputOf(event));
  });
  on('pointermove', (event) => {
    const way = editor.tool.def.followsHand ? (event.getCoalescedEvents?.() ?? []) : [];
    for (const one of way.length > 0 ? way : [event]) {
      if (event.pointerType === 'touch') touch.move(event.pointerId, inputOf(one));
      else pointerMove(editor, inputOf(one));
    }
  });
  on('pointerup', (event) => {
    if (event.pointerType === 'touch') touch.up(event.pointerId, inputOf(event));
    else pointerUp(editor, inputOf(event));
  });
  on('pointercancel', (event) => {
    if (event.pointerType === 'touch') touch.cancel(event.pointerId);
    else pointerCancel(editor);
  });
  on('pointerleave', () => pointerLeave(editor));
  on('dblclick', (event) => doubleClick(editor, inputOf(event)));
  on('contextmenu', (event) => event.preventDefault());
  on('wheel', (event) => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? WHEEL_LINE : event.deltaMode === 2 ? WHEEL_PAGE : 1;
    wheel(editor, { ...inputOf(event), deltaX: event.deltaX * unit, deltaY: event.deltaY * unit });
  });
  listenToKeys(editor, container, signal);
}
