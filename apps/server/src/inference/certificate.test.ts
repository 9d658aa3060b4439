/** The certificate passes what is the same and refuses everything else, an empty comparison above all. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { limits, type BoxReport, type Boxes } from '@loupe/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { certify, type CertifyInput } from './certificate.ts';
import { createPool, type Inference } from './pool.ts';

const onnxPath = path.join(import.meta.dirname, 'fixtures/bright.onnx');
const table = path.resolve(import.meta.dirname, '../../../../packages/contract/fixtures/decode');
const sha256 = createHash('sha256').update(readFileSync(onnxPath)).digest('hex');
type ParityCase = BoxReport['parity']['cases'][number];

let folder = '';
let inference: Inference;
/** Cases as an engine that agrees would report them: 2 with detections, in odd formats, and one without. */
let cases: ParityCase[] = [];

async function truthOf(name: string, file: string): Promise<ParityCase> {
  const source = { path: path.join(folder, file) };
  const answer = await inference.run({
    prediction: 'boxes',
    onnxPath,
    sha256,
    settings: { iou_threshold: 0.5 },
    hashPixels: true,
    source,
  });
  const { width, height, prediction, pixelsSha256 } = answer;
  return {
    name,
    file,
    width,
    height,
    pixels_sha256: pixelsSha256!,
    detections: (prediction as Boxes).items.map((d) => ({ ...d, firm: true })),
  };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'loupe-certificate-'));
  inference = createPool({ seconds: 20, memoryMb: 2048, processes: 1, threads: 1 });
  for (const file of ['exif-6.jpg', 'rgba16.png', 'rgb24.bmp'])
    await copyFile(path.join(table, file), path.join(folder, file));
  const dark = await sharp({ create: { width: 20, height: 12, channels: 3, background: '#000' } })
    .png()
    .toBuffer();
  await writeFile(path.join(folder, 'dark.png'), dark);
  cases = await Promise.all([
    truthOf('turned', 'exif-6.jpg'),
    truthOf('deep', 'rgba16.png'),
    truthOf('bitmap', 'rgb24.bmp'),
    truthOf('dark', 'dark.png'),
  ]);
});
afterAll(async () => {
  await inference.close();
  await rm(folder, { recursive: true, force: true });
});

const certifyWith = (
  changed: ParityCase[],
  parity: Partial<BoxReport['parity']> = {},
  extra: Partial<CertifyInput> = {},
) => {
  const report: BoxReport = {
    v: 1,
    prediction: 'boxes',
    weights_sha256: sha256,
    kept: 'averaged',
    epochs_done: 1,
    metrics: {
      map50: 0,
      map50_95: 0,
      map33: 0,
      precision: 0,
      recall: 0,
      per_class: ['wide', 'high'].map((name, index) => ({ index, name, ap50: null, truths: 0 })),
    },
    thresholds: { confidence: 0.25 },
    parity: {
      min_detections: 4,
      score_threshold: limits.predictionScoreMin,
      tolerance: { box_px: 0.05, score: 0.001 },
      cases: changed,
      ...parity,
    },
  };
  const blobPath = (hash: string) => path.join(folder, hash);
  return certify(
    { onnxPath, sha256, report, runDir: folder, blobPath, settings: { iou_threshold: 0.5 }, ...extra },
    inference,
  );
};
const change = (edit: (first: ParityCase) => void): ParityCase[] => {
  const copy = structuredClone(cases);
  edit(copy[0]!);
  return copy;
};

it('passes what agrees, in any order, and says what was compared', async () => {
  const turned = change((c) => c.detections.reverse());
  const certificate = await certifyWith(turned);
  expect(certificate).toMatchObject({ passed: true, failures: [], cases: 4, compared: 6, pixelsEqual: true });
  expect(certificate.formats).toEqual(['bmp', 'jpg turned', 'png', 'png 16 bit']);
  expect(certificate).toMatchObject({ prediction: 'boxes', deltas: [{ name: 'box' }, { name: 'score' }] });
  expect(certificate.deltas[0]!.largest).toBeLessThanOrEqual(0.05);
  expect(certificate.runtime).toMatch(/^onnxruntime-node 1\./);
});

it('takes a stored image by its hash', async () => {
  const hash = createHash('sha256')
    .update(readFileSync(path.join(folder, 'exif-6.jpg')))
    .digest('hex');
  await copyFile(path.join(folder, 'exif-6.jpg'), path.join(folder, hash));
  const certificate = await certifyWith(change((c) => Object.assign(c, { file: null, sha256: hash })));
  expect(certificate.passed).toBe(true);
});

it.each<[string, (c: ParityCase) => void, string]>([
  ['other pixels', (c) => (c.pixels_sha256 = 'a'.repeat(64)), 'decoded pixels differ'],
  ['another size', (c) => (c.width += 1), 'in the engine'],
  ['a box that moved', (c) => (c.detections[0]!.p[0]! += 0.5), 'only the engine found'],
  ['another score', (c) => (c.detections[0]!.score -= 0.1), 'only the server found'],
  ['another class', (c) => (c.detections[0]!.c = 1 - c.detections[0]!.c), 'only the engine found'],
  ['one detection less', (c) => c.detections.shift(), 'only the server found'],
  ['one twice', (c) => c.detections.push(structuredClone(c.detections[0]!)), 'only the engine found'],
  ['a missing file', (c) => (c.file = 'gone.png'), 'file is missing'],
  ['a file outside the run', (c) => (c.file = '../../etc/hostname'), 'file is missing'],
])('fails on %s', async (_, edit, words) => {
  const certificate = await certifyWith(change(edit));
  expect(certificate.passed).toBe(false);
  expect(certificate.failures.join('\n')).toContain(words);
});

it('lets either of two equal boxes win, and counts firm ones only', async () => {
  const loose = change((c) => {
    Object.assign(c.detections[0]!, { firm: false, score: c.detections[0]!.score - 0.002 });
  });
  expect(await certifyWith(loose)).toMatchObject({ passed: true, compared: 5 });
  const elsewhere = change((c) => Object.assign(c.detections[0]!, { firm: false, p: [900, 900, 901, 901] }));
  elsewhere[0]!.detections.splice(1);
  expect(await certifyWith(elsewhere)).toMatchObject({ passed: false });
  // beside the image boxes that overlap may only touch
  const beside = change((c) => {
    const [x, y, right] = c.detections[0]!.p as [number, number, number, number];
    Object.assign(c.detections[0]!, { firm: false, p: [x + 5, y, right + 5, y] });
  });
  expect(await certifyWith(beside)).toMatchObject({ passed: true, compared: 5 });
});

it('fails where nothing was compared, however well it agrees', async () => {
  const empty = await certifyWith([cases[3]!], { min_detections: 0 });
  expect(empty).toMatchObject({ passed: false, compared: 0, minCompared: 1, pixelsEqual: true });
  expect(await certifyWith([], { min_detections: 0 })).toMatchObject({ passed: false, pixelsEqual: false });
  expect(await certifyWith(cases, { min_detections: 7 })).toMatchObject({ passed: false, compared: 6 });
});

it('does not take wider tolerances than its own', async () => {
  const moved = change((c) => (c.detections[0]!.p[0]! += 3));
  expect((await certifyWith(moved, { tolerance: { box_px: 50, score: 0.9 } })).passed).toBe(false);
});

it('says what the model did wrong', async () => {
  const changed = await certifyWith(cases, {}, { sha256: 'b'.repeat(64) });
  expect(changed.passed).toBe(false);
  expect(changed.failures.join('\n')).toContain('missing or damaged');
});
