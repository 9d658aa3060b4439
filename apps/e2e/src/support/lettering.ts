/** Images of parts with texts on them, in letters that are drawn here: no machine needs to have a font. */
import { encodePng, imageSide, randomFrom } from './png.ts';

type Point = readonly [number, number];

/** Lines of a letter in a box of 4 × 6 from its top left corner; where several begin, they are apart. */
const letters: Readonly<Record<string, string>> = {
  0: '1.2,0 2.8,0 4,1.5 4,4.5 2.8,6 1.2,6 0,4.5 0,1.5 1.2,0',
  1: '0.6,1.4 2.2,0 2.2,6',
  2: '0,1.4 1.2,0 2.8,0 4,1.2 4,2.2 0,6 4,6',
  3: '0,0.9 1.2,0 2.8,0 4,1 4,2 2.8,2.9 1.6,2.9|2.8,2.9 4,3.9 4,5 2.8,6 1.2,6 0,5.1',
  4: '3,6 3,0 0,4.2 4.2,4.2',
  5: '3.7,0 0.4,0 0.2,2.8 1.4,2.3 2.8,2.3 4,3.4 4,4.8 2.8,6 1.2,6 0,5.1',
  6: '3.6,0.6 2.6,0 1.4,0 0.2,1.6 0,4.4 1.2,6 2.8,6 4,4.9 4,3.7 2.8,2.6 1.3,2.6 0.1,3.7',
  7: '0,0 4,0 1.5,6',
  8: '1.2,2.8 0.2,1.9 0.2,0.9 1.2,0 2.8,0 3.8,0.9 3.8,1.9 2.8,2.8 1.2,2.8 0,3.9 0,5 1.2,6 2.8,6 4,5 4,3.9 2.8,2.8',
  9: '3.9,2.3 2.7,3.4 1.2,3.4 0,2.3 0,1.1 1.2,0 2.8,0 4,1.6 3.8,4.4 2.6,6 1.4,6 0.4,5.4',
  L: '0,0 0,6 3.6,6',
  O: '1.3,0 2.7,0 4.2,1.6 4.2,4.4 2.7,6 1.3,6 -0.2,4.4 -0.2,1.6 1.3,0',
  T: '0,0 4,0|2,0 2,6',
  '-': '0.6,3.2 3.4,3.2',
  ' ': '',
};
const [letterHeight, advance] = [6, 6.2];

const linesOf = (letter: string): Point[][] =>
  letters[letter]!.split('|').map((line) =>
    line
      .split(' ')
      .filter(Boolean)
      .map((point) => point.split(',').map(Number) as unknown as Point),
  );

/** How far a point is from a line between two. */
const away = ([x, y]: Point, [x1, y1]: Point, [x2, y2]: Point): number => {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const share = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
};

/** A text with the place where it is. */
export interface Lettered {
  text: string;
  /** Corners from where it begins, in reading direction. */
  quad: number[];
}
export interface Plate {
  name: string;
  png: Buffer;
  texts: Lettered[];
}

/** Lines one below the other, engraved dark on a bright and noisy plate. */
export const drawLettering = (name: string, seed: number, texts: readonly string[]): Plate => {
  const random = randomFrom(seed);
  const ink = new Float32Array(imageSide * imageSide);
  const placed = texts.map((text, i): Lettered => {
    const size = 4 + random() * 0.8;
    const [width, height] = [(text.length * advance - (advance - 4)) * size, letterHeight * size];
    const row = imageSide / texts.length;
    const [left, top] = [12 + random() * (imageSide - width - 24), i * row + 20 + random() * (row - height - 40)];
    const radius = size * (0.38 + random() * 0.12);
    [...text].forEach((letter, n) => {
      const lines = linesOf(letter).map((line) =>
        line.map(([x, y]): Point => [left + (n * advance + x) * size, top + y * size]),
      );
      const from = Math.floor(left + (n * advance - 1) * size);
      for (let y = Math.floor(top - size); y < top + height + size; y++) {
        for (let x = Math.max(0, from); x < Math.min(imageSide, from + advance * size); x++) {
          for (const line of lines) {
            line.slice(1).forEach((to, k) => {
              const cover = Math.min(1, radius + 0.5 - away([x + 0.5, y + 0.5], line[k]!, to));
              ink[y * imageSide + x] = Math.max(ink[y * imageSide + x]!, cover);
            });
          }
        }
      }
    });
    const [x1, y1, x2, y2] = [left - size, top - size, left + width + size, top + height + size];
    return { text, quad: [x1, y1, x2, y1, x2, y2, x1, y2] };
  });
  const rgb = new Uint8Array(imageSide * imageSide * 3);
  for (let i = 0; i < ink.length; i++) {
    const light = 176 + 14 * Math.sin((i % imageSide) / 50 + seed) + 18 * random();
    for (let c = 0; c < 3; c++) rgb[3 * i + c] = light - ink[i]! * 130 - 3 * c;
  }
  return { name, png: encodePng(imageSide, imageSide, rgb), texts: placed };
};

/** `count` plates `<prefix>_01.png` …, each with a lot and a date. */
export const drawPlates = (prefix: string, count: number, firstSeed: number): Plate[] =>
  Array.from({ length: count }, (_, i) => {
    const random = randomFrom(firstSeed + i);
    const below = (most: number) => Math.floor(random() * most);
    const two = (value: number) => String(value).padStart(2, '0');
    const texts = [`LOT ${two(below(100))}${two(below(100))}`, `20${two(24 + below(6))}-${two(1 + below(12))}`];
    return drawLettering(`${prefix}_${String(i + 1).padStart(2, '0')}.png`, firstSeed + i, texts);
  });
