/** The engine's door and the queue behind it: token, fence, repeats, and each task claimed once. */
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { api, queryUrl, type Call } from '@loupe/contract';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimTask, type Claimed, type Slots } from '../../tasks-runner/queue.ts';
import { lockLatest } from '../../tasks-runner/apply.ts';
import { emptyRunFolder, runFolder } from '../../tasks-runner/run-folder.ts';
import { endAttempt } from '../../tasks-runner/outcome.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addMaterial, type Material } from '../../testing/material.ts';
import { snapshot, snapshotImage } from '../../tables/models.ts';
import { attempt, task, taskEvent } from '../../tables/tasks.ts';

let server: TestServer;
let a: Call;
let material: Material;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
  material = await addMaterial(server.services, server.a);
});
afterAll(() => server.close());

const slots = (host: string, atOnce = 1000): Slots => ({
  kind: 'train',
  host,
  atOnce,
  executor: 'local',
  run: () => ({ threads: 2, device: 'auto' }),
});
const add = () => a(api.trainAdd, { modelId: material.modelId, folderIds: [material.folderId], params: {} });
const claimNew = async (): Promise<Claimed> => {
  await add();
  return (await claimTask(server.services, slots('here')))!;
};
const lose = ({ row }: Claimed) =>
  server.services.db.transaction(async (tx) => {
    const locked = (await lockLatest(tx, row.id))!;
    await endAttempt(tx, locked.row, locked.current, { as: 'lost' });
  });

const send = async ({ row, n, token }: Claimed, from: number, events: unknown[], auth = `Bearer ${token}`) => {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/engine/v1/attempts/${row.id}/${n}/report`,
    headers: { authorization: auth },
    payload: { v: 1, from, events },
  });
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown> };
};
const point = (seq: number, loss = 1 / seq) => ({ seq, t: 1_763_683_200, type: 'series', step: seq, values: { loss } });

it('answers a report with what it holds and what is desired', async () => {
  const claimed = await claimNew();
  expect(await send(claimed, 1, [])).toEqual({ status: 200, body: { v: 1, ack: 0, desired: 'run', lease_s: 60 } });
  expect((await send(claimed, 1, [point(1), point(2)])).body).toMatchObject({ ack: 2 });
  // the answer was lost: the same again, and more; then a gap
  expect((await send(claimed, 1, [point(1, 9), point(2, 9), point(3)])).body).toMatchObject({ ack: 3 });
  expect((await send(claimed, 7, [point(7)])).body).toMatchObject({ ack: 3 });
  const points = await a(api.taskSeries, { id: claimed.row.id });
  expect(points.map(({ value }) => value)).toEqual([1, 1 / 2, 1 / 3]);
  expect(await a(api.taskSeries, { id: claimed.row.id, afterStep: 2 })).toHaveLength(1);
  await a(api.taskAct, { id: claimed.row.id, action: 'stop' });
  expect((await send(claimed, 4, [])).body).toMatchObject({ desired: 'stop' });
});

it('lets nobody in without the token of this very attempt', async () => {
  const claimed = await claimNew();
  const other = await claimNew();
  for (const auth of ['', 'Bearer', `Bearer ${'0'.repeat(64)}`, `Bearer ${other.token}`, `bearer ${claimed.token}`]) {
    expect((await send(claimed, 1, [point(1)], auth)).status).toBe(401);
  }
  const [row] = await server.services.db.select().from(attempt).where(eq(attempt.taskId, claimed.row.id));
  expect(row!.tokenHash!.toString('hex')).not.toContain(claimed.token);
  expect(row!.ackSeq).toBe(0);
});

it('fences an attempt that was replaced, and is done with one that ended', async () => {
  const first = await claimNew();
  await send(first, 1, [point(1)]);
  await lose(first);
  expect((await send(first, 2, [point(2)])).status).toBe(410);
  await server.services.db.update(task).set({ notBefore: null }).where(eq(task.id, first.row.id));
  const second = (await claimTask(server.services, slots('here')))!;
  expect(second).toMatchObject({ n: 2, row: { id: first.row.id } });
  expect(await send(first, 2, [point(2, 99)])).toEqual({ status: 409, body: { v: 1, error: 'fenced' } });
  expect((await send(second, 1, [{ ...point(1, 5), step: 2 }])).body).toMatchObject({ ack: 1 });
  const values = (await a(api.taskSeries, { id: first.row.id })).map(({ value }) => value);
  expect(values).toEqual([1, 5]);
  expect((await send({ ...second, n: 3 }, 1, [])).status).toBe(410);
  expect((await send({ ...second, row: { ...second.row, id: 999_999 } }, 1, [])).status).toBe(410);
});

it('shows what the length of a training has become, also while a later attempt has not told it', async () => {
  const first = await claimNew();
  const { id } = first.row;
  expect((await a(api.taskInfo, { id })).length).toBeNull();
  const length = { epochs: 92, steps: 1840 };
  await send(first, 1, [{ seq: 1, t: 1, type: 'length', ...length }]);
  expect((await a(api.taskInfo, { id })).length).toEqual(length);
  await lose(first);
  await server.services.db.update(task).set({ notBefore: null }).where(eq(task.id, id));
  const second = (await claimTask(server.services, slots('here')))!;
  expect(second.row.run).toEqual({ ...(first.row.run as object), length });
  expect((await a(api.taskInfo, { id })).length).toEqual(length);
});

it('survives whatever stands in a report', async () => {
  const claimed = await claimNew();
  const { id } = claimed.row;
  const bad = { seq: 2, t: 1, type: 'warning', code: 'data.\0', args: { a: 'x\0\ud800' }, file: '\0.png' };
  const events = [point(1), bad, { seq: 3, type: 'odd' }, null, { ...point(5), t: 1e300 }, point(6)];
  expect((await send(claimed, 1, events)).body).toMatchObject({ ack: 6 });
  const lines = await a(api.taskLines, { id });
  expect(lines.map(({ kind }) => kind)).toEqual(['warning', 'warning', 'warning']);
  const url = `/engine/v1/attempts/${id}/1/report`;
  const headers = { authorization: `Bearer ${claimed.token}`, 'content-type': 'application/json' };
  for (const payload of ['', '{', '[]', '{"v":2,"from":1,"events":[]}', '{"v":1,"from":-1,"events":[]}']) {
    expect((await server.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(400);
  }
  const large = `{"v":1,"from":1,"events":["${'x'.repeat(600 * 1024)}"]}`;
  expect((await server.app.inject({ method: 'POST', url, headers, payload: large })).statusCode).toBe(413);
});

it('gives an attempt the images of its task and no others', async () => {
  const claimed = await claimNew();
  const [frozen] = await server.services.db.select().from(snapshot).where(eq(snapshot.id, claimed.row.snapshotId!));
  const [image] = await server.services.db.select().from(snapshotImage).where(eq(snapshotImage.snapshotId, frozen!.id));
  const theirs = await addMaterial(server.services, server.b, { images: 9 });
  const [foreign] = (await server.database.pool.query('select sha256 from image where id = $1', [theirs.imageIds[8]]))
    .rows;
  const get = async (sha256: string, auth = `Bearer ${claimed.token}`) =>
    (
      await server.app.inject({
        method: 'GET',
        url: `/engine/v1/attempts/${claimed.row.id}/${claimed.n}/blobs/${sha256}`,
        headers: { authorization: auth },
      })
    ).statusCode;
  expect(await get(frozen!.manifestSha256)).toBe(200);
  expect(await get(image!.sha256)).toBe(200);
  expect(await get(image!.sha256, '')).toBe(401);
  expect(await get((foreign as { sha256: string }).sha256)).toBe(404);
  expect(await get('../../../etc/passwd')).toBe(404);
});

it('keeps the newest ten thousand lines', async () => {
  const claimed = await claimNew();
  await server.database.pool.query(
    `insert into task_event (task_id, attempt, seq, at, kind, body)
     select $1, 1, 0, now(), 'warning', '{}' from generate_series(1, 10010)`,
    [claimed.row.id],
  );
  await send(claimed, 1, [{ seq: 1, t: 1, type: 'warning', code: 'data.labelOutside', file: 'a.png' }]);
  expect(await server.services.db.$count(taskEvent, eq(taskEvent.taskId, claimed.row.id))).toBe(10_000);
});

it('gives each task to one of many workers, in order, and no more at once than allowed', async () => {
  const { db } = server.services;
  await db.update(task).set({ state: 'canceled' }).where(eq(task.state, 'queued'));
  const ids: number[] = [];
  for (let i = 0; i < 12; i++) ids.push((await add()).id);
  const claims = await Promise.all(
    Array.from({ length: 30 }, (_, i) => claimTask(server.services, slots(`machine_${i % 3}`, 3))),
  );
  const taken = claims.flatMap((one) => (one ? [one.row.id] : []));
  expect(new Set(taken).size).toBe(taken.length);
  expect([...taken].sort((x, y) => x - y)).toEqual(ids.slice(0, 9));
  for (const host of ['machine_0', 'machine_1', 'machine_2']) {
    expect(await db.$count(attempt, and(eq(attempt.host, host)))).toBe(3);
  }
  const attempts = await db
    .select({ n: sql<number>`count(*)`.mapWith(Number) })
    .from(attempt)
    .where(eq(attempt.taskId, ids[0]!));
  expect(attempts[0]!.n).toBe(1);
});

it('lets one of two workers win, a thousand times (F11)', async () => {
  const times = 1000;
  const { db } = server.services;
  await db.update(task).set({ state: 'canceled' }).where(eq(task.state, 'queued'));
  const { id } = await add();
  await server.database.pool.query(
    `insert into task (kind, project_id, model_id, created_by, state, recipe, params, snapshot_id)
     select kind, project_id, model_id, created_by, state, recipe, params, snapshot_id
     from task, generate_series(2, $2::int) where id = $1`,
    [id, times],
  );
  const taken: number[] = [];
  const work = async (host: string): Promise<void> => {
    for (;;) {
      const claimed = await claimTask(server.services, slots(host, times));
      if (!claimed) return;
      taken.push(claimed.row.id);
    }
  };
  await Promise.all(['left', 'right'].map(work));
  expect(taken).toHaveLength(times);
  expect(new Set(taken).size).toBe(times);
  const rows = await server.database.pool.query('select task_id from attempt where host in ($1, $2)', [
    'left',
    'right',
  ]);
  expect(rows.rowCount).toBe(times);
});

it('tells people what happened without the folders of this machine; the server itself keeps them', async () => {
  const claimed = await claimNew();
  const { id } = claimed.row;
  const file = `${server.services.config.data}/runs/${id}/1/model.onnx`;
  const sha256 = 'ab'.repeat(32);
  const event = (seq: number, more: object) => ({ seq, t: 1_763_683_200, ...more });
  await send(claimed, 1, [
    event(1, { type: 'artefact', role: 'onnx', path: `file://${file}`, bytes: 4, sha256 }),
    event(2, { type: 'warning', code: 'engine.internal', args: { why: `cannot read ${file}` } }),
    event(3, {
      type: 'end',
      as: 'failed',
      step: 1,
      cause: { code: 'engine.internal', args: { why: file }, file: null },
    }),
  ]);
  const answers = JSON.stringify([await a(api.taskLines, { id }), await a(api.taskInfo, { id })]);
  expect(answers).toContain('model.onnx');
  expect(answers).not.toContain(server.services.config.data);
  const kept = await server.services.db
    .select({ body: taskEvent.body })
    .from(taskEvent)
    .where(and(eq(taskEvent.taskId, id), eq(taskEvent.kind, 'artefact')));
  expect(kept).toEqual([{ body: expect.objectContaining({ path: `file://${file}` }) }]);
});

it('weights of an epoch can be had after the run folder was tidied, in the bytes that were told', async () => {
  const claimed = await claimNew();
  const folder = runFolder(server.services.config.data, claimed.row.id, claimed.n);
  const file = path.join(folder, 'weights', 'epoch-000010.pt');
  await mkdir(path.dirname(file), { recursive: true });
  await Promise.all([writeFile(file, 'weights'), writeFile(path.join(folder, 'token'), 'secret')]);
  const artefact = { role: 'weights', path: `file:///elsewhere/weights/epoch-000010.pt`, sha256: 'a'.repeat(64) };
  await send(claimed, 1, [{ seq: 1, t: 1, type: 'artefact', ...artefact, bytes: 7, epoch: 10 }]);
  await emptyRunFolder(folder);
  await expect(readFile(path.join(folder, 'token'))).rejects.toThrow();
  const get = async (epoch: number) => {
    const url = queryUrl(api.taskWeights, { id: claimed.row.id, epoch });
    const answer = await server.app.inject({ url, headers: { authorization: server.a.token } });
    return { status: answer.statusCode, body: answer.body, code: (answer.headers['content-type'] ?? '').toString() };
  };
  expect(await get(10)).toMatchObject({ status: 200, body: 'weights', code: 'application/octet-stream' });
  expect(JSON.parse((await get(11)).body)).toMatchObject({ code: 610 });
  await writeFile(file, 'half');
  expect(JSON.parse((await get(10)).body)).toMatchObject({
    code: 610,
    en_msg: expect.stringContaining('no longer exist') as string,
  });
});

it('sends weights alone: no folder, no link to another file, and nothing beside the folder of weights', async () => {
  const claimed = await claimNew();
  const folder = runFolder(server.services.config.data, claimed.row.id, claimed.n);
  const weights = path.join(folder, 'weights');
  await mkdir(path.join(weights, 'deep'), { recursive: true });
  await writeFile(path.join(folder, 'token'), 'secret!');
  await symlink('../token', path.join(weights, 'link.pt'));
  const paths = ['..', '.', 'deep', 'link.pt', '../token', 'weights/../../token', 'a\0b', ''];
  const events = await Promise.all(
    paths.map(async (name, i) => {
      const bytes = await stat(path.join(weights, name)).then(
        ({ size }) => size,
        () => 7,
      );
      const body = { type: 'artefact', role: 'weights', path: name, sha256: 'a'.repeat(64), bytes, epoch: i + 1 };
      return { seq: i + 1, t: 1, ...body };
    }),
  );
  await send(claimed, 1, events);
  const url = (epoch: number) => queryUrl(api.taskWeights, { id: claimed.row.id, epoch });
  const headers = { authorization: server.a.token };
  for (const i of paths.keys()) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await server.app.inject({ url: url(i + 1), headers });
    expect([paths[i], answer.statusCode, answer.json()]).toMatchObject([paths[i], 200, { code: 610 }]);
  }
});
