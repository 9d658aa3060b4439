// Selects, moves and edits: shapes, their corners and sides, a box around several.

import { boxBetween, distance, isSelfIntersecting } from '@loupe/geometry';
import { frameAt, frameOf, scaled, turned } from '../../frame.ts';
import { hitEdge, hitHandle, hitItems, itemsInside } from '../../hit.ts';
import { allowedShift, movedBy } from '../../shape.ts';
import { outlineOf, shapeKinds } from '../../shapes/registry.ts';
import { selectedShapes } from '../regions.ts';
import { CLICK_SLOP, EDGE_REACH, HANDLE_REACH, noDraft, reach } from '../tool.ts';
import type { ImagePoint } from '@loupe/geometry';
import type { Frame } from '../../frame.ts';
import type { Shape } from '../../types.ts';
import type { Draft, Pointer, StateTree, Tool, ToolContext } from '../tool.ts';

type Vertex = { id: string; index: number };

type State =
  | { kind: 'idle' }
  /** The button is down and has not moved: a click, or the start of something. */
  | { kind: 'pressed'; at: Pointer; hit: Shape | null; wasSelected: boolean }
  | { kind: 'moving'; from: ImagePoint; shapes: readonly Shape[]; now: readonly Shape[] }
  | { kind: 'handle'; shape: Shape; index: number; pressed: Pointer; now: Shape }
  | { kind: 'turning'; frame: Frame; from: ImagePoint; shapes: readonly Shape[]; now: readonly Shape[] }
  | { kind: 'scaling'; frame: Frame; corner: number; shapes: readonly Shape[]; now: readonly Shape[] }
  | { kind: 'marquee'; from: ImagePoint; to: ImagePoint; adds: boolean };

export const states: StateTree<State['kind']> = {
  idle: ['pressed', 'handle', 'turning', 'scaling'],
  pressed: ['idle', 'moving', 'marquee'],
  moving: ['idle'],
  handle: ['idle'],
  turning: ['idle'],
  scaling: ['idle'],
  marquee: ['idle'],
};

/** The state machine's memory; `vertex` is the corner that Delete removes. */
type Memory = { state: State; vertex: Vertex | null };

/** The one selected shape: only it shows handles. */
function editedShape(ctx: ToolContext): Shape | null {
  const [only, ...more] = selectedShapes(ctx);
  return only && more.length === 0 && !only.locked ? only : null;
}

const shapeAt = (ctx: ToolContext, p: ImagePoint): Shape | null => {
  const items = hitItems(ctx.index, p, reach(ctx, EDGE_REACH));
  // What is selected stays so when it is among what lies here: otherwise it could not be moved below a smaller one.
  return (items.find((item) => ctx.selection().has(item.shape.id)) ?? items[0])?.shape ?? null;
};

/** Null where the kind has a fixed number of corners. */
const cornersOf = (shape: Shape) => shapeKinds[shape.kind].corners;

/** Alt-click: takes a corner away, or makes one on the edge below. True: something has been meant. */
function altClick(ctx: ToolContext, shape: Shape, p: ImagePoint): boolean {
  if (!cornersOf(shape)) return false;
  const corner = hitHandle(shape, p, reach(ctx, HANDLE_REACH));
  if (corner < 0) return splitEdge(ctx, shape, p);
  takeCorner(ctx, shape, corner);
  return true;
}

function takeCorner(ctx: ToolContext, shape: Shape, index: number): void {
  const less = cornersOf(shape)?.remove(shape, index);
  if (less) ctx.commit([{ id: shape.id, shape: less }]);
  else ctx.notice('canvas.tooFewPoints');
}

function splitEdge(ctx: ToolContext, shape: Shape, p: ImagePoint): boolean {
  const corners = cornersOf(shape);
  const edge = corners ? hitEdge(shape, p, reach(ctx, HANDLE_REACH)) : -1;
  if (!corners || edge < 0) return false;
  ctx.commit([{ id: shape.id, shape: corners.add(shape, edge, p, ctx.doc) }]);
  return true;
}

const framed = (ctx: ToolContext): Frame | null =>
  ctx.canEdit() ? frameOf(selectedShapes(ctx), ctx.view().scale) : null;

/** Takes hold of the frame around the selection, where it is below the cursor. */
function grabFrame(ctx: ToolContext, memory: Memory, p: Pointer): boolean {
  const frame = p.shift || p.ctrl ? null : framed(ctx);
  const part = frameAt(frame, p.image, reach(ctx, HANDLE_REACH));
  if (!frame || part === null) return false;
  const shapes = selectedShapes(ctx);
  memory.state =
    part === 'knob'
      ? { kind: 'turning', frame, from: p.image, shapes, now: shapes }
      : { kind: 'scaling', frame, corner: part, shapes, now: shapes };
  return true;
}

function press(ctx: ToolContext, memory: Memory, p: Pointer): void {
  memory.vertex = null;
  const edited = ctx.canEdit() ? editedShape(ctx) : null;
  if (edited && p.alt && altClick(ctx, edited, p.image)) return;
  const handle = edited ? hitHandle(edited, p.image, reach(ctx, HANDLE_REACH)) : -1;
  if (edited && handle >= 0) {
    memory.state = { kind: 'handle', shape: edited, index: handle, pressed: p, now: edited };
    return;
  }
  if (grabFrame(ctx, memory, p)) return;
  const hit = shapeAt(ctx, p.image);
  const wasSelected = hit !== null && ctx.selection().has(hit.id);
  memory.state = { kind: 'pressed', at: p, hit, wasSelected };
  if (!hit || wasSelected) return;
  ctx.select(p.shift || p.ctrl ? [...ctx.selection(), hit.id] : [hit.id]);
}

function startDrag(ctx: ToolContext, p: Pointer, state: State & { kind: 'pressed' }): State {
  if (!state.hit) {
    return { kind: 'marquee', from: state.at.image, to: p.image, adds: state.at.shift || state.at.ctrl };
  }
  if (!ctx.canEdit()) return { kind: 'idle' };
  const shapes = selectedShapes(ctx).filter((shape) => !shape.locked);
  if (shapes.length > 0) return { kind: 'moving', from: state.at.image, shapes, now: shapes };
  ctx.notice('canvas.locked');
  return { kind: 'idle' };
}

function drag(ctx: ToolContext, memory: Memory, p: Pointer): void {
  if (memory.state.kind === 'pressed' && distance(memory.state.at.screen, p.screen) >= CLICK_SLOP) {
    memory.state = startDrag(ctx, p, memory.state);
  }
  const { state } = memory;
  if (state.kind === 'marquee') state.to = p.image;
  if (state.kind === 'moving') {
    const shift = allowedShift(state.shapes, p.image.x - state.from.x, p.image.y - state.from.y, ctx.doc);
    state.now = state.shapes.map((shape) => movedBy(shape, shift.x, shift.y));
  }
  if (state.kind === 'turning') {
    state.now = turned(state.shapes, state.frame, [state.from, p.image], ctx.doc, p.shift) ?? state.now;
  }
  if (state.kind === 'scaling') state.now = scaled(state.shapes, state.frame, state.corner, p.image, ctx.doc);
  if (state.kind === 'handle') {
    if (state.now === state.shape && distance(state.pressed.screen, p.screen) < CLICK_SLOP) return;
    const kind = shapeKinds[state.shape.kind];
    const next = kind.drag(state.shape, state.index, ctx.place(p, state.shape.id), ctx.doc);
    // Where it may not go it stays at the last place where it might.
    if (kind.allows?.(next, state.shape) ?? true) state.now = next;
  }
}

function click(ctx: ToolContext, state: State & { kind: 'pressed' }): void {
  const adds = state.at.shift || state.at.ctrl;
  if (!state.hit) {
    if (!adds) ctx.select([]);
    ctx.selectPrediction(ctx.predictionAt(state.at.image, reach(ctx, EDGE_REACH)));
  } else if (state.wasSelected && adds) {
    const { id } = state.hit;
    ctx.select([...ctx.selection()].filter((other) => other !== id));
  } else if (state.wasSelected && ctx.selection().size > 1) {
    ctx.select([state.hit.id]);
  }
}

function release(ctx: ToolContext, memory: Memory, p: Pointer): void {
  drag(ctx, memory, p);
  const { state } = memory;
  memory.state = { kind: 'idle' };
  if (state.kind === 'pressed') click(ctx, state);
  if (state.kind === 'moving' || state.kind === 'turning' || state.kind === 'scaling')
    ctx.commit(state.now.map((shape) => ({ id: shape.id, shape })));
  if (state.kind === 'handle' && state.now === state.shape) {
    if (cornersOf(state.shape)) memory.vertex = { id: state.shape.id, index: state.index };
  } else if (state.kind === 'handle') {
    const { now } = state;
    const { points, parts } = outlineOf(now);
    if (isSelfIntersecting(points, parts)) ctx.notice('canvas.selfCrossing');
    ctx.commit([{ id: now.id, shape: now }]);
  }
  if (state.kind === 'marquee') {
    const inside = itemsInside(ctx.index, boxBetween(state.from, state.to)).map((item) => item.shape.id);
    ctx.select(state.adds ? [...ctx.selection(), ...inside] : inside);
  }
}

function deleteVertex(ctx: ToolContext, memory: Memory): boolean {
  const { vertex } = memory;
  const shape = vertex && ctx.selection().has(vertex.id) ? ctx.doc.shapes.get(vertex.id) : undefined;
  memory.vertex = null;
  if (!vertex || !shape || vertex.index >= shape.points.length / 2) return false;
  takeCorner(ctx, shape, vertex.index);
  return true;
}

function draftOf({ state, vertex }: Memory): Draft {
  if (state.kind === 'moving' || state.kind === 'turning' || state.kind === 'scaling')
    return { ...noDraft, shapes: state.now };
  if (state.kind === 'handle') return { ...noDraft, shapes: [state.now] };
  if (state.kind === 'marquee') return { ...noDraft, marquee: boxBetween(state.from, state.to) };
  return { ...noDraft, vertex };
}

function cursorAt(ctx: ToolContext, state: State, p: Pointer | null): string {
  if (state.kind === 'moving' || state.kind === 'turning') return 'grabbing';
  if (!p) return 'default';
  const edited = ctx.canEdit() ? editedShape(ctx) : null;
  const handle = edited ? hitHandle(edited, p.image, reach(ctx, HANDLE_REACH)) : -1;
  if (edited && handle >= 0) return shapeKinds[edited.kind].cursor(handle);
  const part = frameAt(framed(ctx), p.image, reach(ctx, HANDLE_REACH));
  if (part !== null) return part === 'knob' ? 'grab' : part % 2 === 0 ? 'nwse-resize' : 'nesw-resize';
  const shape = shapeAt(ctx, p.image);
  if (!shape) return 'default';
  return ctx.selection().has(shape.id) && !shape.locked && ctx.canEdit() ? 'move' : 'pointer';
}

export function createSelectTool(ctx: ToolContext): Tool {
  const memory: Memory = { state: { kind: 'idle' }, vertex: null };
  return {
    down: (p) => press(ctx, memory, p),
    move: (p) => drag(ctx, memory, p),
    up: (p) => release(ctx, memory, p),
    doubleClick: (p) => {
      const edited = ctx.canEdit() ? editedShape(ctx) : null;
      const isCorner = edited !== null && hitHandle(edited, p.image, reach(ctx, HANDLE_REACH)) >= 0;
      if (edited && !isCorner && splitEdge(ctx, edited, p.image)) return;
      const prediction = shapeAt(ctx, p.image) ? null : ctx.predictionAt(p.image, reach(ctx, EDGE_REACH));
      if (prediction) ctx.acceptPrediction(prediction);
    },
    command: (command) => {
      if (command === 'delete' || command === 'back') return deleteVertex(ctx, memory);
      const isBusy = memory.state.kind !== 'idle' || memory.vertex !== null;
      if (command === 'finish' || !isBusy) return false;
      memory.vertex = null;
      const wasIdle = memory.state.kind === 'idle';
      memory.state = { kind: 'idle' };
      return command === 'cancel' || !wasIdle;
    },
    isBusy: () => memory.state.kind !== 'idle' && memory.state.kind !== 'pressed',
    draft: () => draftOf(memory),
    cursor: (p) => cursorAt(ctx, memory.state, p),
    state: () => memory.state.kind,
  };
}
