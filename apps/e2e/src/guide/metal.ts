/** Images for the guide: brushed metal with burrs (bright) and pits (dark), drawn alike in every run. */
import { encodeDeepPng, encodePng, type Drawn, type Mark } from '../support/png.ts';

export const metalSide = 320;

const randomFrom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

/** Boxes that do not touch: one in each chosen quarter of the image. */
function placeMarks(random: () => number, count: number): Mark[] {
  const half = metalSide / 2;
  return Array.from({ length: count }, (_, i) => {
    const size = 22 + Math.floor(random() * 40);
    const [left, top] = [(i % 2) * half, Math.floor(i / 2) * half];
    const x = left + 10 + Math.floor(random() * (half - size - 20));
    const y = top + 10 + Math.floor(random() * (half - size - 20));
    return { sort: random() < 0.5 ? 'block' : 'disc', box: [x, y, x + size, y + size] };
  });
}

/** How much a mark changes the grey of a pixel: burrs are ragged and bright, pits are round and dark. */
function changeOf({ sort, box: [x1, y1, x2] }: Mark, x: number, y: number, grain: number): number {
  const r = (x2 - x1) / 2;
  const [dx, dy] = [(x - x1 - r) / r, (y - y1 - r) / r];
  const away = Math.hypot(dx, dy);
  if (sort === 'disc') return away < 1 ? -95 * (1 - away ** 3) : 0;
  const ragged = 0.72 + 0.28 * Math.sin(5 * Math.atan2(dy, dx) + x1);
  return away < ragged ? 70 * (1 - away) + 60 * grain : 0;
}

/** `marks` 0 draws a part without defects. */
export function drawMetal(name: string, seed: number, count = 2): Drawn {
  const random = randomFrom(seed * 7919 + 17);
  const marks = placeMarks(random, count);
  const rgb = new Uint8Array(metalSide * metalSide * 3);
  for (let y = 0; y < metalSide; y++) {
    const streak = 10 * random();
    for (let x = 0; x < metalSide; x++) {
      const grain = random();
      const light = 118 + 34 * Math.sin((x + seed * 31) / 160) + streak + 16 * grain;
      const grey = marks.reduce((sum, mark) => sum + changeOf(mark, x + 0.5, y + 0.5, grain), light);
      rgb.set(
        [grey * 0.96, grey * 0.99, grey].map((value) => Math.max(0, Math.min(255, value))),
        (y * metalSide + x) * 3,
      );
    }
  }
  return { name, png: encodePng(metalSide, metalSide, rgb), marks };
}

export const drawMetals = (prefix: string, count: number, seed: number): Drawn[] =>
  Array.from({ length: count }, (_, i) => {
    const number = String(i + 1).padStart(2, '0');
    return drawMetal(`${prefix}_${number}.png`, seed + i, i % 7 === 6 ? 0 : 1 + (i % 3));
  });

/** The radiograph of a casting with pores: few of the 65,536 values, far down. */
export function drawRadiograph(name: string, seed: number, pores = 5): Drawn {
  const random = randomFrom(seed * 7919 + 17);
  const marks = Array.from({ length: pores }, (): Mark => {
    const size = 10 + Math.floor(random() * 26);
    const [x, y] = [random, random].map((next) => Math.floor(40 + next() * (metalSide - 80 - size))) as [
      number,
      number,
    ];
    return { sort: 'disc', box: [x, y, x + size, y + size] };
  });
  const values = new Uint16Array(metalSide * metalSide);
  for (let y = 0; y < metalSide; y++) {
    for (let x = 0; x < metalSide; x++) {
      const wall = Math.hypot(x - metalSide / 2, y - metalSide / 2) < 145 ? 5200 + 8 * x : 9800;
      const pore = marks.reduce((sum, mark) => sum - 11 * changeOf(mark, x + 0.5, y + 0.5, 0), 0);
      values[y * metalSide + x] = wall + pore + 240 * random();
    }
  }
  return { name, png: encodeDeepPng(metalSide, metalSide, values), marks };
}
