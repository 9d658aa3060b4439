/** Masks of a model as run lengths, and as polygons: 100 objects of an image at 640, in Node. */
import { figure, median, type Bench } from './bench.ts';
import { fillRings, windowOfBits, windowRings, type Box, type CellWindow } from '@loupe/geometry';

/** Cells of a grid of two pixels over a canvas of 640, in bytes of eight a row. */
const side = 320;
const rowBytes = side / 8;
const objects = 100;

interface Drawn {
  bits: Uint8Array;
  box: Box;
}

/** Blobs with bays, rings with a hole and thin scratches by turns, 20 to 120 cells long. */
function draw(next: () => number, kind: number): Drawn {
  const half = 10 + 50 * next();
  const [x, y] = [half + (side - 2 * half) * next(), half + (side - 2 * half) * next()];
  const turn = 2 * Math.PI * next();
  const ring = (size: (k: number) => number, squeeze = 1): number[] =>
    Array.from({ length: 40 }, (_, k) => {
      const a = (2 * Math.PI * k) / 40;
      const [u, v] = [size(k) * Math.cos(a), size(k) * Math.sin(a) * squeeze];
      return [x + u * Math.cos(turn) - v * Math.sin(turn), y + u * Math.sin(turn) + v * Math.cos(turn)];
    }).flat();
  const wavy = Array.from({ length: 40 }, () => half * (0.8 + 0.2 * next()));
  const rings = [
    [ring((k) => wavy[k]!)],
    [ring(() => half), ring(() => half / 2)],
    [ring(() => half, Math.min(1, 2 / half))],
  ][kind % 3]!;
  const mask = fillRings(rings, side, side);
  const bits = new Uint8Array(side * rowBytes);
  mask.forEach((one, i) => {
    if (one === 1) bits[Math.floor(i / side) * rowBytes + ((i % side) >> 3)]! |= 128 >> (i % 8);
  });
  return { bits, box: [x - half, y - half, x + half, y + half] };
}

/** What this thread has used: a machine that does other things too does not change it much. */
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

async function run() {
  let state = 7;
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const drawn = Array.from({ length: objects }, (_, i) => draw(next, i));
  const read: number[] = [];
  const polygons: number[] = [];
  let points = 0;
  for (let round = 0; round < 200; round++) {
    const begun = cpuMs();
    const windows: CellWindow[] = drawn.map(({ bits, box }) => windowOfBits(bits, rowBytes, side, box));
    const between = cpuMs();
    const rings = windows.map((one) => windowRings(one, [2, 2]));
    read.push(between - begun);
    polygons.push(cpuMs() - between);
    points = rings.flat(2).reduce((sum, ring) => sum + ring.length / 2, 0);
  }
  return {
    polygons_100: figure(median(polygons), 'ms', { goal: '<= 5' }),
    read_100: figure(median(read), 'ms'),
    points: figure(points, 'points'),
  };
}

export const bench: Bench = { title: '100 masks of an image at 640, read and as polygons, in Node', run };
