import { api, type CallError } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { emptyBin } from '../../testing/bin.ts';
import { addPerson, engineerKeys } from '../../testing/people.ts';
import { addWorld } from '../../testing/world.ts';
import { audit } from '../../tables/account.ts';
import { image } from '../../tables/datasets.ts';
import { task } from '../../tables/tasks.ts';
import { project } from '../../tables/projects.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
const add = (name: string, person = server.a) => server.as(person)(api.projectAdd, { family: 'detection', name });

describe('a project', () => {
  it('is added, read, changed and listed with its counts', async () => {
    const person = await addPerson(server.database.db, 'counter', engineerKeys, { realName: '王工' });
    const call = server.as(person);
    const world = await addWorld(server, person);
    await call(api.projectAdd, { family: 'detection', name: '空_1', description: ' nothing in it ' });
    const { list, total } = await call(api.projectList, {});
    expect(total).toBe(2);
    expect(list[0]).toMatchObject({
      name: '空_1',
      description: 'nothing in it',
      datasets: 0,
      models: 0,
      createdBy: '王工',
    });
    expect(list[1]).toMatchObject({ id: world.projectId, datasets: 1, models: 1 });
    expect(list[0]!.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const changed = await call(api.projectUpdate, { id: list[0]!.id, name: 'renamed', description: '' });
    expect(await call(api.projectInfo, { id: list[0]!.id })).toEqual(changed);
  });

  it('has a name that is unique for its owner, whatever the case; another owner may use it', async () => {
    const first = await add('Unique_1');
    await expect(add('unique_1')).rejects.toThrow('A project with this name already exists');
    await add('unique_1', server.b);
    const second = await add('other_1');
    const rename = server.as(server.a)(api.projectUpdate, { id: second.id, name: 'UNIQUE_1', description: '' });
    const error: CallError = await rename.then(
      () => expect.fail('renamed'),
      (e) => e,
    );
    expect([error.code, error.msg]).toEqual([610, '项目名称已存在']);
    await server.as(server.a)(api.projectUpdate, { id: first.id, name: 'unique_1', description: '' });
  });

  it('comes in pages, sorted both ways, without repeats', async () => {
    const person = await addPerson(server.database.db, 'pager', engineerKeys);
    const call = server.as(person);
    for (const name of ['b', 'A', 'd', 'C', 'e']) await add(name, person); // oxlint-disable-line no-await-in-loop
    const page = async (pageNum: number, sort?: 'name' | '-name' | 'createdAt') =>
      (await call(api.projectList, { pageNum, pageSize: 2, ...(sort ? { sort } : {}) })).list.map((one) => one.name);
    expect(await Promise.all([page(1, 'name'), page(2, 'name'), page(3, 'name'), page(4, 'name')])).toEqual([
      ['A', 'b'],
      ['C', 'd'],
      ['e'],
      [],
    ]);
    expect(await page(1, '-name')).toEqual(['e', 'd']);
    expect(await page(1)).toEqual(['e', 'C']);
    expect(await page(1, 'createdAt')).toEqual(['b', 'A']);
  });
});

describe('deleting', () => {
  it('says what goes, refuses while tasks are open, takes everything, and is written down', async () => {
    const call = server.as(server.a);
    const world = await addWorld(server, server.a);
    const id = world.projectId;
    const { name } = await call(api.projectInfo, { id });
    expect(await call(api.projectDeletePreview, { id })).toEqual({
      name,
      datasets: 1,
      folders: 1,
      images: 4,
      shapes: 4,
      models: 1,
      versions: 1,
      onlineEntries: 1,
      entriesOn: 1,
    });
    await expect(call(api.projectDelete, { id })).rejects.toThrow('ongoing tasks cannot delete');
    const { db } = server.database;
    await db.update(task).set({ state: 'canceled' }).where(eq(task.id, world.queuedTaskId));
    await call(api.projectDelete, { id, confirmName: name });
    await expect(call(api.projectInfo, { id })).rejects.toMatchObject({ code: 404 });
    await emptyBin(server);
    expect(await db.$count(image, eq(image.projectId, id))).toBe(0);
    expect(await db.$count(task, eq(task.projectId, id))).toBe(0);
    expect(await db.$count(project, eq(project.id, id))).toBe(0);
    const [line] = await db
      .select()
      .from(audit)
      .where(eq(audit.object, `project/${id}`));
    expect(line).toMatchObject({ actorId: server.a.id, action: 'project.delete', body: { name } });
  });
});
