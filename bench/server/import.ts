/** How fast an archive of images becomes rows: each is read, hashed, decoded to its thumbnail and stored; and the memory. */
import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { api, uploadUrl } from '@loupe/contract';
import sharp from 'sharp';
import { makeThumbnail } from '../../apps/server/src/core/decode.ts';
import { zipOf } from '../../apps/server/src/testing/archives.ts';
import type { Material } from './material.ts';
import type { RealServer } from './real.ts';

/** A gigabyte: of a smaller import the start is a fifth. */
const images = 2000;
/** As a camera gives them: 1600 × 1200, about 0.5 MB. */
const size = { width: 1600, height: 1200, channels: 3 as const };

const drawn = () =>
  sharp({ create: { ...size, background: '#507090', noise: { type: 'gaussian', mean: 120, sigma: 18 } } })
    .jpeg({ quality: 80 })
    .toBuffer();

/** The same image as another file: with a comment of its own. */
function another(jpeg: Buffer): Buffer {
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 18]), randomBytes(16)]);
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
}

/** ms of processor time to hash an image and to decode it to its thumbnail, and nothing else: no import can take less. */
async function bareCpuMs(jpegs: readonly Buffer[], folder: string): Promise<number> {
  const rounds = 8;
  const out = path.join(folder, 'bare.webp');
  await makeThumbnail(jpegs[0]!, out);
  const before = process.cpuUsage();
  for (let i = 0; i < rounds * jpegs.length; i++) {
    const jpeg = jpegs[i % jpegs.length]!;
    createHash('sha256').update(jpeg).digest();
    await makeThumbnail(jpeg, out); // oxlint-disable-line no-await-in-loop
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / (rounds * jpegs.length);
}

export interface Speed {
  perSecond: number;
  cpuMs: number;
  /** What hash and thumbnail alone take in this run. */
  bareMs: number;
  peakMb: number;
  imageMb: number;
}

export async function importSpeed(
  { call, send, cpuOfAll, workerPeakMb, folder: dataFolder }: RealServer,
  { datasetId }: Material,
): Promise<Speed> {
  const jpegs = await Promise.all(Array.from({ length: 5 }, drawn));
  const bareMs = await bareCpuMs(jpegs, dataFolder);
  const zip = zipOf(
    Array.from({ length: images }, (_, i) => ({ name: `lot/${i}.jpg`, data: another(jpegs[i % jpegs.length]!) })),
  );
  const folder = await call(api.folderAdd, { datasetId, name: 'import' });
  const about = { folderId: folder.id, name: 'lot.zip', format: 'zip', bytes: zip.length, folders: 'one' } as const;
  const { id } = await call(api.uploadAdd, about);
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  };
  const { status } = await send(uploadUrl(id), { method: 'PATCH', headers, body: new Uint8Array(zip) });
  if (status !== 204) throw new Error(`the upload was answered with ${status}`);
  const before = cpuOfAll();
  const start = performance.now();
  for (;;) {
    /* oxlint-disable no-await-in-loop -- waiting */
    await new Promise((resolve) => setTimeout(resolve, 100));
    const seen = await call(api.uploadInfo, { id });
    /* oxlint-enable no-await-in-loop */
    if (seen.state === 'failed') throw new Error(JSON.stringify(seen));
    if (seen.state !== 'completed') continue;
    const seconds = (performance.now() - start) / 1000;
    const { images } = await call(api.folderInfo, { id: folder.id });
    if (images !== images) throw new Error(`${images} of ${images} images are there`);
    return {
      perSecond: images / seconds,
      cpuMs: (1000 * (cpuOfAll() - before)) / images,
      bareMs,
      peakMb: workerPeakMb(),
      imageMb: jpegs[0]!.length / 1e6,
    };
  }
}
