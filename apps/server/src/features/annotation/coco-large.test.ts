/** COCO files that are too large for the process that answers; and how much may be in one. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { api, limits, routeUrl, type Call, type CallError } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { callFile, drawPng, uploadFiles } from '../../testing/images.ts';
import { image } from '../../tables/datasets.ts';

let server: TestServer;
let call: Call;
let projectId: number;
let folderId: number;

beforeAll(async () => {
  server = await testServer();
  call = server.as(server.a);
  projectId = (await call(api.projectAdd, { family: 'detection', name: 'p' })).id;
});
afterAll(() => server.close());

let n = 0;
beforeEach(async () => {
  const set = await call(api.datasetAdd, { projectId, name: `s${++n}`, labels: [{ name: 'open', color: '#000000' }] });
  folderId = (await call(api.folderAdd, { datasetId: set.id, name: 'lot' })).id;
  const names = ['a.png', 'b.png'];
  await uploadFiles(
    call,
    folderId,
    await Promise.all(names.map(async (name) => callFile(name, await drawPng(100, 80)))),
  );
});

const images = [
  { id: 1, file_name: 'a.png' },
  { id: 2, file_name: 'b.png' },
];
const categories = [{ id: 5, name: 'open' }];
const boxes = (count: number, image_id = 1) =>
  Array.from({ length: count }, (_, id) => ({ id, image_id, category_id: 5, bbox: [id % 90, id % 70, 5, 5] }));
/** Beyond what is read at once, however little is in it. */
const padding = ' '.repeat(1_200_000);
const large = (count: number) => ({ info: { description: padding }, images, categories, annotations: boxes(count) });
const run = (coco: unknown, folder = folderId) => call(api.cocoImport, { folderId: folder, coco });
const refusal = (work: Promise<unknown>) => work.catch((error: CallError) => [error.code, error.enMsg]);
const stateOf = async () => (await call(api.imageList, { folderId })).list.map((one) => one.shapes);

/** Processes that import for this one. */
const importers = (): number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...args]) => Number(parent) === process.pid && args.join(' ').includes('coco-child.ts'))
    .map(([pid]) => Number(pid));
const bodies = () => readdirSync(join(server.services.config.data, 'uploads')).filter((file) => file.endsWith('.json'));

/** Holds the folder, so that an import into it waits; the function lets it go. */
async function holdFolder(): Promise<() => Promise<void>> {
  const client = await server.database.pool.connect();
  await client.query('begin');
  await client.query('select from folder where id = $1 for update', [folderId]);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}
const importWaits = async () => {
  const waiting = `select from pg_stat_activity
    where application_name like 'loupe import %' and wait_event_type = 'Lock' and datname = current_database()`;
  const { rowCount } = await server.database.pool.query(waiting);
  expect(rowCount).toBe(1);
};
const patient = { timeout: 120_000, interval: 100 };

describe.skipIf(process.platform === 'win32')('a large file', () => {
  it('is imported by another process, while this one answers; both are gone afterwards', async () => {
    const release = await holdFolder();
    const importing = run(large(3));
    await vi.waitFor(importWaits, patient);
    expect(importers()).toHaveLength(1);
    expect(bodies()).toHaveLength(1);
    expect((await server.app.inject('/health')).statusCode).toBe(200);
    // a small one into another folder does not wait for it
    const set = await call(api.datasetAdd, { projectId, name: `s${++n}` });
    const { id } = await call(api.folderAdd, { datasetId: set.id, name: 'other' });
    expect(await run({ images: [], categories: [], annotations: [] }, id)).toMatchObject({ images: 0 });
    await release();
    expect(await importing).toEqual({ images: 2, shapes: 3, labelsAdded: 0, problems: [], moreProblems: 0, boxes: 0 });
    expect(await stateOf()).toEqual([3, 0]);
    expect([importers(), bodies()]).toEqual([[], []]);
  });

  it('whose sender goes away is not imported', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as { port: number };
    const sockets: Socket[] = [];
    server.app.server.on('connection', (socket: Socket) => sockets.push(socket));
    const release = await holdFolder();
    const away = new AbortController();
    const sent = fetch(`http://127.0.0.1:${port}${routeUrl(api.cocoImport)}`, {
      method: 'POST',
      headers: { authorization: server.a.token, 'content-type': 'application/json' },
      body: JSON.stringify({ folderId, coco: large(3) }),
      signal: away.signal,
    }).catch((error: Error) => error.name);
    await vi.waitFor(importWaits, patient);
    // however long it takes, the server does not hang up
    expect(sockets.map((socket) => socket.timeout)).toEqual([0]);
    away.abort();
    expect(await sent).toBe('AbortError');
    await vi.waitFor(() => expect([importers(), bodies()]).toEqual([[], []]), patient);
    await release();
    // held up by whatever the import may still do
    const client = await holdFolder();
    await client();
    expect(await stateOf()).toEqual([0, 0]);
  });

  it('is refused in the same words as a small one', async () => {
    const b = server.as(server.b);
    expect(await refusal(b(api.cocoImport, { folderId, coco: large(1) }))).toEqual([
      404,
      'Not found. It may have been deleted',
    ]);
    expect(await refusal(run({ info: padding, images: [] }))).toEqual([
      610,
      'The COCO file is not valid: it has no list named categories',
    ]);
    const sendRaw = async (payload: string) => {
      const headers = { authorization: server.a.token, 'content-type': 'application/json' };
      const answer = await server.app.inject({ method: 'POST', url: routeUrl(api.cocoImport), headers, payload });
      return [answer.statusCode, (answer.json() as { en_msg: string }).en_msg];
    };
    expect(await sendRaw(`{"folderId": ${padding} NaN}`)).toMatchObject([400, expect.stringContaining('not JSON')]);
    expect(await sendRaw(`{"folderId": "x" ${padding}}`)).toMatchObject([400, expect.stringContaining('folderId')]);
    expect(await sendRaw(' '.repeat(limits.cocoBytes + 1))).toMatchObject([413, expect.stringContaining('64 MiB')]);
    expect(bodies()).toEqual([]);
  });
});

describe('how much there may be', () => {
  it('in one file', async () => {
    const annotations = Array.from({ length: limits.cocoAnnotations + 1 }, () => 0);
    const [code, text] = (await refusal(run({ images, categories, annotations }))) as [number, string];
    expect([code, text]).toMatchObject([610, expect.stringContaining('200001 annotations; at most 200000')]);
  });

  it('on one image: its own are skipped, the others’ are taken', async () => {
    const annotations = [...boxes(limits.shapesPerImage + 1), ...boxes(2, 2)];
    const report = await run({ images, categories, annotations });
    expect(report).toMatchObject({ shapes: 2, problems: [{ file: 'a.png', key: 'coco.manyShapes' }] });
    expect(report.problems[0]!.en_msg).toContain('too many annotations (10001;');
    expect(await stateOf()).toEqual([0, 2]);
  });

  it('on one image, drawn by hand', async () => {
    await run({ images, categories, annotations: boxes(1) });
    const [first] = (await call(api.imageList, { folderId })).list;
    const { shapes, labels } = await call(api.imageShapes, { imageId: first!.id });
    await server.database.db.update(image).set({ nShapes: limits.shapesPerImage }).where(eq(image.id, first!.id));
    const put = (id: string, base: number | null) => ({
      opId: crypto.randomUUID(),
      kind: 'put' as const,
      shapeId: id,
      base,
      shape: { ...shapes[0]!, id, labelId: labels[0]!.id },
    });
    const ops = [put(crypto.randomUUID(), null), put(shapes[0]!.id, shapes[0]!.rev)];
    const { results } = await call(api.imageOps, { imageId: first!.id, clientId: crypto.randomUUID(), ops });
    expect(results.map(({ status, key }) => [status, key])).toEqual([
      ['refused', 'annotation.tooMany'],
      ['applied', null],
    ]);
  });
});

it('shapes of one image are written in slices', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const { shapes } = await run({ images, categories, annotations: boxes(5000) });
  const rows = query.mock.calls.flatMap(([asked]) => {
    const { text = '', values = [] } = asked as { text?: string; values?: unknown[] };
    return text.includes('insert into shape') ? [(JSON.parse(String(values[0])) as unknown[]).length] : [];
  });
  query.mockRestore();
  expect(shapes).toBe(5000);
  expect(rows).toEqual([2000, 2000, 1000]);
});
