/** What others notice while one person imports a COCO file of 60 MB and another uploads images of 350 megapixels. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { crc32, createDeflate } from 'node:zlib';
import { api, limits, routeUrl } from '@loupe/contract';
import { addFolder, type Material } from './material.ts';
import type { RealServer } from './real.ts';
import { watch, type Waits } from './watch.ts';

/** The side of the largest square that may be uploaded. */
const side = 18_700;
const cocoBytes = 60 * 1024 ** 2;
const images = 2000;
/** Of both kinds at once. */
const uploads = 3;

const chunk = (kind: string, body: Buffer): Buffer => {
  const rest = Buffer.concat([Buffer.from(kind, 'latin1'), body]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(body.length, 0);
  frame.writeUInt32BE(crc32(rest), 4);
  return Buffer.concat([frame.subarray(0, 4), rest, frame.subarray(4)]);
};

/** First column and row, and steps, of the seven passes of an interlaced PNG. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Black, so that it is a few megabytes; interlaced, so that a decoder holds all of it at once. */
async function interlacedPng({ bits, channels }: { bits: 8 | 16; channels: 3 | 4 }): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([bits, channels === 4 ? 6 : 2, 0, 0, 1], 8);
  const deflate = createDeflate({ level: 1 });
  const body: Buffer[] = [];
  deflate.on('data', (piece: Buffer) => void body.push(piece));
  const ended = once(deflate, 'end');
  for (const [left, top, right, down] of passes) {
    const row = Buffer.alloc(1 + (Math.ceil((side - left) / right) * channels * bits) / 8);
    for (let y = top; y < side; y += down) {
      // oxlint-disable-next-line no-await-in-loop -- a stream that is full is waited for
      if (!deflate.write(row)) await once(deflate, 'drain');
    }
  }
  deflate.end();
  await ended;
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    magic,
    chunk('IHDR', header),
    ...body.map((piece) => chunk('IDAT', piece)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The same image as another file: with a comment of its own. */
const another = (png: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, 33), chunk('tEXt', randomBytes(16)), png.subarray(33)]);

async function namesOf({ call }: RealServer, folderId: number): Promise<string[]> {
  const pages = Math.ceil(images / limits.pageSizeMax);
  const asked = Array.from({ length: pages }, (_, i) =>
    call(api.imageList, { folderId, pageNum: i + 1, pageSize: limits.pageSizeMax }),
  );
  return (await Promise.all(asked)).flatMap(({ list }) => list.map((one) => one.name));
}

/** Polygons on all images of the folder, as many as fit. */
async function cocoFile(server: RealServer, folderId: number): Promise<Buffer> {
  const images = (await namesOf(server, folderId)).map((file_name, id) => ({ id, file_name }));
  const corners = Array.from({ length: 20 }, (_, i) => (i / 20) * 2 * Math.PI);
  const annotations: string[] = [];
  for (let bytes = 0; bytes < cocoBytes - 1024 ** 2;) {
    const id = annotations.length;
    const [x, y] = [100 + ((id * 7919) % 1800), 100 + ((id * 104_729) % 1300)];
    const ring = corners.flatMap((angle) => [x + 50 * Math.cos(angle), y + 50 * Math.sin(angle)]);
    const segmentation = [ring.map((value) => Number(value.toFixed(2)))];
    const one = JSON.stringify({ id, image_id: id % images.length, category_id: 1, segmentation });
    annotations.push(one);
    bytes += one.length + 1;
  }
  const head = JSON.stringify({ images, categories: [{ id: 1, name: 'scratch' }] }).slice(0, -1);
  return Buffer.from(`{"folderId":${folderId},"coco":${head},"annotations":[${annotations.join(',')}]}}`);
}

function formOf(folderId: number, name: string, bytes: Buffer): FormData {
  const form = new FormData();
  form.append('input', JSON.stringify({ folderId }));
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return form;
}

export interface Disturbed extends Waits {
  cocoSeconds: number;
  largeSeconds: number;
}

export async function disturbed(server: RealServer, material: Material): Promise<Disturbed> {
  const { call, send, address } = server;
  const cocoFolder = await addFolder(server, material, images);
  const { id: large } = await call(api.folderAdd, { datasetId: material.datasetId, name: 'large' });
  const { id: small } = await call(api.folderAdd, { datasetId: material.datasetId, name: 'small' });
  // all of it is made before anything is measured: this process does the measuring
  const coco = new Uint8Array(await cocoFile(server, cocoFolder));
  // the most that there is, which may be refused; and what is in the bounds for certain
  const heavy = await interlacedPng({ bits: 16, channels: 4 });
  const legal = await interlacedPng({ bits: 8, channels: 3 });
  const seconds = async (work: Promise<unknown>) => {
    const begun = performance.now();
    await work;
    return (performance.now() - begun) / 1000;
  };
  const answer = async (what: string, response: Promise<Response>) => {
    const text = await (await response).text();
    console.log(`  ${what}: ${text.slice(0, 240)}`);
  };
  const upload = ({ name, body }: { name: string; body: FormData }) =>
    answer(name, send(routeUrl(api.imageUpload), { method: 'POST', body }));
  const formsOf = (kind: string, png: Buffer) =>
    Array.from({ length: uploads }, (_, i) => `${kind}-${i}.png`).map((name) => ({
      name,
      body: formOf(large, name, another(png)),
    }));
  const forms = { heavy: formsOf('heavy', heavy), legal: formsOf('legal', legal) };
  const json = { 'content-type': 'application/json' };
  const importing = () =>
    answer(
      'COCO',
      send(routeUrl(api.cocoImport), { method: 'POST', headers: json, body: coco }).catch(
        (error: unknown) => new Response(String(error)),
      ),
    );
  const watched = await watch({ address, folderId: small });
  const all = await Promise.all([
    seconds(importing()),
    seconds(Promise.all(forms.heavy.map(upload)).then(() => Promise.all(forms.legal.map(upload)))),
  ]);
  return { ...(await watched()), cocoSeconds: all[0], largeSeconds: all[1] };
}
