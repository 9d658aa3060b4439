// The network of Assist: the first blocks of a backbone that knows photographs, which see the image, and a head that was
// trained on drawn shapes, which sees where a hand has pointed. bench/assist_net.py trains it and is its other half.

import { addTo, convolve, doubled } from './layers.ts';
import { cellAt } from './window.ts';
import type { Layer, Planes } from './layers.ts';
import type { Prompt } from '../prompt.ts';
import type { Window } from './window.ts';

/** Cells along a side of what it looks at. */
export const NET_SIDE = 128;
const CELLS = NET_SIDE * NET_SIDE;
const HALF = NET_SIDE / 2;

/** Whether a block of the backbone widens first, and adds its input last. */
const BLOCKS: readonly (readonly [widens: boolean, adds: boolean])[] = [
  [false, false],
  [true, false],
  [true, true],
  [true, false],
  [true, true],
  [true, false],
  [true, true],
  [true, true],
];
/** Those whose result the head takes. */
const TAKEN = new Set([0, 2, 4, 7]);
const LEVELS = TAKEN.size;
/** Cells within which a click is near, and where it is half as strong. */
const NEAR = 3;
const FAR = 12;
/** Of a colour without a click: as far away as a colour may well be. */
const NO_COLOUR = 2;

export type Net = {
  /** How surely each cell is of the object: below 0 it is not. */
  readonly answer: (window: Window, prompt: Prompt) => Float32Array;
};

/** Mean and deviation of all three colours; a flat surface is not made noise. */
function standardised({ planes }: Window): Float32Array {
  const means = [0, 0, 0];
  let whole = 0;
  for (let c = 0; c < 3; c++) {
    for (let i = 0; i < CELLS; i++) means[c]! += planes[c * CELLS + i]!;
    means[c]! /= CELLS;
    whole += means[c]! / 3;
  }
  const variance = planes.reduce((sum, value) => sum + (value - whole) ** 2, 0) / planes.length;
  const spread = Math.sqrt(variance) + 4;
  return planes.map((value, i) => (value - means[Math.floor(i / CELLS)]!) / spread);
}

/** How far each colour is from those of clicks, and how near each cell is to them, twice. */
function markMaps(plain: Float32Array, cells: readonly (readonly [number, number])[]): Float32Array[] {
  const colour = new Float32Array(CELLS).fill(NO_COLOUR);
  const near = new Float32Array(CELLS);
  const far = new Float32Array(CELLS);
  for (const [column, row] of cells) {
    const around = [0, 0, 0];
    let count = 0;
    for (let y = Math.max(0, row - 1); y <= Math.min(NET_SIDE - 1, row + 1); y++) {
      for (let x = Math.max(0, column - 1); x <= Math.min(NET_SIDE - 1, column + 1); x++, count++) {
        for (let c = 0; c < 3; c++) around[c]! += plain[c * CELLS + y * NET_SIDE + x]!;
      }
    }
    for (let i = 0; i < CELLS; i++) {
      let change = 0;
      for (let c = 0; c < 3; c++) change += (plain[c * CELLS + i]! - around[c]! / count) ** 2;
      colour[i] = Math.min(colour[i]!, Math.sqrt(change));
      const away = ((i % NET_SIDE) - column) ** 2 + (Math.floor(i / NET_SIDE) - row) ** 2;
      near[i] = Math.max(near[i]!, Math.exp(-away / (2 * NEAR * NEAR)));
      far[i] = Math.max(far[i]!, 1 / (1 + Math.sqrt(away) / FAR));
    }
  }
  return [colour, near, far];
}

function boxMap(window: Window, { box }: Prompt): Float32Array {
  const map = new Float32Array(CELLS);
  if (!box) return map;
  const [from, to] = [cellAt(window, { x: box[0], y: box[1] }), cellAt(window, { x: box[2], y: box[3] })];
  for (let row = Math.max(0, from.row); row < Math.min(NET_SIDE, to.row); row++) {
    map.fill(1, row * NET_SIDE + Math.max(0, from.column), row * NET_SIDE + Math.min(NET_SIDE, to.column));
  }
  return map;
}

/** Half the side: of sharp maps each of the four cells is a plane of its own, of the others one of their mean. */
function entered(sharp: readonly Float32Array[], soft: readonly Float32Array[]): Planes {
  const small = HALF * HALF;
  const channels = 4 * sharp.length + soft.length;
  const data = new Float32Array(channels * small);
  for (let i = 0; i < small; i++) {
    const at = 2 * Math.floor(i / HALF) * NET_SIDE + 2 * (i % HALF);
    const four = [at, at + 1, at + NET_SIDE, at + NET_SIDE + 1];
    sharp.forEach((map, m) => four.forEach((cell, k) => (data[(4 * m + k) * small + i] = map[cell]!)));
    soft.forEach((map, m) => {
      data[(4 * sharp.length + m) * small + i] = four.reduce((sum, cell) => sum + map[cell]!, 0) / 4;
    });
  }
  return { channels, width: HALF, height: HALF, data };
}

/** Four planes of half the side as one. */
function spread({ data }: Planes): Float32Array {
  const small = HALF * HALF;
  const out = new Float32Array(CELLS);
  for (let i = 0; i < small; i++) {
    const at = 2 * Math.floor(i / HALF) * NET_SIDE + 2 * (i % HALF);
    for (let k = 0; k < 4; k++) out[at + (k >> 1) * NET_SIDE + (k & 1)] = data[k * small + i]!;
  }
  return out;
}

/** What the head takes of the backbone, which sees the window alone. */
function look({ planes }: Window, take: () => Layer): Planes[] {
  const image: Planes = { channels: 3, width: NET_SIDE, height: NET_SIDE, data: planes.map((v) => (v - 127) / 128) };
  let x = convolve(image, take());
  const features: Planes[] = [];
  BLOCKS.forEach(([widens, adds], i) => {
    const wide = widens ? convolve(x, take()) : x;
    const next = convolve(convolve(wide, take()), take());
    x = adds ? addTo(next, x) : next;
    if (TAKEN.has(i)) features.push(x);
  });
  return features;
}

function decide(y: Planes, features: readonly Planes[], take: () => Layer): Float32Array {
  const seen: Planes[] = [];
  for (const feature of features) {
    const [step, own, mix] = [take(), take(), take()];
    y = convolve(addTo(convolve(y, step), convolve(feature, own)), mix);
    seen.push(y);
  }
  seen.pop();
  for (let level = LEVELS - 1; level > 0; level--) {
    const [narrow, join] = [take(), take()];
    y = convolve(addTo(doubled(convolve(y, narrow)), seen.pop()!), join);
  }
  return spread(convolve(y, take()));
}

export function createNet(layers: readonly Layer[]): Net {
  const backboneLayers = 1 + BLOCKS.reduce((sum, [widens]) => sum + (widens ? 3 : 2), 0);
  const taker = (from: number): (() => Layer) => {
    let at = from;
    return () => layers[at++]!;
  };
  /** Of windows that somebody still holds: further clicks in them ask the head alone. */
  const looked = new WeakMap<Window, { plain: Float32Array; features: Planes[] }>();
  return {
    answer: (window, prompt) => {
      const held = looked.get(window) ?? { plain: standardised(window), features: look(window, taker(0)) };
      looked.set(window, held);
      const { plain, features } = held;
      const cells = (isObject: boolean): [number, number][] =>
        prompt.clicks.flatMap((click) => {
          const { column, row } = cellAt(window, click);
          const isSeen = column >= 0 && row >= 0 && column < NET_SIDE && row < NET_SIDE;
          return isSeen && click.isObject === isObject ? [[column, row] as [number, number]] : [];
        });
      const [ownColour, ...own] = markMaps(plain, cells(true));
      const [groundColour, ...ground] = markMaps(plain, cells(false));
      const image = [0, 1, 2].map((c) => plain.subarray(c * CELLS, (c + 1) * CELLS));
      const maps = entered([...image, ownColour!, groundColour!], [...own, ...ground, boxMap(window, prompt)]);
      return decide(maps, features, taker(backboneLayers));
    },
  };
}
