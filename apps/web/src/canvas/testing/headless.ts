// An editor on a stage without canvases, for tests: frames run when asked, what it tells is kept.

import { editorApi } from '../api.ts';
import { createEditorState } from '../editor.ts';
import { keyDown, keyUp } from '../editor-commands.ts';
import { doubleClick, pointerDown, pointerMove, pointerUp } from '../editor-pointer.ts';
import { createOutlines, type Outlines } from '../outline/jobs.ts';
import { drawnShape } from '../shape.ts';
import type { EditorApi, ImageInput } from '../api.ts';
import type { Editor, EditorEvents, EditorStatus, Stage } from '../editor-state.ts';
import type { PointerInput } from '../editor-pointer.ts';
import type { KeyPress } from '../keymap.ts';
import type { PixelPlace } from '../outline/pixels.ts';
import type { Painter } from '../painter.ts';
import type { ActiveScene } from '../render-active.ts';
import type { Scheduler, Surface } from '../static-layer.ts';
import type { ToolInfo } from '../tools/registry.ts';
import type { Notice, Shape, ShapeOp, StoredShape } from '../types.ts';

export const LABELS = [
  { id: 11, name: 'scratch', color: '#f2545b' },
  { id: 12, name: 'dent', color: '#ffa51f' },
];

/** A 2D context that draws nothing and counts its calls by name. */
export function countingPainter(): { painter: Painter; calls: Map<string, number> } {
  const calls = new Map<string, number>();
  const settings: Record<string | symbol, unknown> = {};
  const painter = new Proxy(settings, {
    get: (_, name) => {
      if (name in settings) return settings[name];
      return (...input: unknown[]) => {
        calls.set(String(name), (calls.get(String(name)) ?? 0) + 1);
        return name === 'measureText' ? { width: 7 * String(input[0]).length } : undefined;
      };
    },
  });
  return { painter: painter as unknown as Painter, calls };
}

export type TestSurface = Surface & { calls: Map<string, number>; placed: [number, number, number]; isShown: boolean };

export function testSurface(): TestSurface {
  const { painter, calls } = countingPainter();
  const surface: TestSurface = {
    painter,
    calls,
    placed: [0, 0, 1],
    isShown: true,
    resize: () => {},
    place: (...at) => {
      surface.placed = at;
    },
    show: (isShown) => {
      surface.isShown = isShown;
    },
  };
  return surface;
}

/** Time and frames move only when the test says so. */
export function manualScheduler(): Scheduler & { run: () => void; pass: (ms: number) => void } {
  let time = 0;
  let next = 1;
  const frames = new Map<number, () => void>();
  const timers = new Map<number, { at: number; run: () => void }>();
  return {
    frame: (run) => {
      frames.set(next, run);
      return next++;
    },
    cancelFrame: (id) => void frames.delete(id),
    later: (run, ms) => {
      timers.set(next, { at: time + ms, run });
      return next++;
    },
    cancelLater: (id) => void timers.delete(id),
    // Each look at the clock costs a millisecond, so a slice ends after a few steps.
    now: () => time++,
    run: () => {
      for (const [id, run] of Array.from(frames)) {
        frames.delete(id);
        run();
      }
    },
    pass: (ms) => {
      time += ms;
      for (const [id, timer] of Array.from(timers)) {
        if (timer.at > time) continue;
        timers.delete(id);
        timer.run();
      }
    },
  };
}

export type Bench = EditorApi & {
  editor: Editor;
  ops: ShapeOp[];
  notices: Notice[];
  relabelled: { ids: string[]; labelId: number }[];
  commands: string[];
  selections: string[][];
  opacities: number[];
  scheduler: ReturnType<typeof manualScheduler>;
  surfaces: readonly [TestSurface, TestSurface];
  lastStatus: () => EditorStatus | null;
  lastScene: () => ActiveScene | null;
  down: (x: number, y: number, held?: Partial<PointerInput>) => void;
  move: (x: number, y: number, held?: Partial<PointerInput>) => void;
  up: (x: number, y: number, held?: Partial<PointerInput>) => void;
  click: (x: number, y: number, held?: Partial<PointerInput>) => void;
  drag: (from: [number, number], to: [number, number], held?: Partial<PointerInput>) => void;
  doubleClick: (x: number, y: number) => void;
  key: (code: string, held?: Partial<KeyPress>) => boolean;
  keyUp: (code: string) => void;
};

const input = (x: number, y: number, held: Partial<PointerInput> = {}): PointerInput => ({
  x,
  y,
  button: 0,
  shift: false,
  ctrl: false,
  alt: false,
  ...held,
});

const press = (code: string, held: Partial<KeyPress> = {}): KeyPress => ({
  code,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

/** Stands for decoded pixels: this stage never looks at them. */
const shown = { width: 400, height: 300 } as ImageBitmap;

/** What is read of an image that nobody has given pixels. */
const grey = ({ width, height }: PixelPlace): Uint8ClampedArray => new Uint8ClampedArray(4 * width * height).fill(128);

/** Outlines by colour; what needs the weights is refused, as where they cannot be fetched. */
const withoutWeights = createOutlines(() => Promise.reject(new Error('no weights here')));

/** What of a stage needs no canvas. */
const blindStage = {
  paintImage: () => {},
  readColor: () => null,
  setCursor: () => {},
  setFilter: () => {},
  setGrid: () => {},
  pixelRatio: () => 1,
};

/** What the editor has said so far. */
const nothingYet = () => ({
  ops: [] as ShapeOp[],
  notices: [] as Notice[],
  relabelled: [] as { ids: string[]; labelId: number }[],
  commands: [] as string[],
  selections: [] as string[][],
  opacities: [] as number[],
});

/** Image of 400 × 300 at scale 1 with its corner at (0, 0): screen and image coordinates are the same numbers. */
export function createBench(
  image: Partial<ImageInput> = {},
  defs?: readonly ToolInfo[],
  pixelsFor: (place: PixelPlace) => Uint8ClampedArray = grey,
  outline: Outlines = withoutWeights,
): Bench {
  const recorded = nothingYet();
  const scheduler = manualScheduler();
  const surfaces = [testSurface(), testSurface()] as const;
  let status: EditorStatus | null = null;
  let scene: ActiveScene | null = null;
  const stage: Stage = {
    ...blindStage,
    surfaces,
    scheduler,
    paintActive: (next) => {
      scene = next;
    },
    outline,
    readPixels: (_, __, place) => ({ ...place, data: pixelsFor(place) }),
    setOpacity: (opacity) => void recorded.opacities.push(opacity),
  };
  const events: EditorEvents = {
    onOps: (ops) => recorded.ops.push(...ops),
    onSelection: (ids) => recorded.selections.push([...ids]),
    onStatus: (next) => {
      status = next;
    },
    onNotice: (notice) => recorded.notices.push(notice),
    onRelabel: (shapes, labelId) => recorded.relabelled.push({ ids: shapes.map((shape) => shape.id), labelId }),
    onCommand: (command) => recorded.commands.push(command),
  };
  const editor = createEditorState(stage, events, defs);
  const api = editorApi(editor);
  api.resize({ width: 400, height: 300 });
  api.setLabels(LABELS);
  api.loadImage({ imageId: 1, width: 400, height: 300, bitmap: shown, shapes: [], ...image });
  editor.view.transform = { scale: 1, x: 0, y: 0 };
  const hand = {
    down: (x: number, y: number, held?: Partial<PointerInput>) => pointerDown(editor, input(x, y, held)),
    move: (x: number, y: number, held?: Partial<PointerInput>) => pointerMove(editor, input(x, y, held)),
    up: (x: number, y: number, held?: Partial<PointerInput>) => pointerUp(editor, input(x, y, held)),
  };
  const click: Bench['click'] = (x, y, held) => {
    hand.move(x, y, held);
    hand.down(x, y, held);
    hand.up(x, y, held);
  };
  return {
    ...api,
    ...recorded,
    ...hand,
    editor,
    scheduler,
    surfaces,
    lastStatus: () => status,
    lastScene: () => scene,
    click,
    drag: (from, to, held) => {
      hand.move(...from, held);
      hand.down(...from, held);
      hand.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, held);
      hand.move(...to, held);
      hand.up(...to, held);
    },
    doubleClick: (x, y) => {
      click(x, y);
      click(x, y);
      doubleClick(editor, input(x, y));
    },
    key: (code, held) => keyDown(editor, press(code, held)),
    keyUp: (code) => keyUp(editor, { code }),
  };
}

let serial = 0;

export function stored(kind: Shape['kind'], points: number[], more: Partial<StoredShape> = {}): StoredShape {
  const id = `01900000-0000-7000-8000-${String(++serial).padStart(12, '0')}`;
  return { ...drawnShape(id, kind, 11, points), rev: 1, authorId: 1, author: 'qa', conflictOf: null, ...more };
}
