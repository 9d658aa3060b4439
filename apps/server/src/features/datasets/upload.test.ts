/** Upload of loose images, good and bad, and the files that come back. */
import { api, type Call, type CallError, type Folder } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { readFileSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../../testing/archives.ts';
import { injectRequest, testServer, type TestServer } from '../../testing/app.ts';
import { callFile, drawPng, uploadFiles } from '../../testing/images.ts';
import { image } from '../../tables/datasets.ts';

let server: TestServer;
let a: Call;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
});
afterAll(() => server.close());

let count = 0;
const unique = (word: string) => `${word}_${++count}`;
const makeProject = (call: Call) => call(api.projectAdd, { family: 'detection', name: unique('line') });
async function makeFolder(call: Call): Promise<Folder> {
  const project = await makeProject(call);
  const set = await call(api.datasetAdd, { projectId: project.id, name: unique('set') });
  return call(api.folderAdd, { datasetId: set.id, name: 'one' });
}
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => ({ code: 200, text: '', data: null as unknown }),
    (error: CallError) => ({ code: error.code, text: error.enMsg, data: error.data }),
  );

async function withImages(call: Call, names: string[]) {
  const folder = await makeFolder(call);
  const files = await Promise.all(names.map(async (name) => callFile(name, await drawPng())));
  const { added } = await uploadFiles(call, folder.id, files);
  return { folder, added };
}

describe('upload', () => {
  it('keeps good files and names the bad ones, whatever they are called', async () => {
    const folder = await makeFolder(a);
    const good = await drawPng();
    const jpeg = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#456' } })
      .jpeg()
      .toBuffer();
    const huge = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    // a header that says 30,000 × 30,000: it is refused before anything is decoded
    huge.writeUInt32BE(30_000, 16);
    huge.writeUInt32BE(30_000, 20);
    huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29);
    const report = await uploadFiles(a, folder.id, [
      callFile('good.png', good),
      callFile('text.jpg', 'this is text'),
      callFile('empty.jpg', ''),
      callFile('cut.jpg', jpeg.subarray(0, jpeg.length / 2)),
      callFile('page.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
      callFile('huge.png', huge),
      callFile('../../up.png', await drawPng()),
      callFile('..\\up.png', await drawPng()),
      callFile('C:\\cam\\win.png', await drawPng()),
      callFile('..', good),
      callFile(`${'n'.repeat(256)}.png`, good),
      callFile('png-inside.jpg', await drawPng()),
      callFile('good.png', await drawPng()),
    ]);
    expect(report.added.map((one) => one.name)).toEqual(['good.png', 'win.png', 'png-inside.jpg']);
    expect(report.problems.map((one) => [one.file.slice(0, 9), one.key])).toEqual([
      ['text.jpg', 'image.type'],
      ['empty.jpg', 'image.empty'],
      ['cut.jpg', 'image.corrupt'],
      ['page.png', 'image.type'],
      ['huge.png', 'image.tooLarge'],
      ['../../up.', 'image.name'],
      ['..\\up.png', 'image.name'],
      ['..', 'image.name'],
      ['nnnnnnnnn', 'image.nameLong'],
      ['good.png', 'image.nameExists'],
    ]);
    for (const problem of report.problems) expect(problem.en_msg).toContain(problem.file);
    expect(await a(api.folderInfo, { id: folder.id })).toMatchObject({ images: 3, annotated: 0, state: 'unannotated' });
    const uploads = join(server.services.config.data, 'uploads');
    expect(readdirSync(uploads)).toEqual([]);
  });

  it('takes 20 and refuses 21 without keeping anything', async () => {
    const folder = await makeFolder(a);
    const files = await Promise.all(Array.from({ length: 21 }, async (_, i) => callFile(`p${i}.png`, await drawPng())));
    const many = await refusal(uploadFiles(a, folder.id, files));
    expect(many).toMatchObject({ code: 610, text: expect.stringContaining('21') });
    expect(await a(api.folderInfo, { id: folder.id })).toMatchObject({ images: 0 });
    expect((await uploadFiles(a, folder.id, files.slice(0, 20))).added).toHaveLength(20);
    expect(await a(api.folderInfo, { id: folder.id })).toMatchObject({ images: 20 });
    expect((await refusal(uploadFiles(a, folder.id, []))).text).toBe('No image was received');
  });

  it('that stops in the middle leaves nothing', async () => {
    const folder = await makeFolder(a);
    const form = new FormData();
    form.append('input', JSON.stringify({ folderId: folder.id }));
    form.append('file', new Blob([(await drawPng()) as never]), 'one.png');
    form.append('file', new Blob([(await drawPng(400, 400)) as never]), 'two.png');
    const whole = new Response(form);
    const headers = { 'content-type': whole.headers.get('content-type')!, authorization: server.a.token };
    const body = Buffer.from(await whole.arrayBuffer());
    for (const length of [body.length - 60, 600, 300, 100, 0]) {
      const payload = body.subarray(0, length);
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/qic/v1/dataset/picture/upload',
        headers,
        payload,
      });
      expect([length, answer.statusCode]).toEqual([length, 400]);
    }
    expect(await a(api.folderInfo, { id: folder.id })).toMatchObject({ images: 0 });
    expect(readdirSync(join(server.services.config.data, 'uploads'))).toEqual([]);
  });

  it('keeps counts right when many upload and delete at once, with one winner for each name', async () => {
    const folder = await makeFolder(a);
    const bytes = await drawPng();
    const reports = await Promise.all(
      [1, 2, 3, 4].map(() =>
        uploadFiles(
          a,
          folder.id,
          ['r.png', 's.png'].map((n) => callFile(n, bytes)),
        ),
      ),
    );
    expect(reports.flatMap((one) => one.added)).toHaveLength(2);
    const { list } = await a(api.imageList, { folderId: folder.id });
    const ids = list.map((one) => one.id);
    // Whoever comes second finds the image gone.
    const goneIsFine = (deletion: Promise<unknown>) =>
      deletion.catch((error: unknown) => expect(error).toMatchObject({ code: 404 }));
    await Promise.all([
      uploadFiles(a, folder.id, [callFile('t.png', bytes)]),
      ...ids.map((id) => goneIsFine(a(api.imageDelete, { ids: [id] }))),
      goneIsFine(a(api.imageDelete, { ids })),
    ]);
    expect(await a(api.folderInfo, { id: folder.id })).toMatchObject({ images: 1 });
    expect((await a(api.imageList, { folderId: folder.id })).list.map((one) => one.name)).toEqual(['t.png']);
  });

  it('turns what Node and Python decode differently into PNG and keeps the original', async () => {
    const folder = await makeFolder(a);
    const fixture = (name: string) =>
      readFileSync(join(import.meta.dirname, '../../../../../packages/contract/fixtures/decode', name));
    const { added, problems } = await uploadFiles(
      a,
      folder.id,
      ['cmyk.jpg', 'exif-6.jpg', 'rgb24.bmp', 'grey16.png', 'exif-6.png'].map((name) => callFile(name, fixture(name))),
    );
    expect(problems).toEqual([]);
    const rows = await server.database.db.select().from(image).where(eq(image.folderId, folder.id)).orderBy(image.id);
    expect(rows.map((row) => row.originalSha256 !== null)).toEqual([true, false, false, false, true]);
    expect(rows.map((row) => row.orientation)).toEqual([1, 6, 1, 1, 1]);
    expect(rows.map((row) => row.bits)).toEqual([8, 8, 8, 16, 8]);
    const answers = await Promise.all(added.map((one) => get('dataset/picture/file', one.id)));
    expect(answers.map((one) => one.headers['content-type'])).toEqual([
      'image/png',
      'image/jpeg',
      'image/bmp',
      'image/png',
      'image/png',
    ]);
    for (const [i, answer] of answers.entries()) {
      const { data, info } = await sharp(answer.rawPayload)
        .autoOrient()
        .raw()
        .toBuffer({ resolveWithObject: true })
        .catch(() => ({ data: null, info: rows[i]! }));
      expect([info.width, info.height]).toEqual([rows[i]!.width, rows[i]!.height]);
      if (data === null) expect(rows[i]!.name).toBe('rgb24.bmp');
    }
  });
});

const get = (path: string, id: number, headers: Record<string, string> = {}, person = server.a) =>
  injectRequest(
    server.app,
    { method: 'GET', url: `/api/qic/v1/${path}?id=${id}`, body: undefined, headers },
    person.token,
  );

describe('image files', () => {
  it('come with headers for a private cache, and only to their owner', async () => {
    const { added } = await withImages(a, ['f.png']);
    const { id, sha256 } = added[0]!;
    const answer = await get('dataset/picture/file', id);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      etag: `"${sha256}"`,
      // kept by the browser, and shown again only after the server has said so: somebody else may be signed in by then
      'cache-control': 'private, no-cache',
    });
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 8, height: 6 });
    expect((await get('dataset/picture/file', id, { 'if-none-match': `"${sha256}"` })).statusCode).toBe(304);
    expect((await get('dataset/picture/file', id, {}, server.b)).statusCode).toBe(404);
    expect((await get('dataset/picture/thumb', id, {}, server.b)).statusCode).toBe(404);
  });

  it('whose file has another size or is gone are named as such, and not sent', async () => {
    const { added } = await withImages(a, ['cut.png']);
    const { id, sha256 } = added[0]!;
    const file = server.services.blobs.path(sha256);
    for (const damage of [() => truncateSync(file, 20), () => rmSync(file)]) {
      damage();
      const answer = await get('dataset/picture/file', id); // oxlint-disable-line no-await-in-loop
      expect(answer.statusCode).toBe(500);
      expect(answer.json()).toMatchObject({
        code: 500,
        en_msg: expect.stringMatching(/“cut\.png” is missing .+ damaged/),
      });
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it('are images and nothing else to a browser, whatever else their bytes would make', async () => {
    const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#456' } })
      .jpeg()
      .toBuffer();
    const also = zipOf([{ name: 'index.html', data: '<script>alert(1)</script>' }]);
    const both = Buffer.concat([jpeg, Buffer.from('<html><script>alert(1)</script></html>'), also]);
    const folder = await makeFolder(a);
    const { added } = await uploadFiles(a, folder.id, [callFile('both.jpg', both)]);
    const answer = await get('dataset/picture/file', added[0]!.id);
    expect(answer.rawPayload.equals(both)).toBe(true);
    expect(answer.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' });
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'; sandbox/);
  });

  it('have a thumbnail that is made again when the derived files are gone', async () => {
    const folder = await makeFolder(a);
    const { added } = await uploadFiles(a, folder.id, [callFile('big.png', await drawPng(800, 500))]);
    const thumb = () => get('dataset/picture/thumb', added[0]!.id);
    const first = await thumb();
    expect(first.headers['content-type']).toBe('image/webp');
    expect(await sharp(first.rawPayload).metadata()).toMatchObject({ width: 320, height: 200, format: 'webp' });
    rmSync(join(server.services.config.data, 'derived'), { recursive: true });
    expect((await thumb()).rawPayload.equals(first.rawPayload)).toBe(true);
  });
});
