/** Models that give a score and a heat map: what they answer, what is refused, and each way to lose the certificate. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ofType, type ScoreReport } from '@loupe/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certify } from './certificate.ts';
import { createPool, type Inference } from './pool.ts';

type Case = ScoreReport['parity']['cases'][number];
const table = path.resolve(import.meta.dirname, '../../../../packages/contract/fixtures/decode');
const model = (name: string) => {
  const onnxPath = path.join(import.meta.dirname, 'fixtures', `${name}.onnx`);
  const sha256 = createHash('sha256').update(readFileSync(onnxPath)).digest('hex');
  return { onnxPath, sha256, settings: { iou_threshold: 1 }, prediction: 'scoremap' as const };
};
const glow = model('glow');

let folder = '';
let inference: Inference;
/** 7 × 5, black but for one column of grey level 102. */
let part: Buffer;
/** Cases as an engine that agrees would report them. */
let cases: Case[] = [];

const levelsOf = async (png: string): Promise<number[]> => [
  ...(await sharp(Buffer.from(png, 'base64')).greyscale().raw().toBuffer()),
];

async function caseOf(name: string, file: string): Promise<Case> {
  const source = { path: path.join(folder, file) };
  const { width, height, prediction, pixelsSha256 } = await inference.run({ ...glow, source, hashPixels: true });
  const { score, heat } = ofType(prediction, 'scoremap');
  const levels = await levelsOf(heat.png);
  const heatMean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  return { name, file, width, height, pixels_sha256: pixelsSha256!, score, heat_mean: heatMean };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'loupe-scoremap-'));
  inference = createPool({ seconds: 20, memoryMb: 2048, processes: 1, threads: 1 });
  const column = Buffer.from(Array.from({ length: 35 }, (_, i) => (i % 7 === 4 ? 102 : 0)));
  part = await sharp(column, { raw: { width: 7, height: 5, channels: 1 } })
    .png()
    .toBuffer();
  await writeFile(path.join(folder, 'part.png'), part);
  for (const file of ['exif-6.jpg', 'rgba16.png', 'rgb24.bmp'])
    // oxlint-disable-next-line no-await-in-loop
    await copyFile(path.join(table, file), path.join(folder, file));
  cases = await Promise.all([
    caseOf('turned', 'exif-6.jpg'),
    caseOf('deep', 'rgba16.png'),
    caseOf('bitmap', 'rgb24.bmp'),
    caseOf('part', 'part.png'),
  ]);
});
afterAll(async () => {
  await inference.close();
  await rm(folder, { recursive: true, force: true });
});

describe('an answer', () => {
  it('is the score, and the heat of each place as a grey image', async () => {
    const answer = await inference.run({ ...glow, source: { bytes: part } });
    expect(answer).toMatchObject({ width: 7, height: 5 });
    const { score, heat } = ofType(answer.prediction, 'scoremap');
    expect(score).toBeCloseTo(0.4, 6);
    expect(heat).toMatchObject({ width: 4, height: 3 });
    expect(await levelsOf(heat.png)).toEqual([0, 0, 102, 0, 0, 0, 102, 0, 0, 0, 102, 0]);
  });

  const failing = (work: Promise<unknown>) =>
    work.then(
      () => 'answered',
      (error: { key?: string; args?: { why?: string } }) => `${error.key}: ${error.args?.why}`,
    );

  it('is refused where the score is no share, the heat is too large, or the model is of another kind', async () => {
    expect(await failing(inference.run({ ...model('blaze'), source: { bytes: part } }))).toMatch(
      /^inference\.failed: .*score 102 of 1/,
    );
    const long = await sharp({ create: { width: 2100, height: 4, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    expect(await failing(inference.run({ ...glow, source: { bytes: long } }))).toMatch(/heat map of 2×1050/);
    const boxes = { ...model('bright'), source: { bytes: part } };
    expect(await failing(inference.run(boxes))).toMatch(/input “iou_threshold” that nobody fills/);
    const asBoxes = {
      ...glow,
      prediction: 'boxes' as const,
      settings: { iou_threshold: 0.5 },
      source: { bytes: part },
    };
    expect(await failing(inference.run(asBoxes))).toMatch(/did not give boxes/);
  });
});

describe('the certificate', () => {
  const certifyWith = (changed: Case[], parity: Partial<ScoreReport['parity']> = {}, threshold = 0.5) => {
    const report: ScoreReport = {
      v: 1,
      prediction: 'scoremap',
      weights_sha256: glow.sha256,
      kept: 'raw',
      epochs_done: 1,
      metrics: { image_auroc: null, pixel_auroc: null, pro: null, false_reject: 0, true_reject: null, ok: 1, ng: 0 },
      thresholds: { score: threshold },
      scores: { ok: [0.4], ng: [] },
      parity: { min_cases: 4, tolerance: { score: 1e-3, heat: 2 }, cases: changed, ...parity },
    };
    const { onnxPath, sha256 } = glow;
    const blobPath = (hash: string) => path.join(folder, hash);
    return certify({ onnxPath, sha256, report, runDir: folder, blobPath, settings: { iou_threshold: 1 } }, inference);
  };
  const change = (edit: (last: Case) => void): Case[] => {
    const copy = structuredClone(cases);
    edit(copy.at(-1)!);
    return copy;
  };

  it('is given where every image agrees', async () => {
    const certificate = await certifyWith(cases);
    expect(certificate).toMatchObject({
      passed: true,
      failures: [],
      cases: 4,
      compared: 4,
      minCompared: 4,
      pixelsEqual: true,
      prediction: 'scoremap',
      deltas: [
        { name: 'score', largest: 0, tolerance: 0.001 },
        { name: 'heat', largest: 0 },
      ],
    });
    expect(certificate.formats).toEqual(['bmp', 'jpg turned', 'png', 'png 16 bit']);
  });

  it.each<[string, (c: Case) => void, RegExp]>([
    ['another score', (c) => (c.score += 0.002), /part: score 0\.40000 here, 0\.40200 in the engine/],
    ['another heat', (c) => (c.heat_mean += 3), /part: mean heat 25\.50 here, 28\.50 in the engine/],
    ['other pixels', (c) => (c.pixels_sha256 = 'a'.repeat(64)), /part: the decoded pixels differ/],
    ['another size', (c) => (c.width += 1), /part: 7×5 here, 8×5 in the engine/],
    ['a missing file', (c) => (c.file = 'gone.png'), /part: its file is missing/],
  ])('is lost by %s', async (_, edit, words) => {
    const certificate = await certifyWith(change(edit));
    expect(certificate.passed).toBe(false);
    expect(certificate.failures.join('\n')).toMatch(words);
  });

  it('is lost by another decision, however near the scores are', async () => {
    const near = change((c) => (c.score = 0.40001));
    expect(await certifyWith(near)).toMatchObject({ passed: true });
    const certificate = await certifyWith(near, {}, 0.400005);
    expect(certificate).toMatchObject({ passed: false, failures: ['part: OK here, NG in the engine'] });
  });

  it('is lost where too little was compared, and takes no wider tolerances than its own', async () => {
    expect(await certifyWith(cases.slice(1))).toMatchObject({ passed: false, compared: 3 });
    expect(await certifyWith([], { min_cases: 0 })).toMatchObject({ passed: false, minCompared: 1 });
    const wide = { tolerance: { score: 0.5, heat: 200 } };
    expect(
      await certifyWith(
        change((c) => (c.score -= 0.006)),
        wide,
      ),
    ).toMatchObject({ passed: false });
    expect(
      await certifyWith(
        change((c) => (c.heat_mean -= 2.5)),
        wide,
      ),
    ).toMatchObject({ passed: false });
  });
});
