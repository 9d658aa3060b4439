/** Ways to another image, or away from all: none of them takes a half-drawn shape along. */
import { useBlocker } from '@tanstack/react-router';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { Desk } from './desk-types.ts';

type Held = Pick<Desk, 'editor' | 'focus' | 'wanted'>;

/** Says why the image stays; the keys that it names are the image's then. */
const isHeld = (desk: Held): boolean => {
  const held = desk.editor()?.isHeldUp() === true;
  if (held) desk.focus();
  return held;
};

/** A text is saved as its field is left; a page that goes away leaves no field. */
const saveTyped = (): void => {
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
};

/** Leaving it to a button would lose the shape as leaving it to a key would: the image stays. */
export const stayWhileHeld =
  <Place extends readonly unknown[]>(desk: Held, leave: (...to: Place) => void) =>
  (...to: Place): void => {
    saveTyped();
    if (!isHeld(desk)) leave(...to);
  };

/** *Back* and *Forward* of the browser; a tab that is closed or loaded again asks first. Who is signed out is not held. */
export const useStay = (desk: Held): void =>
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      saveTyped();
      // the address comes to the image that the stage shows already; on other pages an id is one of something else
      const isHere = next.pathname === current.pathname;
      const isShown = isHere && Number((next.search as Record<string, unknown>)['id']) === desk.wanted();
      return !isShown && next.pathname !== '/login' && isHeld(desk);
    },
    enableBeforeUnload: () => {
      saveTyped();
      return desk.editor()?.status().isDrawing === true;
    },
  });

/** For what stands around a link; a new tab or window leaves this one as it is. */
export const stayOnLink = (desk: Held) => {
  const hold = (event: MouseEvent | KeyboardEvent): void => {
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (isElsewhere || !isHeld(desk)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    onClickCapture: hold,
    onKeyDownCapture: (event: KeyboardEvent): void => {
      if (event.key === 'Enter') hold(event);
    },
  };
};
