// Fingers on the image: one draws, two move and scale it. Where a pen is used, it draws, and fingers only move the image.

import { screenPoint } from '@loupe/geometry';
import { pointerCancel, pointerDown, pointerMove, pointerUp } from './editor-pointer.ts';
import { refresh } from './editor-paint.ts';
import { pan, zoomBy } from './view.ts';
import type { Editor } from './editor-state.ts';
import type { PointerInput } from './editor-pointer.ts';

/** A second finger may come so much later, in milliseconds, or until the first has moved so far: else the first one draws. */
const PATIENCE = 120;
const STILL = 6;
const MAIN = 0;
const MIDDLE = 1;

export type Touch = {
  readonly down: (id: number, input: PointerInput) => void;
  readonly move: (id: number, input: PointerInput) => void;
  readonly up: (id: number, input: PointerInput) => void;
  readonly cancel: (id: number) => void;
  /** A pen is at work. */
  readonly pen: () => void;
};

type Spread = { readonly x: number; readonly y: number; readonly width: number };

/** The middle of the fingers, and how far they are apart; one alone only moves. */
function spreadOf(fingers: readonly PointerInput[]): Spread {
  const [a, b = a] = fingers as [PointerInput, PointerInput?];
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, width: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) };
}

export function createTouch(editor: Editor): Touch {
  const { scheduler } = editor.stage;
  const fingers = new Map<number, PointerInput>();
  let held: { id: number; input: PointerInput; timer: number } | null = null;
  /** The finger that the tool has. */
  let drawing: number | null = null;
  let spread: Spread | null = null;
  let hasPen = false;
  const button = () => (hasPen ? MIDDLE : MAIN);

  const letGo = () => {
    if (held) scheduler.cancelLater(held.timer);
    held = null;
  };
  const begin = () => {
    if (!held) return;
    const { id, input } = held;
    letGo();
    drawing = id;
    pointerMove(editor, input);
    pointerDown(editor, { ...input, button: button() });
  };
  const follow = () => {
    if (!spread || fingers.size === 0) return;
    const next = spreadOf([...fingers.values()]);
    pan(editor.view, next.x - spread.x, next.y - spread.y);
    // with one finger left there is no width to compare
    if (fingers.size > 1 && spread.width > 1) {
      zoomBy(editor.view, next.width / spread.width, screenPoint(next.x, next.y));
    }
    spread = next;
    refresh(editor, 'view');
  };
  const end = (id: number) => {
    fingers.delete(id);
    spread = spread && fingers.size > 0 ? spreadOf([...fingers.values()]) : null;
  };

  return {
    pen: () => {
      hasPen = true;
    },
    down: (id, input) => {
      // a hand that is laid down beside the drawing finger does nothing
      if (drawing !== null) return;
      fingers.set(id, input);
      if (fingers.size === 1) held = { id, input, timer: scheduler.later(begin, PATIENCE) };
      else {
        letGo();
        spread = spreadOf([...fingers.values()]);
      }
    },
    move: (id, input) => {
      if (!fingers.has(id)) return;
      fingers.set(id, input);
      if (held?.id === id && Math.hypot(input.x - held.input.x, input.y - held.input.y) > STILL) begin();
      if (drawing === id) pointerMove(editor, input);
      else follow();
    },
    up: (id, input) => {
      if (held?.id === id) begin();
      if (drawing === id) {
        drawing = null;
        pointerUp(editor, { ...input, button: button() });
      }
      end(id);
    },
    cancel: (id) => {
      if (held?.id === id) letGo();
      if (drawing === id) {
        drawing = null;
        pointerCancel(editor);
      }
      end(id);
    },
  };
}
