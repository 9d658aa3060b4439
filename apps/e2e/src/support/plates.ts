/** Drawn plates, which are parts, with small bright discs on them, which are defects; for detection in stages. */
import { encodePng, imageSide, randomFrom, type Drawn, type Mark } from './png.ts';

const colors = { ground: [50, 55, 60], block: [120, 128, 136], disc: [250, 215, 70] } as const;

const isIn = ({ box: [x1, y1, x2, y2] }: Mark, x: number, y: number): boolean => x >= x1 && y >= y1 && x < x2 && y < y2;
const isOn = (mark: Mark, x: number, y: number): boolean => {
  const [x1, y1, x2, y2] = mark.box;
  const [rx, ry] = [(x2 - x1) / 2, (y2 - y1) / 2];
  return isIn(mark, x, y) && ((x + 0.5 - x1 - rx) / rx) ** 2 + ((y + 0.5 - y1 - ry) / ry) ** 2 <= 1;
};

/** A plate in two quarters of the image, one beside the other, each with a disc. */
const marksOf = (random: () => number): { plates: Mark[]; discs: Mark[] } => {
  const half = imageSide / 2;
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low));
  const top = random() < 0.5 ? 0 : half;
  const plates = [0, half].map((left): Mark => {
    const [w, h] = [between(90, 130), between(90, 130)];
    const [x, y] = [left + between(4, half - w - 4), top + between(4, half - h - 4)];
    return { sort: 'block', box: [x, y, x + w, y + h] };
  });
  const discs = plates.map(({ box: [x1, y1, x2, y2] }): Mark => {
    const size = between(16, 24);
    const [x, y] = [between(x1 + 8, x2 - size - 8), between(y1 + 8, y2 - size - 8)];
    return { sort: 'disc', box: [x, y, x + size, y + size] };
  });
  return { plates, discs };
};

export const drawPlate = (name: string, seed: number): Drawn => {
  const random = randomFrom(seed);
  const { plates, discs } = marksOf(random);
  const rgb = new Uint8Array(imageSide * imageSide * 3);
  for (let y = 0; y < imageSide; y++) {
    for (let x = 0; x < imageSide; x++) {
      const noise = 40 * random() - 20;
      const base = discs.some((one) => isOn(one, x, y))
        ? colors.disc
        : plates.some((one) => isIn(one, x, y))
          ? colors.block
          : colors.ground;
      for (let c = 0; c < 3; c++) rgb[(y * imageSide + x) * 3 + c] = Math.max(0, Math.min(255, base[c]! + noise));
    }
  }
  return { name, png: encodePng(imageSide, imageSide, rgb), marks: [...plates, ...discs] };
};

/** `count` images `<prefix>_01.png` …, two plates each. */
export const drawPlates = (prefix: string, count: number, firstSeed: number): Drawn[] =>
  Array.from({ length: count }, (_, i) => drawPlate(`${prefix}_${String(i + 1).padStart(2, '0')}.png`, firstSeed + i));
