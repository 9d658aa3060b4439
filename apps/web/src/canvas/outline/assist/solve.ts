// From what a person has pointed at to an outline: where the network looks, and what of its answer is taken.

import { NET_SIDE } from './net.ts';
import { regionOfField } from './field.ts';
import { cellAt, squareAround, windowOf } from './window.ts';
import type { AnyPoint } from '@loupe/geometry';
import type { Region } from '../../region.ts';
import type { Pixels } from '../pixels.ts';
import type { Prompt } from '../prompt.ts';
import type { Net } from './net.ts';
import type { Square, Window } from './window.ts';

/** Chosen on one half of bsdata (bench assist). */
export const looks = {
  /** Of the shorter side of what is in sight: the square around a first click. */
  firstShare: 0.25,
  /** Of what was pointed at, and of a box: the square is so many times as wide. */
  aroundClicks: 1.6,
  aroundBox: 1.5,
  /** An object that takes more of the border is larger than the square: one so many times as wide is looked at. */
  borderShare: 0.06,
  wider: 1.6,
  /** An object that takes less of a side is looked at from nearer by: a square so many times as wide as it. */
  small: 0.3,
  nearer: 2.4,
};
export type Looks = typeof looks;

/** Pixels beyond what was pointed at, and the least that a square has. */
const MARGIN = 8;
const LEAST_SIZE = 24;
/** Of a square, to either side of its middle: clicks farther out are too near its edge. */
const INNER = 0.46;
const MOST_LOOKS = 4;
/** Cells around a click that are what it says, whatever the network thinks. */
const SURE = 2;
/** A square that is hardly nearer is not worth another look. */
const HARDLY = 0.8;
/** Windows that are kept: a further click often asks for the same ones. */
const KEPT = 4;

export type Assist = (pixels: Pixels, prompt: Prompt) => Region;

type Spread = { readonly x: number; readonly y: number; readonly side: number };

/** The middle and the longer side of what was pointed at on the object, or of the box. */
function spreadOf({ clicks, box }: Prompt): Spread {
  const own = clicks.filter(({ isObject }) => isObject);
  const points = [...(own.length > 0 || box ? own : clicks)];
  const xs = [...points.map(({ x }) => x), ...(box ? [box[0], box[2]] : [])];
  const ys = [...points.map(({ y }) => y), ...(box ? [box[1], box[3]] : [])];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { x: (left + right) / 2, y: (top + bottom) / 2, side: Math.max(right - left, bottom - top) };
}

const squareAt = (middle: AnyPoint, size: number): Square => squareAround(middle, size, NET_SIDE);

/** How much of the border is inside, and the cells around what is: left, top, right, bottom. */
function extentOf(field: Float32Array): { border: number; cells: [number, number, number, number] | null } {
  const last = NET_SIDE - 1;
  let border = 0;
  let [left, top, right, bottom] = [NET_SIDE, NET_SIDE, -1, -1];
  for (let i = 0; i < field.length; i++) {
    if (field[i]! <= 0) continue;
    const [x, y] = [i % NET_SIDE, Math.floor(i / NET_SIDE)];
    if (x === 0 || y === 0 || x === last || y === last) border++;
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
  }
  return { border: border / (4 * last), cells: right < 0 ? null : [left, top, right + 1, bottom + 1] };
}

/** The square from nearer by; null where that would not be nearer, or a click would be out of sight. */
function nearer(
  square: Square,
  cells: readonly [number, number, number, number],
  prompt: Prompt,
  least: number,
  by: Looks,
): Square | null {
  const [left, top, right, bottom] = cells;
  const side = Math.max(right - left, bottom - top);
  if (side >= by.small * NET_SIDE) return null;
  const cell = square.size / NET_SIDE;
  const size = Math.max(by.nearer * side * cell, least);
  if (size >= HARDLY * square.size) return null;
  const middle = { x: square.x + ((left + right) / 2) * cell, y: square.y + ((top + bottom) / 2) * cell };
  const near = squareAt(middle, size);
  const isIn = ({ x, y }: AnyPoint): boolean =>
    Math.abs(x - near.x - size / 2) < INNER * size && Math.abs(y - near.y - size / 2) < INNER * size;
  return prompt.clicks.every(isIn) ? near : null;
}

/** The answer where the square fits the object: wider ones are looked at while it does not, then once from nearer by. */
function fitted(
  answer: (square: Square) => Float32Array,
  { prompt, spread, whole, by }: { prompt: Prompt; spread: Spread; whole: { short: number; long: number }; by: Looks },
): { square: Square; field: Float32Array } {
  const around = (prompt.box ? by.aroundBox : by.aroundClicks) * spread.side + MARGIN;
  let square = squareAt(spread, Math.max(around, LEAST_SIZE, prompt.box ? 0 : by.firstShare * whole.short));
  let field = answer(square);
  if (prompt.box) return { square, field };
  for (let looks = 1; looks < MOST_LOOKS; looks++) {
    if (extentOf(field).border <= by.borderShare || square.size >= whole.long) break;
    square = squareAt(spread, square.size * by.wider);
    field = answer(square);
    if (looks === MOST_LOOKS - 1) return { square, field };
  }
  const { cells, border } = extentOf(field);
  const near = cells && border === 0 ? nearer(square, cells, prompt, Math.max(around, LEAST_SIZE), by) : null;
  return near ? { square: near, field: answer(near) } : { square, field };
}

/** What is known for sure: beyond the image nothing is an object, and a click is what it says. */
function corrected(field: Float32Array, square: Square, pixels: Pixels, { clicks }: Prompt): Float32Array {
  const cell = square.size / NET_SIDE;
  const [right, bottom] = [pixels.x + pixels.width * pixels.cell, pixels.y + pixels.height * pixels.cell];
  const said = clicks.map((click) => ({ ...cellAt(square, click), isObject: click.isObject }));
  return field.map((value, i) => {
    const [column, row] = [i % NET_SIDE, Math.floor(i / NET_SIDE)];
    const x = square.x + (column + 0.5) * cell;
    const y = square.y + (row + 0.5) * cell;
    if (x < pixels.x || y < pixels.y || x > right || y > bottom) return -1;
    const near = said.findLast((one) => Math.hypot(one.column - column, one.row - row) <= SURE);
    return near ? (near.isObject ? Math.max(value, 1) : Math.min(value, -1)) : value;
  });
}

export function createAssist(net: Net, by: Looks = looks): Assist {
  let seen: Pixels | null = null;
  let windows: Window[] = [];
  const windowFor = (pixels: Pixels, square: Square): Window => {
    if (seen !== pixels) [seen, windows] = [pixels, []];
    const held = windows.find(({ x, y, size }) => x === square.x && y === square.y && size === square.size);
    const window = held ?? windowOf(pixels, square);
    windows = [window, ...windows.filter((one) => one !== window)].slice(0, KEPT);
    return window;
  };
  return (pixels, prompt) => {
    const spread = spreadOf(prompt);
    const [width, height] = [pixels.width * pixels.cell, pixels.height * pixels.cell];
    const whole = { short: Math.min(width, height), long: Math.max(width, height) };
    const answer = (square: Square): Float32Array => net.answer(windowFor(pixels, square), prompt);
    const { square, field } = fitted(answer, { prompt, spread, whole, by });
    return regionOfField(corrected(field, square, pixels, prompt), square, prompt, 0);
  };
}
