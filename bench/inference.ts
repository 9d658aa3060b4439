/**
 * Prediction, from a file's bytes to boxes: our host in Node, single images over HTTP and a whole test, each beside a bare
 * loop in Python over the same image with the same network (infer.py): read, decode, ONNX Runtime, no record of anything.
 * The bare loop runs before and after ours, or in turn with it, because a machine's speed changes within minutes. A test keeps several inference
 * hosts busy, which costs more CPU time for each image where cores share caches and clock: it is compared with as many
 * bare loops at once.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { api, codes, routeUrl } from '@loupe/contract';
import sharp from 'sharp';
import { createPool, defaultProcesses } from '../apps/server/src/inference/index.ts';
import { bareLoops } from './bare.ts';
import { figure, mean, median, type Bench } from './bench.ts';
import { cpuSeconds } from './processes.ts';
import { addVersion, checkAllEmpty } from './server/version.ts';
import { withServer, type RealServer } from './server/real.ts';

const [width, height] = [1280, 960];
/** Inference hosts of a worker. */
const hosts = defaultProcesses();

/** Noise over a slope: as large as a photograph of that size. */
function drawImage(): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3);
  for (let i = 0, x = 1; i < data.length; i++)
    data[i] = 60 + ((i / 3) % width) / 16 + ((x = (x * 48_271) % 2_147_483_647) & 31);
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** The same image under another hash: a comment after the start of the JPEG. */
function otherBytes(jpeg: Buffer): Buffer {
  const comment = Buffer.from(randomUUID());
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)]);
}

/** Requests until the server's JavaScript runs at the speed of a server that has been up for a minute. */
const warmRequests = 20;

/** CPU ms of the host process for each image. */
async function inNode(onnxPath: string, image: string, folder: string, runs: number): Promise<number> {
  const pool = createPool({ seconds: 60, memoryMb: 4096, processes: 1, threads: 1, folder });
  const sha256 = createHash('sha256').update(readFileSync(onnxPath)).digest('hex');
  const once = () =>
    pool.run({ prediction: 'boxes', onnxPath, sha256, source: { path: image }, settings: { iou_threshold: 0.5 } });
  try {
    for (let i = 0; i < warmRequests; i++) await once();
    const host = pool.health().pids[0]!;
    const before = cpuSeconds(host);
    for (let i = 0; i < runs; i++) await once();
    return ((cpuSeconds(host) - before) * 1000) / runs;
  } finally {
    await pool.close();
  }
}

const fileOf = (jpeg: Buffer, name: string) => ({ name, data: new Blob([new Uint8Array(otherBytes(jpeg))]) });
/**
 * An image over HTTP, recorded as always: wall ms from the ready-made request's first byte to the answer as JSON, and CPU
 * ms of everything (api, worker, hosts, database).
 */
async function online(server: RealServer, versionId: number, jpeg: Buffer, runs: number) {
  const entry = await server.call(api.onlineAdd, { name: 'bench', versionId, confirmed: true });
  const { key } = await server.call(api.onlineKeyCreate, { id: entry.id });
  const times: number[] = [];
  let cpu = 0;
  for (let i = 0; i < runs + warmRequests; i++) {
    if (i === warmRequests) cpu = server.cpuOfAll();
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(otherBytes(jpeg))]), `${i}.jpg`);
    const request = new Request(server.address, { method: 'POST', body: form });
    const headers = { authorization: `Bearer ${key}`, 'content-type': request.headers.get('content-type')! };
    const body = Buffer.from(await request.arrayBuffer());
    const begun = performance.now();
    const answer = await fetch(`${server.address}${routeUrl(api.onlineDetectByKey)}`, {
      method: 'POST',
      headers,
      body,
    });
    const { code } = (await answer.json()) as { code: number };
    if (code !== codes.ok) throw new Error(`the server answered ${code}`);
    if (i >= warmRequests) times.push(performance.now() - begun);
  }
  return { wall: median(times), cpu: ((server.cpuOfAll() - cpu) * 1000) / runs };
}

const addImages = async (server: RealServer, folderId: number, jpeg: Buffer, images: number) => {
  for (let from = 0; from < images; from += 20) {
    const files = Array.from({ length: 20 }, () => fileOf(jpeg, `${randomUUID()}.jpg`));
    await server.call(api.imageUpload, { folderId }, { files });
  }
  await checkAllEmpty(server, folderId);
};

async function test({ call }: RealServer, versionId: number, folderId: number): Promise<void> {
  const { id } = await call(api.testAdd, { versionId, folderIds: [folderId] });
  for (;;) {
    const { state, causeText } = await call(api.taskInfo, { id });
    if (state === 'completed') return;
    if (state === 'failed') throw new Error(causeText?.en ?? 'the test failed');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/**
 * CPU ms of everything (api, worker, hosts, database) for each image of a test. A short one goes before it, which starts
 * the hosts: the bare loop's start is not counted either.
 */
async function bulk(server: RealServer, versionId: number, folderId: number, jpeg: Buffer, images: number) {
  await addImages(server, folderId, jpeg, warmRequests);
  await test(server, versionId, folderId);
  await addImages(server, folderId, jpeg, images - warmRequests);
  const before = server.cpuOfAll();
  await test(server, versionId, folderId);
  return ((server.cpuOfAll() - before) * 1000) / images;
}

async function run({ quick }: { readonly quick: boolean }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'loupe-bench-'));
  try {
    const [onnx, image] = [path.join(folder, 'model.onnx'), path.join(folder, 'image.jpg')];
    const jpeg = await drawImage();
    writeFileSync(image, jpeg);
    mkdirSync(path.join(folder, 'run'));
    const runs = quick ? 10 : 40;
    const bare = async () => {
      const single = await bareLoops(onnx, image, runs, 1);
      const busy = await bareLoops(onnx, image, runs, hosts);
      return { single, busy };
    };
    const inTurn = [];
    for (let i = 0; i < (quick ? 1 : 3); i++) {
      const { cpu_ms: alone } = await bareLoops(onnx, image, runs, 1);
      inTurn.push({ bare: alone, node: await inNode(onnx, image, path.join(folder, 'run'), runs) });
    }
    const before = await bare();
    const ours = await withServer(async (server) => {
      const { versionId, folderId } = await addVersion(server, onnx);
      const single = await online(server, versionId, jpeg, runs);
      return { single, each: await bulk(server, versionId, folderId, jpeg, quick ? 40 : 200) };
    });
    const after = await bare();
    const [cpu, wall] = [
      mean([before.single.cpu_ms, after.single.cpu_ms]),
      mean([before.single.wall_ms, after.single.wall_ms]),
    ];
    const busy = mean([before.busy.cpu_ms, after.busy.cpu_ms]);
    return {
      node_over_python_cpu: figure(mean(inTurn.map((one) => one.node)), 'ms', {
        peer: mean(inTurn.map((one) => one.bare)),
        goal: '<= 1.05',
      }),
      online_over_raw: figure(ours.single.wall, 'ms', { peer: wall, goal: '<= 1.3' }),
      online_cpu_over_raw: figure(ours.single.cpu, 'ms', { peer: cpu }),
      bulk_over_raw: figure(ours.each, 'ms', { peer: busy, goal: '<= 1.25' }),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const bench: Bench = {
  title:
    'prediction from bytes to boxes in Node, over HTTP with its record, and in a test, beside bare loops in Python that read, decode and predict',
  run,
};
