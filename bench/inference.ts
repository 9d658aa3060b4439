/**
 * Prediction, from a file's bytes to boxes: our host in Node, single pictures over HTTP and a whole test, each beside a bare
 * loop of ONNX Runtime in Python over the same picture with the same network (infer.py).
 */
import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { api, type Call } from '@loupe/contract';
import sharp from 'sharp';
import { createPool } from '../apps/server/src/inference/index.ts';
import { figure, median, type Bench } from './bench.ts';
import { cpuSeconds } from './processes.ts';
import { addVersion, checkAllEmpty } from './server/version.ts';
import { withServer, type RealServer } from './server/real.ts';

const root = path.resolve(import.meta.dirname, '..');
const python = path.join(root, '.venv', process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
const [width, height] = [1280, 960];

/** Noise over a slope: as large as a photograph of that size. */
function drawPicture(): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3);
  for (let i = 0, x = 1; i < data.length; i++)
    data[i] = 60 + ((i / 3) % width) / 16 + ((x = (x * 48_271) % 2_147_483_647) & 31);
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** The same picture under another hash: a comment after the start of the JPEG. */
function otherBytes(jpeg: Buffer): Buffer {
  const comment = Buffer.from(randomUUID());
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)]);
}

interface Bare {
  cpu_ms: number;
  wall_ms: number;
}
const bareLoop = (onnx: string, picture: string, runs: number): Bare => {
  const args = [path.join(root, 'bench/infer.py'), onnx, picture, String(runs)];
  const output = execFileSync(python, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return JSON.parse(output.trimEnd().split('\n').at(-1)!) as Bare;
};

/** CPU ms of the host process for each picture. */
async function inNode(onnxPath: string, picture: string, folder: string, runs: number): Promise<number> {
  const pool = createPool({ seconds: 60, memoryMb: 4096, processes: 1, threads: 1, folder });
  const sha256 = createHash('sha256').update(readFileSync(onnxPath)).digest('hex');
  const once = () => pool.run({ prediction: 'boxes', onnxPath, sha256, source: { path: picture }, iouThreshold: 0.5 });
  try {
    for (let i = 0; i < 3; i++) await once();
    const host = pool.health().pids[0]!;
    const before = cpuSeconds(host);
    for (let i = 0; i < runs; i++) await once();
    return ((cpuSeconds(host) - before) * 1000) / runs;
  } finally {
    await pool.close();
  }
}

const fileOf = (jpeg: Buffer, name: string) => ({ name, data: new Blob([new Uint8Array(otherBytes(jpeg))]) });

/** Wall ms of a picture over HTTP, recorded as always. */
async function online(call: Call, versionId: number, jpeg: Buffer, runs: number): Promise<number> {
  const entry = await call(api.onlineAdd, { name: 'bench', versionId });
  const times: number[] = [];
  for (let i = 0; i < runs + 3; i++) {
    const begun = performance.now();
    await call(api.onlineDetect, { entryId: entry.id }, { files: [fileOf(jpeg, `${i}.jpg`)] });
    if (i >= 3) times.push(performance.now() - begun);
  }
  return median(times);
}

/** CPU ms of everything (api, worker, hosts, database) for each picture of a test. */
async function bulk(server: RealServer, versionId: number, folderId: number, jpeg: Buffer, pictures: number) {
  const { call } = server;
  for (let from = 0; from < pictures; from += 20) {
    const files = Array.from({ length: 20 }, (_, i) => fileOf(jpeg, `${from + i}.jpg`));
    await call(api.pictureUpload, { folderId }, { files });
  }
  await checkAllEmpty(server, folderId);
  const before = server.cpuOfAll();
  const { id } = await call(api.testAdd, { versionId, folderIds: [folderId] });
  for (;;) {
    const { state, causeText } = await call(api.taskInfo, { id });
    if (state === 'completed') break;
    if (state === 'failed') throw new Error(causeText?.en ?? 'the test failed');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return ((server.cpuOfAll() - before) * 1000) / pictures;
}

async function run({ quick }: { readonly quick: boolean }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'loupe-bench-'));
  try {
    const [onnx, picture] = [path.join(folder, 'model.onnx'), path.join(folder, 'picture.jpg')];
    const jpeg = await drawPicture();
    writeFileSync(picture, jpeg);
    mkdirSync(path.join(folder, 'run'));
    const runs = quick ? 10 : 40;
    const bare = bareLoop(onnx, picture, runs);
    const node = await inNode(onnx, picture, path.join(folder, 'run'), runs);
    return await withServer(async (server) => {
      const { versionId, folderId } = await addVersion(server, onnx);
      const single = await online(server.call, versionId, jpeg, runs);
      const each = await bulk(server, versionId, folderId, jpeg, quick ? 40 : 200);
      return {
        node_over_python_cpu: figure(node, 'ms', { peer: bare.cpu_ms, goal: '<= 1.05' }),
        online_over_raw: figure(single, 'ms', { peer: bare.wall_ms, goal: '<= 1.3' }),
        bulk_over_raw: figure(each, 'ms', { peer: bare.cpu_ms, goal: '<= 1.25' }),
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const bench: Bench = {
  title:
    'prediction from bytes to boxes in Node, over HTTP and in a test, beside a bare loop of ONNX Runtime in Python',
  run,
};
