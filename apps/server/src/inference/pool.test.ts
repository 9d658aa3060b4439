/** Inference in real processes: right answers, and models that hang, swallow memory, crash or lie. */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ofType } from '@loupe/contract';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { zipOf } from '../testing/archives.ts';
import { createPool, type Inference, type InferenceOptions } from './pool.ts';
import { regionsMax } from './protocol.ts';

const model = (name: string) => {
  const onnxPath = path.join(import.meta.dirname, 'fixtures', `${name}.onnx`);
  return {
    onnxPath,
    sha256: createHash('sha256').update(readFileSync(onnxPath)).digest('hex'),
    settings: { iou_threshold: 0.5 },
    prediction: 'boxes' as const,
  };
};
const bright = model('bright');
const table = path.resolve(import.meta.dirname, '../../../../packages/contract/fixtures/decode');

let folder = '';
let part: Buffer;
let pool: Inference;
/** Of all tests that ask for nothing else: what one of them asks harms none of the others. */
let common: Inference | undefined;
const usual: InferenceOptions = { seconds: 20, memoryMb: 2048, processes: 1, threads: 1 };
const open = (options?: Partial<InferenceOptions>): Inference =>
  (pool = options ? createPool({ ...usual, ...options }) : (common ??= createPool(usual)));
const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: { key?: string }) => error.key ?? String(error),
  );

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'loupe-pool-'));
  const spot = await sharp({ create: { width: 40, height: 10, channels: 3, background: '#f0f0f0' } })
    .png()
    .toBuffer();
  part = await sharp({ create: { width: 120, height: 90, channels: 3, background: '#101010' } })
    .composite([{ input: spot, left: 30, top: 50 }])
    .png()
    .toBuffer();
});
afterEach(async () => {
  if (pool !== common) await pool.close();
});
afterAll(async () => {
  await common?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a good model', () => {
  it('answers from bytes and from a file, with size, hash and times', async () => {
    open();
    const file = path.join(folder, 'part.png');
    await writeFile(file, part);
    const fromBytes = await pool.run({ ...bright, source: { bytes: part }, hashPixels: true });
    const fromFile = await pool.run({ ...bright, source: { path: path.relative(process.cwd(), file) } });
    expect(fromBytes).toMatchObject({ width: 120, height: 90, prediction: fromFile.prediction });
    expect(fromBytes.pixelsSha256).toMatch(/^[0-9a-f]{64}$/);
    expect(fromFile.pixelsSha256).toBeNull();
    const [first, second] = ofType(fromBytes.prediction, 'boxes').items;
    expect(first).toMatchObject({ c: 0, p: [30, 50, 70, 60] });
    expect(first!.score).toBeCloseTo(240 / 255 - 0.0005, 5);
    expect(second).toMatchObject({ c: 0, p: [0, 0, 120, 90] });
    expect(second!.score).toBeCloseTo(0.05, 5);
  });

  it('hands on the threshold, and finds nothing where nothing is', async () => {
    open();
    const other = await pool.run({ ...bright, settings: { iou_threshold: 1 }, source: { bytes: part } });
    expect(ofType(other.prediction, 'boxes').items[0]!.score).toBeCloseTo(240 / 255 - 0.001, 5);
    const dark = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    expect((await pool.run({ ...bright, source: { bytes: dark } })).prediction).toEqual({ type: 'boxes', items: [] });
  });

  it('decodes by the table: an EXIF-turned file', async () => {
    open();
    const expected = JSON.parse(readFileSync(path.join(table, 'expected.json'), 'utf8')) as {
      file: string;
      sha256: string;
    }[];
    const answer = await pool.run({ ...bright, source: { path: path.join(table, 'exif-6.jpg') }, hashPixels: true });
    expect(answer.pixelsSha256).toBe(expected.find((e) => e.file === 'exif-6.jpg')!.sha256);
  });
});

describe('an image that is asked for again', () => {
  const copyOf = async (name: string) => {
    const file = path.join(folder, name);
    await writeFile(file, part);
    return file;
  };

  it('stays decoded for the next question about it alone, in the process that has it', async () => {
    open({ processes: 2 });
    const [file, other] = [await copyOf('kept.png'), await copyOf('other.png')];
    const source = { path: file };
    const seen = await pool.run({ ...bright, source, keep: true });
    // gone, so that an answer can only come from what was kept
    await rm(file);
    const again = await pool.run({ ...model('glow'), prediction: 'scoremap', source, keep: true });
    expect([again.width, again.height]).toEqual([seen.width, seen.height]);
    expect((await pool.run({ ...bright, source })).prediction).toEqual(seen.prediction);
    expect(await keyOf(pool.run({ ...bright, source }))).toBe('image.missing');
    // the same file as another source is another image
    const kept = { path: other };
    await pool.run({ ...bright, source: kept, keep: true });
    await rm(other);
    expect(await keyOf(pool.run({ ...bright, source: { path: other } }))).toBe('image.missing');
  });
});

describe('what is refused, in words', () => {
  it.each([
    ['no-image', 'no input “image”'],
    ['far-class', 'class 7'],
    ['external', 'external data'],
  ])('%s', async (name, words) => {
    open();
    const error = await pool.run({ ...model(name), source: { bytes: part } }).catch((e: unknown) => e);
    expect(error).toMatchObject({ key: 'inference.failed', args: { why: expect.stringContaining(words) } });
    expect(await keyOf(pool.run({ ...bright, source: { bytes: part } }))).toBe('answered');
  });

  it('fewer labels than the model has, and a file that is no model', async () => {
    open();
    const high = await sharp({ create: { width: 9, height: 30, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect(await keyOf(pool.run({ ...bright, classes: 1, source: { bytes: high } }))).toBe('inference.failed');
  });

  // the first bytes that pickle, torch.save (a zip, an older pickle), HDF5 and TensorFlow write
  it.each([
    ['text', Buffer.from('this is not a model')],
    ['pickle', Buffer.from('80049521000000000000008c08706f736978', 'hex')],
    ['torch-zip', zipOf([{ name: 'archive/data.pkl', data: Buffer.from('80027d71002e', 'hex') }])],
    ['torch-old', Buffer.from('80028a0a6cfc9c46f9206aa850192e8002', 'hex')],
    ['hdf5', Buffer.from('894844460d0a1a0a0000000000080800', 'hex')],
    ['saved-model', Buffer.from('08011204746573741a0c0a0a73657276696e67', 'hex')],
    ['nothing', Buffer.alloc(0)],
  ])('%s under the name of a model: refused before the runtime sees it (S101)', async (name, bytes) => {
    open();
    const onnxPath = path.join(folder, `${name}.onnx`);
    await writeFile(onnxPath, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const error = await pool.run({ ...bright, onnxPath, sha256, source: { bytes: part } }).catch((e: unknown) => e);
    expect(error).toMatchObject({ key: 'inference.failed', args: { why: 'the file is not an ONNX model' } });
    expect(await keyOf(pool.run({ ...bright, source: { bytes: part } }))).toBe('answered');
  });

  // what a chain makes of boxes that lie: beside the image, turned over, without area, too many
  it.each([
    ['a fraction', [{ x: 0.5, y: 0, width: 5, height: 5 }]],
    ['no number', [{ x: NaN, y: 0, width: 5, height: 5 }]],
    ['no area', [{ x: 0, y: 0, width: 0, height: 5 }]],
    ['outside', [{ x: -3, y: 0, width: 5, height: 5 }]],
    ['thousands', Array.from({ length: regionsMax + 1 }, () => ({ x: 0, y: 0, width: 1, height: 1 }))],
  ])('a region that is none (%s), four times: no process is lost, and no model', async (_, regions) => {
    open();
    await pool.run({ ...bright, source: { bytes: part } });
    const { pids } = pool.health();
    for (let failure = 0; failure < 4; failure++) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await keyOf(pool.runRegions({ ...bright, source: { bytes: part } }, regions))).toBe('inference.failed');
    }
    expect(await keyOf(pool.run({ ...bright, settings: { iou_threshold: NaN }, source: { bytes: part } }))).toBe(
      'inference.failed',
    );
    expect(await keyOf(pool.run({ ...bright, source: { bytes: part } }))).toBe('answered');
    expect(pool.health()).toMatchObject({ pids, lost: { timeout: 0, memory: 0, crash: 0 } });
  });

  it('a damaged and a missing model file, a damaged and a missing image', async () => {
    // a process that has no model yet
    open({});
    const changed = path.join(folder, 'changed.onnx');
    await copyFile(model('far-class').onnxPath, changed);
    expect(await keyOf(pool.run({ ...bright, onnxPath: changed, source: { bytes: part } }))).toBe('version.damaged');
    const gone = path.join(folder, 'gone.onnx');
    expect(await keyOf(pool.run({ ...bright, onnxPath: gone, source: { bytes: part } }))).toBe('version.damaged');
    const cut = await pool
      .run({ ...bright, source: { bytes: part.subarray(0, 60) }, name: 'a.png' })
      .catch((e: unknown) => e);
    expect(cut).toMatchObject({ key: 'image.corrupt', args: { file: 'a.png' } });
    expect(await keyOf(pool.run({ ...bright, source: { path: gone } }))).toBe('image.missing');
  });
});

describe('models and processes that go wrong', () => {
  it('gives back what other models took for large images, before the limit is reached', async () => {
    open({ memoryMb: 1600, seconds: 120 });
    const large = await sharp({ create: { width: 6000, height: 6000, channels: 3, background: '#101010' } })
      .jpeg()
      .toBuffer();
    const bytes = readFileSync(bright.onnxPath);
    for (const n of [1, 2, 3]) {
      // the same network with a line of metadata of its own: another model
      const other = Buffer.concat([bytes, Buffer.from([0x72, 6, 0x0a, 1, 0x6e, 0x12, 1, 0x30 + n])]);
      const onnxPath = path.join(folder, `copy-${n}.onnx`);
      const sha256 = createHash('sha256').update(other).digest('hex');
      /* oxlint-disable no-await-in-loop -- one process, one model after the other */
      await writeFile(onnxPath, other);
      expect(await keyOf(pool.run({ ...bright, onnxPath, sha256, source: { bytes: large } }))).toBe('answered');
      /* oxlint-enable no-await-in-loop */
    }
    expect(pool.health().lost.memory).toBe(0);
  });

  it('kills an endless model; the next request is answered by a new process', async () => {
    open({ seconds: 4 });
    await pool.run({ ...bright, source: { bytes: part } });
    const [before] = pool.health().pids;
    expect(await keyOf(pool.run({ ...model('endless'), source: { bytes: part } }))).toBe('inference.timeout');
    expect(await keyOf(pool.run({ ...bright, source: { bytes: part } }))).toBe('answered');
    expect(pool.health()).toMatchObject({ lost: { timeout: 1, memory: 0, crash: 0 }, busy: 0, waiting: 0 });
    expect(pool.health().pids).not.toContain(before);
    expect(() => process.kill(before!, 0)).toThrow(/ESRCH/);
  });

  it('answers other models while one hangs, and refuses it at once after three strikes', async () => {
    open({ seconds: 4, processes: 2 });
    const hanging = Array.from({ length: 3 }, () => keyOf(pool.run({ ...model('endless'), source: { bytes: part } })));
    expect(await Promise.all(hanging)).toEqual(Array.from({ length: 3 }, () => 'inference.timeout'));
    const lost = pool.health().lost.timeout;
    expect(await keyOf(pool.run({ ...model('endless'), source: { bytes: part } }))).toBe('inference.timeout');
    expect(pool.health().lost.timeout).toBe(lost);
    expect(await keyOf(pool.run({ ...bright, source: { bytes: part } }))).toBe('answered');
  });

  /** An image that never comes: its reader waits for somebody who writes. */
  const endlessImage = (name: string) => {
    const file = path.join(folder, name);
    execFileSync('mkfifo', [file]);
    return { path: file };
  };

  it('an image that is not decoded in time is named, and is no failure of the model', async () => {
    open({ seconds: 4 });
    await pool.run({ ...bright, source: { bytes: part } });
    const source = endlessImage('slow.png');
    for (let failure = 0; failure < 3; failure++) {
      // oxlint-disable-next-line no-await-in-loop
      const error = await pool.run({ ...bright, source, name: 'slow.png' }).catch((e: unknown) => e);
      expect(error).toMatchObject({ key: 'image.slow', args: { file: 'slow.png', seconds: 4 } });
    }
    expect(pool.health().lost).toEqual({ timeout: 3, memory: 0, crash: 0 });
    expect(await keyOf(pool.run({ ...bright, source: { bytes: part } }))).toBe('answered');
  });

  it('nobody waits behind many images of another', async () => {
    open({ seconds: 3 });
    await pool.run({ ...bright, source: { bytes: part } });
    const source = endlessImage('many.png');
    const order: string[] = [];
    const ask = async (by: string, from: Parameters<Inference['run']>[0]['source']) => {
      const key = await keyOf(pool.run({ ...bright, source: from, by }));
      order.push(`${by} ${key}`);
    };
    const many = [1, 2, 3].map(() => ask('many', source));
    await Promise.all([...many, ask('one', { bytes: part })]);
    expect(order).toEqual(['many image.slow', 'one answered', 'many image.slow', 'many image.slow']);
  });

  it('an image of too many pixels is refused before it is decoded', async () => {
    open();
    const error = await pool
      .run({ ...bright, source: { bytes: part }, pixelsMax: 120 * 90 - 1 })
      .catch((e: unknown) => e);
    expect(error).toMatchObject({ key: 'image.pixels' });
    expect(await keyOf(pool.run({ ...bright, source: { bytes: part }, pixelsMax: 120 * 90 }))).toBe('answered');
  });

  it('kills a model that takes too much memory', async () => {
    open({ memoryMb: 600 });
    expect(await keyOf(pool.run({ ...model('greedy'), source: { bytes: part } }))).toBe('inference.memory');
    expect(await keyOf(pool.run({ ...bright, source: { bytes: part } }))).toBe('answered');
    expect(pool.health().lost.memory).toBe(1);
  });

  it('a crash costs its own request only', async () => {
    open({ processes: 2, seconds: 30 });
    await Promise.all([1, 2].map(() => pool.run({ ...bright, source: { bytes: part } })));
    const hanging = keyOf(pool.run({ ...model('endless'), source: { bytes: part } }));
    const { pids } = pool.health();
    // the hanging request has come to its model meanwhile: a crash before would be its image's
    for (let i = 0; i < 20; i++) {
      const other = await pool.run({ ...bright, source: { bytes: part } }); // oxlint-disable-line no-await-in-loop
      expect(ofType(other.prediction, 'boxes').items).toHaveLength(2);
    }
    // the process of the hanging request is the one that is still busy
    for (const pid of pids) process.kill(pid, 'SIGSEGV');
    expect(await hanging).toBe('inference.failed');
    expect(await keyOf(pool.run({ ...bright, source: { bytes: part } }))).toBe('answered');
  });

  it('a process whose server is gone ends, even in an endless model', async () => {
    open();
    const server = spawn(process.execPath, [path.join(import.meta.dirname, 'fixtures/doomed-server.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [text] = (await once(server.stdout, 'data')) as [Buffer];
    const pid = Number(text.toString());
    process.kill(pid, 0);
    server.kill('SIGKILL');
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(/ESRCH/), { timeout: 30_000 });
  });

  it('says busy when too many wait, and when it closes', async () => {
    open({ waitingMax: 2, seconds: 30 });
    await pool.run({ ...bright, source: { bytes: part } });
    const running = keyOf(pool.run({ ...model('endless'), source: { bytes: part } }));
    const waiting = [1, 2].map(() => keyOf(pool.run({ ...bright, source: { bytes: part } })));
    expect(await keyOf(pool.run({ ...bright, source: { bytes: part } }))).toBe('inference.busy');
    await pool.close();
    expect(await Promise.all([running, ...waiting])).toEqual(['inference.failed', 'inference.busy', 'inference.busy']);
    expect(pool.health().pids).toEqual([]);
  });
});
