/**
 * What the hand does in the workbench, timed: each frame of a gesture, its end with all that follows from it, and its undo.
 * A frame ends when the canvases hold their pixels, so what drawing costs is in it. Runs in the browser.
 */
import { newShape } from '@loupe/contract';
import { createEditor, type Command, type ImageEditor, type ToolName } from '../../apps/web/src/canvas/index.ts';
import type { StoredShape } from '../../apps/web/src/canvas/types.ts';
import { area, colors, image, makePolygons, type Polygon } from './scene.ts';

export interface Times {
  /** ms: frames of the gesture, its end, its undo. */
  frame: number[];
  commit: number[];
  undo: number[];
}
export interface ActionsPage {
  prepare: (count: number) => Promise<void>;
  names: readonly string[];
  run: (name: string, samples: number) => Promise<Times>;
  /** The longest time that the page did not answer while 50,000 came, were panned and one was edited. */
  longestBlock: (count: number) => Promise<number>;
}
declare global {
  interface Window {
    actions: ActionsPage;
  }
}

const container = document.createElement('div');
container.style.cssText = `position:absolute;left:0;top:0;width:${area.width}px;height:${area.height}px`;
document.body.append(container);
container.setPointerCapture = () => undefined;

const margin = 16;
const fit = Math.min((area.width - 2 * margin) / image.width, (area.height - 2 * margin) / image.height);
const onScreen = ([x, y]: readonly [number, number]): [number, number] => [
  area.width / 2 + (x - image.width / 2) * fit,
  area.height / 2 + (y - image.height / 2) * fit,
];
const idOf = (i: number) => `00000000-0000-7000-8000-${i.toString(16).padStart(12, '0')}`;
const shapeOf = ({ label, points }: Polygon, i: number): StoredShape => ({
  ...newShape({ id: idOf(i), labelId: label + 1, kind: 'polygon', points }),
  rev: 1,
  authorId: 1,
  author: null,
  conflictOf: null,
});
const send = (type: string, [x, y]: readonly [number, number], button = -1) =>
  container.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, button, bubbles: true, pointerId: 1 }));

/** The first polygons of the scene are the same however many there are: what is done is done to them. */
const targets = 100;
const dense = 10_000;
let editor: ImageEditor;
let polygons: readonly Polygon[] = [];
let isSnapping = false;

const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
const rest = async (frames: number) => {
  // one after the other is the point
  // oxlint-disable-next-line no-await-in-loop
  for (let i = 0; i < frames; i++) await nextFrame();
};

/** Reading a pixel back waits until all that was drawn is there. */
function drawNow(): void {
  for (const canvas of container.querySelectorAll('canvas')) canvas.getContext('2d')!.getImageData(0, 0, 1, 1);
}

/** ms of what it does at once, and of the frame after it. */
async function timed(work: () => void): Promise<number> {
  const begun = performance.now();
  work();
  const atOnce = performance.now() - begun;
  return new Promise((resolve) => {
    let frameBegan = 0;
    starts.push(() => (frameBegan = performance.now()));
    ends.push(() => {
      drawNow();
      resolve(atOnce + performance.now() - frameBegan);
    });
  });
}

/** Frames of the whole page go through here, to know when one begins and ends. */
const starts: (() => void)[] = [];
const ends: (() => void)[] = [];
const browserFrame = window.requestAnimationFrame.bind(window);
let nextId = 1;
const asked = new Map<number, FrameRequestCallback>();
window.requestAnimationFrame = (run) => {
  asked.set(nextId, run);
  return nextId++;
};
window.cancelAnimationFrame = (id) => void asked.delete(id);
function frame(time: number): void {
  for (const run of starts.splice(0)) run();
  for (const [id, run] of Array.from(asked)) {
    if (asked.delete(id)) run(time);
  }
  for (const run of ends.splice(0)) run();
  browserFrame(frame);
}
browserFrame(frame);

const cornerOf = (i: number): [number, number] => [polygons[i]!.points[0]!, polygons[i]!.points[1]!];
const middleOf = (i: number): [number, number] => {
  const { points } = polygons[i]!;
  const sum = (from: number) => points.filter((_, k) => k % 2 === from).reduce((a, b) => a + b, 0);
  return [sum(0) / (points.length / 2), sum(1) / (points.length / 2)];
};
const shifted = ([x, y]: readonly [number, number], dx: number, dy: number): [number, number] => [x + dx, y + dy];

interface Action {
  tool?: ToolName;
  /** Polygons that are selected before, from the one that it is about. */
  selected?: number;
  snaps?: boolean;
  /** Screen places of the gesture, from the press to the end; none: a command. */
  way?: (i: number) => [number, number][];
  command?: Command;
  do?: (i: number) => void;
}

const stroke = (i: number, dx: number, dy: number) =>
  Array.from({ length: 12 }, (_, k) => shifted(onScreen(middleOf(i)), (dx * k) / 11, (dy * k) / 11));

const actions: Record<string, Action> = {
  move: { tool: 'select', selected: 1, way: (i) => stroke(i, 40, 30) },
  corner: {
    tool: 'select',
    selected: 1,
    way: (i) => Array.from({ length: 12 }, (_, k) => shifted(onScreen(cornerOf(i)), 2 * k, k)),
  },
  frame_of_several: {
    tool: 'select',
    selected: 10,
    // the knob above the frame of all that are selected, turned to the right
    way: (i) => {
      const all = Array.from({ length: 10 }, (_, k) => polygons[(i + k) % targets]!.points).flat();
      const xs = all.filter((_, k) => k % 2 === 0);
      const top = Math.min(...all.filter((_, k) => k % 2 === 1));
      const [x, y] = onScreen([(Math.min(...xs) + Math.max(...xs)) / 2, top]);
      return Array.from({ length: 12 }, (_, k) => [x + 2 * k, y - 24]);
    },
  },
  rectangle: { tool: 'rectangle', way: (i) => stroke(i, 60, 50) },
  snapping: { tool: 'rectangle', snaps: true, way: (i) => stroke(i, 60, 50) },
  brush: { tool: 'brush', selected: 1, way: (i) => stroke(i, 60, 20) },
  eraser: { tool: 'eraser', selected: 1, way: (i) => stroke(i, 60, 20) },
  cut: {
    tool: 'cut',
    selected: 1,
    way: (i) => stroke(i, 80, 0).map((at) => shifted(at, -40, 1)),
  },
  unite: { selected: 2, command: 'unite' },
  subtract: { selected: 2, command: 'subtract' },
  ignore: { selected: 1, command: 'ignore' },
  label: { do: (i) => editor.relabel([idOf(i)], ((polygons[i]!.label + 1) % colors.length) + 1) },
  nudge: { selected: 1, command: 'nudge' },
  duplicate: { selected: 1, command: 'duplicate' },
  delete: { selected: 1, command: 'delete' },
};

async function gesture(way: readonly [number, number][], times: Times): Promise<void> {
  send('pointermove', way[0]!);
  send('pointerdown', way[0]!, 0);
  await rest(2);
  for (const at of way.slice(1)) times.frame.push(await timed(() => void send('pointermove', at))); // oxlint-disable-line no-await-in-loop
  times.commit.push(await timed(() => void send('pointerup', way.at(-1)!, 0)));
}

async function once(action: Action, i: number, times: Times): Promise<void> {
  const many = action.selected ?? 0;
  editor.setTool(action.tool ?? 'select');
  if (isSnapping !== (action.snaps ?? false)) {
    editor.run('snap');
    isSnapping = !isSnapping;
  }
  editor.select(Array.from({ length: many }, (_, k) => idOf((i + k) % targets)));
  await rest(2);
  const before = editor.shapes();
  if (action.way) await gesture(action.way(i), times);
  else times.commit.push(await timed(() => void (action.do ? action.do(i) : editor.run(action.command!))));
  if (editor.shapes() === before) throw new Error('nothing was changed');
  await rest(1);
  times.undo.push(await timed(() => editor.undo()));
  await rest(1);
}

function drawImage(): Promise<ImageBitmap> {
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext('2d')!.fillRect(0, 0, image.width, image.height);
  return createImageBitmap(canvas);
}

async function inputOf(count: number, radiusFor: number) {
  polygons = makePolygons(count, radiusFor);
  const shapes = polygons.map(shapeOf);
  return { imageId: count, ...image, bitmap: await drawImage(), shapes, isCheckedEmpty: false, pending: [] };
}

window.actions = {
  names: Object.keys(actions),
  prepare: async (count) => {
    const labels = colors.map((color, i) => ({ id: i + 1, name: `label ${i}`, color }));
    const quiet = { onOps: () => undefined, onSelection: () => undefined, onStatus: () => undefined };
    editor = createEditor({ container, labels, ...quiet });
    // as the panel of the workbench does with each change
    editor.subscribe(() => void editor.shapes());
    editor.loadImage(await inputOf(count, dense));
    await rest(30);
  },
  run: async (name, samples) => {
    const times: Times = { frame: [], commit: [], undo: [] };
    // oxlint-disable-next-line no-await-in-loop
    for (let k = 0; k < samples; k++) await once(actions[name]!, (k * 7) % targets, times);
    return times;
  },
  longestBlock: async (count) => {
    const input = await inputOf(count, count);
    await rest(30);
    let longest = 0;
    let last = performance.now();
    const beat = new MessageChannel();
    let isOver = false;
    beat.port1.addEventListener('message', () => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
      if (!isOver) beat.port2.postMessage(null);
    });
    beat.port1.start();
    beat.port2.postMessage(null);
    editor.loadImage(input);
    await rest(60);
    const times: Times = { frame: [], commit: [], undo: [] };
    for (const name of ['move', 'rectangle', 'ignore', 'brush']) await once(actions[name]!, 3, times); // oxlint-disable-line no-await-in-loop
    editor.setTool('pan');
    send('pointerdown', [800, 500], 0);
    for (let k = 0; k < 20; k++) {
      send('pointermove', [800 + 5 * k, 500]);
      await nextFrame(); // oxlint-disable-line no-await-in-loop
    }
    send('pointerup', [900, 500], 0);
    await rest(60);
    isOver = true;
    return longest;
  },
};
