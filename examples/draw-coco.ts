/**
 * Draws a small COCO folder of its own: rings with a hole, blobs and thin scratches on noisy grey, with exact outlines.
 *
 *   node examples/draw-coco.ts --out DIR --images 60 --side 320 --seed 1 [--parts]
 *
 * With `--parts` they are small and lie on plates, for detection in stages: the label `plate` marks the parts.
 * DIR gets `images/` and `annotations/{train,val,test}.json`, as `train-from-coco.ts` reads them.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import { say } from './common.ts';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string' },
    images: { type: 'string', default: '60' },
    side: { type: 'string', default: '320' },
    seed: { type: 'string', default: '1' },
    parts: { type: 'boolean', default: false },
  },
});
const side = Number(options.side);
/** Park and Miller's generator: the same seed draws the same images. */
let state = Number(options.seed) * 7919 + 1;
const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
const between = (low: number, high: number): number => low + (high - low) * random();

const categories = ['ring', 'blob', 'scratch', ...(options.parts ? ['plate'] : [])].map((name, i) => ({
  id: i + 1,
  name,
}));
type Ring = number[];

/** A closed line around a place: radius by angle, squeezed and turned. */
function closed(x: number, y: number, radius: (k: number) => number, squeeze: number, turn: number): Ring {
  return Array.from({ length: 48 }, (_, k) => (2 * Math.PI * k) / 48).flatMap((angle, k) => {
    const [u, v] = [radius(k) * Math.cos(angle), radius(k) * squeeze * Math.sin(angle)];
    return [x + u * Math.cos(turn) - v * Math.sin(turn), y + u * Math.sin(turn) + v * Math.cos(turn)];
  });
}

type Box = readonly [number, number, number, number];
const whole: Box = [0, 0, side, side];

/** `share`: of the side of the image, least and most, for the radius of the object. */
function drawObject(kind: number, [x1, y1, x2, y2] = whole, [least, most] = [0.06, 0.14]): Ring[] {
  const size = side * between(least, most);
  const [x, y] = [between(x1 + size + 2, x2 - size - 2), between(y1 + size + 2, y2 - size - 2)];
  const turn = between(0, Math.PI);
  if (kind === 0) return [size, size * between(0.4, 0.6)].map((r) => closed(x, y, () => r, 1, 0));
  if (kind === 2) return [closed(x, y, () => size, Math.max(0.05, 2.5 / size), turn)];
  const bays = Array.from({ length: 8 }, () => between(0.7, 1));
  const smooth = (k: number) => {
    const [i, share] = [Math.floor(k / 6), (k % 6) / 6];
    return size * (bays[i % 8]! * (1 - share) + bays[(i + 1) % 8]! * share);
  };
  return [closed(x, y, smooth, 0.8, turn)];
}

const boundsOf = (ring: Ring): [number, number, number, number] => {
  const [xs, ys] = [ring.filter((_, i) => i % 2 === 0), ring.filter((_, i) => i % 2 === 1)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};
const isApart = (a: Ring, b: Ring): boolean => {
  const [p, q] = [boundsOf(a), boundsOf(b)];
  return p[2] + 4 < q[0] || q[2] + 4 < p[0] || p[3] + 4 < q[1] || q[3] + 4 < p[1];
};

/** Even-odd: a ring in a ring is a hole. */
const isInside = (rings: readonly Ring[], x: number, y: number): boolean =>
  rings.reduce((inside, ring) => {
    let is = inside;
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [x0, y0, x1, y1] = [ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!];
      if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) is = !is;
    }
    return is;
  }, false);

function paint(objects: readonly { rings: Ring[]; grey: number }[]): Uint8Array {
  const grey = Uint8Array.from({ length: side * side }, () => 110 + 30 * random());
  for (const { rings, grey: tone } of objects) {
    const [x1, y1, x2, y2] = boundsOf(rings[0]!);
    for (let y = Math.max(0, Math.floor(y1)); y < Math.min(side, y2 + 1); y++) {
      for (let x = Math.max(0, Math.floor(x1)); x < Math.min(side, x2 + 1); x++) {
        if (isInside(rings, x + 0.5, y + 0.5)) grey[y * side + x] = tone + 24 * (random() - 0.5);
      }
    }
  }
  return grey;
}

/** An 8 bit grey PNG. */
function pngOf(grey: Uint8Array): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 8;
  const rows = Array.from({ length: side }, (_, y) =>
    Buffer.concat([Buffer.alloc(1), grey.subarray(y * side, (y + 1) * side)]),
  );
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const data = chunk('IDAT', deflateSync(Buffer.concat(rows)));
  return Buffer.concat([signature, chunk('IHDR', head), data, chunk('IEND', Buffer.alloc(0))]);
}

interface Drawn {
  kind: number;
  rings: Ring[];
  grey: number;
}

/** Up to four objects that lie apart. */
function drawObjects(): Drawn[] {
  const objects: Drawn[] = [];
  for (let tries = 0; tries < 12 && objects.length < 4; tries++) {
    const kind = Math.floor(between(0, 3));
    const rings = drawObject(kind);
    if (!objects.every((one) => isApart(one.rings[0]!, rings[0]!))) continue;
    objects.push({ kind, rings, grey: random() < 0.5 ? 45 : 215 });
  }
  return objects;
}

/** A plate in two or three quarters of the image, each with up to two small objects. */
function drawPlates(): Drawn[] {
  const half = side / 2;
  const left = Math.floor(between(0, 4));
  const also = random() < 0.5 ? (left + 1) % 4 : left;
  const plates = [0, 1, 2, 3].filter((quarter) => quarter !== left && quarter !== also);
  return plates.flatMap((quarter) => {
    const [w, h] = [half * between(0.55, 0.75), half * between(0.55, 0.75)];
    const x = (quarter % 2) * half + between(2, half - w - 2);
    const y = Math.floor(quarter / 2) * half + between(2, half - h - 2);
    const plate: Drawn = { kind: 3, rings: [[x, y, x + w, y, x + w, y + h, x, y + h]], grey: 175 };
    const objects: Drawn[] = [];
    for (let tries = Math.floor(between(0, 3)); tries > 0; tries--) {
      const kind = Math.floor(between(0, 3));
      const rings = drawObject(kind, [x, y, x + w, y + h], [0.02, 0.035]);
      if (objects.every((one) => isApart(one.rings[0]!, rings[0]!))) objects.push({ kind, rings, grey: 45 });
    }
    return [plate, ...objects];
  });
}

async function main(): Promise<void> {
  const { out } = options;
  if (!out) throw new Error('--out is needed');
  await mkdir(join(out, 'images'), { recursive: true });
  await mkdir(join(out, 'annotations'), { recursive: true });
  const count = Number(options.images);
  const parts = { train: [] as number[], val: [] as number[], test: [] as number[] };
  const drawn: { image_id: number; category_id: number; rings: Ring[] }[] = [];
  for (let id = 1; id <= count; id++) {
    parts[id % 5 === 0 ? 'test' : id % 5 === 1 ? 'val' : 'train'].push(id);
    const objects = options.parts ? drawPlates() : drawObjects();
    for (const { kind, rings } of objects) drawn.push({ image_id: id, category_id: kind + 1, rings });
    await writeFile(join(out, 'images', `${id}.png`), pngOf(paint(objects))); // oxlint-disable-line no-await-in-loop
  }
  for (const [part, ids] of Object.entries(parts)) {
    const images = ids.map((id) => ({ id, file_name: `${id}.png`, width: side, height: side }));
    const annotations = drawn
      .filter(({ image_id }) => ids.includes(image_id))
      .map(({ image_id, category_id, rings }, i) => {
        const [x1, y1, x2, y2] = boundsOf(rings[0]!);
        const segmentation = rings.map((ring) => ring.map((v) => Number(v.toFixed(2))));
        return { id: i + 1, image_id, category_id, iscrowd: 0, bbox: [x1, y1, x2 - x1, y2 - y1], segmentation };
      });
    // oxlint-disable-next-line no-await-in-loop
    await writeFile(join(out, 'annotations', `${part}.json`), JSON.stringify({ images, categories, annotations }));
  }
  say(`${count} images with ${drawn.length} objects in ${out}`);
}

await main().catch((error: unknown) => {
  say(`failed: ${(error as Error).message}`);
  process.exitCode = 1;
});
