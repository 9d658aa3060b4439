/** Projects that are shared: who sees and may do what, who may give it, and what stays when somebody goes. */
import { api, type CallError, type MemberLevel } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSession } from '../../core/session.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addPerson, engineerKeys, type TestPerson } from '../../testing/people.ts';
import { addWorld, type World } from '../../testing/world.ts';
import { audit, user } from '../../tables/account.ts';
import { task } from '../../tables/tasks.ts';
import { nobody } from '../../core/actor.ts';
import { takeOverProjects } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const refusalOf = (asked: Promise<unknown>): Promise<Pick<CallError, 'code' | 'msg' | 'enMsg'>> =>
  asked.then(
    () => expect.fail('it was done'),
    ({ code, msg, enMsg }: CallError) => ({ code, msg, enMsg }),
  );

let made = 0;
async function shared(level: MemberLevel): Promise<{ owner: TestPerson; member: TestPerson; world: World }> {
  const { db } = server.database;
  const n = ++made;
  const owner = await addPerson(db, `owner_${n}`, engineerKeys, { realName: `王工_${n}` });
  const member = await addPerson(db, `member_${n}`, engineerKeys);
  const world = await addWorld(server, owner);
  await server.as(owner)(api.memberSet, { id: world.projectId, userId: member.id, level });
  return { owner, member, world };
}

describe('a shared project', () => {
  it('is in the lists and figures of its members, with owner and level, until it is not shared any more', async () => {
    const { owner, member, world } = await shared('viewer');
    const call = server.as(member);
    const own = await call(api.projectAdd, { family: 'detection', name: 'own_one' });
    const ids = async (whose?: 'mine' | 'shared') =>
      (await call(api.projectList, whose ? { whose } : {})).list.map(({ id }) => id);
    expect(await ids()).toEqual([own.id, world.projectId]);
    expect(await ids('mine')).toEqual([own.id]);
    expect(await ids('shared')).toEqual([world.projectId]);
    const info = await call(api.projectInfo, { id: world.projectId });
    expect(info).toMatchObject({
      level: 'viewer',
      owner: `王工_${made}`,
      ownerId: owner.id,
      members: 1,
      example: false,
    });
    expect(await server.as(owner)(api.projectInfo, { id: world.projectId })).toMatchObject({ level: 'owner' });
    expect(await call(api.projectAccess, {})).toEqual([
      { projectId: world.projectId, level: 'viewer', owner: `王工_${made}`, example: false },
    ]);
    expect(await call(api.dashboardInfo, {})).toMatchObject({ projects: 2, datasets: 1, images: 4, models: 1 });
    expect((await call(api.taskList, {})).list.every(({ actions }) => actions.length === 0)).toBe(true);

    await server.as(owner)(api.memberRemove, { id: world.projectId, userId: member.id });
    expect(await ids()).toEqual([own.id]);
    expect(await refusalOf(call(api.imageInfo, { id: world.imageIds[0]! }))).toMatchObject({ code: 404 });
  });

  it('says in both languages whom to ask where the level does not suffice', async () => {
    const { member, world } = await shared('viewer');
    const rename = server.as(member)(api.folderUpdate, { id: world.folderId, name: 'x', type: 'general' });
    expect(await refusalOf(rename)).toEqual({
      code: 403,
      msg: `您可以查看此项目，但不能修改。如需更高权限，请联系所有者 王工_${made}`,
      enMsg: `You can view this project, but not change it. Ask 王工_${made}, who owns it, for more access`,
    });
  });

  it('of many images in a call, moves none where one lies in a project that may only be viewed', async () => {
    const { member, world } = await shared('viewer');
    const mine = await addWorld(server, member);
    const ids = [...mine.imageIds, world.imageIds[0]!];
    expect(await refusalOf(server.as(member)(api.imageDelete, { ids }))).toMatchObject({ code: 403 });
    expect((await server.as(member)(api.folderInfo, { id: mine.folderId })).images).toBe(4);
  });
});

describe('what somebody made in a shared project', () => {
  it('is theirs to cancel and to delete where it is an export, and nobody else’s at their level', async () => {
    const { owner, member, world } = await shared('viewer');
    const request = { datasetId: world.datasetId, format: 'coco' as const, withImages: false };
    const own = await server.as(member)(api.exportAdd, request);
    const other = await server.as(owner)(api.exportAdd, request);
    expect(await refusalOf(server.as(member)(api.exportCancel, { id: other.id }))).toMatchObject({ code: 403 });
    expect((await server.as(member)(api.exportCancel, { id: own.id })).state).toBe('canceled');
    await server.as(member)(api.exportDelete, { id: own.id });
    expect(await server.as(owner)(api.exportList, {})).toMatchObject({ total: 2 });
  });

  it('goes to a bin that editors see, restore from and never empty; the project itself is its owner’s to delete', async () => {
    const { owner, member, world } = await shared('editor');
    const call = server.as(member);
    const { id } = await call(api.folderAdd, { datasetId: world.datasetId, name: 'made-by-member' });
    const { binId } = await call(api.folderDelete, { id });
    expect((await call(api.binList, {})).list.map((one) => one.id)).toEqual([binId, world.binId]);
    expect((await server.as(owner)(api.binList, {})).list.map((one) => one.id)).toEqual([binId, world.binId]);
    expect(await refusalOf(call(api.binPurge, { id: binId }))).toMatchObject({ code: 403 });
    await call(api.binRestore, { id: binId });
    const { name } = await call(api.projectInfo, { id: world.projectId });
    const drop = call(api.projectDelete, { id: world.projectId, confirmName: name });
    expect((await refusalOf(drop)).enMsg).toContain('only its owner can do this');
    await server.database.db.update(task).set({ state: 'canceled' }).where(eq(task.projectId, world.projectId));
    await server.as(owner)(api.projectDelete, { id: world.projectId, confirmName: name });
    expect(await call(api.binList, {})).toMatchObject({ total: 0 });
  });

  it('stops where the level is taken while an upload is under way', async () => {
    const { owner, member, world } = await shared('editor');
    const call = server.as(member);
    const { id } = await call(api.uploadAdd, { folderId: world.folderId, name: 'a.zip', format: 'zip', bytes: 10 });
    await server.as(owner)(api.memberSet, { id: world.projectId, userId: member.id, level: 'viewer' });
    const send = () =>
      server.app.inject({
        method: 'PATCH',
        url: `/api/qic/v1/upload/tus/${id}`,
        headers: {
          authorization: member.token,
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        },
        payload: Buffer.alloc(10),
      });
    expect((await send()).statusCode).toBe(404);
    expect((await call(api.uploadCancel, { id })).state).toBe('canceled');
  });
});

describe('members', () => {
  it('are found by account or name, never with a phone, and only those who can sign in', async () => {
    const { db } = server.database;
    const { owner, member, world } = await shared('viewer');
    const call = server.as(owner);
    const fresh = await addPerson(db, 'li_lei', engineerKeys, { realName: '李雷', phone: '13800138000' });
    await addPerson(db, 'li_off', engineerKeys, { realName: '李雷', enabled: false });
    await addPerson(db, 'li_gone', engineerKeys, { realName: '李雷', deletedAt: new Date() });
    const search = (text: string) => call(api.memberSearch, { id: world.projectId, text });
    expect(await search('李')).toEqual([{ userId: fresh.id, account: 'li_lei', name: '李雷' }]);
    expect(await search('LI_')).toHaveLength(1);
    expect(await search('138')).toEqual([]);
    expect(await search('%')).toEqual([]);
    // neither the owner nor a member
    expect(await search(owner.account)).toEqual([]);
    expect(await search(member.account)).toEqual([]);
  });

  it('are added, given another level and removed; each is written down and told', async () => {
    const { db } = server.database;
    const { owner, member, world } = await shared('viewer');
    const call = server.as(owner);
    const id = world.projectId;
    const changed = await call(api.memberSet, { id, userId: member.id, level: 'editor' });
    expect(changed.members).toMatchObject([{ userId: member.id, level: 'editor', enabled: true }]);
    expect(changed.owner.userId).toBe(owner.id);
    expect((await call(api.memberRemove, { id, userId: member.id })).members).toEqual([]);
    const lines = await db
      .select()
      .from(audit)
      .where(eq(audit.object, `project/${id}`));
    expect(lines.map(({ action }) => action)).toEqual(['project.share', 'project.share', 'project.unshare']);
    const { frames } = await server.as(member)(api.socketMissed, { afterSeq: 0 });
    expect(frames.map(({ en }) => en)).toEqual([
      expect.stringContaining('(Viewer)'),
      expect.stringContaining('(Editor)'),
      expect.stringContaining('no longer shares'),
    ]);
  });

  it('are not the owner, nor who is disabled, deleted or nobody', async () => {
    const { db } = server.database;
    const { owner, world } = await shared('viewer');
    const off = await addPerson(db, 'switched_off', engineerKeys, { enabled: false });
    const set = (userId: number) =>
      refusalOf(server.as(owner)(api.memberSet, { id: world.projectId, userId, level: 'editor' }));
    expect((await set(owner.id)).enMsg).toContain('already owns');
    expect((await set(off.id)).enMsg).toContain('Search again');
    expect((await set(8_000_000_000_001)).enMsg).toContain('Search again');
  });

  it('give nobody more than they have: an editor shares with nobody, hands over nothing and does not raise themselves', async () => {
    const { member, world } = await shared('editor');
    const call = server.as(member);
    const id = world.projectId;
    const asked = await Promise.all([
      refusalOf(call(api.memberSet, { id, userId: server.b.id, level: 'viewer' })),
      refusalOf(call(api.memberSet, { id, userId: member.id, level: 'editor' })),
      refusalOf(call(api.projectHandOver, { id, userId: member.id })),
      refusalOf(call(api.memberSearch, { id, text: 'a' })),
    ]);
    expect(asked.map(({ code }) => code)).toEqual([403, 403, 403, 403]);
  });

  it('leave; the owner does not, and who owns all data is no member', async () => {
    const { owner, member, world } = await shared('editor');
    const id = world.projectId;
    expect((await refusalOf(server.as(owner)(api.projectLeave, { id }))).enMsg).toContain('Hand it over');
    expect((await refusalOf(server.as(server.admin)(api.projectLeave, { id }))).enMsg).toContain('not shared with you');
    await server.as(member)(api.projectLeave, { id });
    expect(await refusalOf(server.as(member)(api.projectInfo, { id }))).toMatchObject({ code: 404 });
  });
});

describe('another owner', () => {
  it('has everything at once, under other names where theirs are taken; the one before stays as an editor', async () => {
    const { owner, member, world } = await shared('annotator');
    const id = world.projectId;
    const [was, becomes] = [server.as(owner), server.as(member)];
    const project = await was(api.projectInfo, { id });
    const set = await was(api.datasetInfo, { id: world.datasetId });
    const other = await becomes(api.projectAdd, { family: 'detection', name: project.name.toUpperCase() });
    await becomes(api.datasetAdd, { projectId: other.id, name: set.name });
    expect(await was(api.projectHandOver, { id, userId: member.id })).toEqual({
      renamed: [
        { from: project.name, to: `${project.name}_2` },
        { from: set.name, to: `${set.name}_2` },
      ],
    });
    expect(await becomes(api.projectInfo, { id })).toMatchObject({ level: 'owner', members: 1 });
    expect(await was(api.projectInfo, { id })).toMatchObject({ level: 'editor', name: `${project.name}_2` });
    expect((await becomes(api.binList, {})).list.map((one) => one.id)).toEqual([world.binId]);
    expect(await refusalOf(was(api.projectHandOver, { id, userId: owner.id }))).toMatchObject({ code: 403 });
    const [line] = await server.database.db.select().from(audit).where(eq(audit.action, 'project.handOver'));
    expect(line).toMatchObject({ actorId: owner.id, body: { from: owner.id, to: member.id } });
  });

  it('takes over all that a person owned, also what lies in the bin, and sharing stays', async () => {
    const { owner, member, world } = await shared('editor');
    const { db } = server.database;
    const gone = await server.as(owner)(api.projectAdd, { family: 'detection', name: 'in_the_bin' });
    const { binId } = await server.as(owner)(api.projectDelete, { id: gone.id });
    const heir = await addPerson(db, 'heir', engineerKeys);
    expect(
      await db.transaction((tx) => takeOverProjects(tx, { ...nobody, userId: server.admin.id }, owner.id, heir.id)),
    ).toBe(2);
    await db.update(user).set({ enabled: false, deletedAt: new Date() }).where(eq(user.id, owner.id));
    const call = server.as(heir);
    expect((await call(api.memberList, { id: world.projectId })).members).toMatchObject([{ userId: member.id }]);
    await call(api.binRestore, { id: binId });
    expect((await call(api.projectList, {})).total).toBe(2);
    expect((await server.as(member)(api.projectInfo, { id: world.projectId })).level).toBe('editor');
    expect((await server.as(member)(api.taskList, {})).total).toBeGreaterThan(0);
  });

  it('may work on when the one before is disabled: nothing of the project is lost for its members', async () => {
    const { owner, member, world } = await shared('editor');
    await server.as(server.admin)(api.userSetEnabled, { id: owner.id, enabled: false });
    const call = server.as(member);
    await call(api.folderAdd, { datasetId: world.datasetId, name: 'goes-on' });
    expect(await call(api.versionList, { modelId: world.modelId })).toMatchObject({ total: 1 });
    // and a disabled member keeps their place
    await server.as(server.admin)(api.userSetEnabled, { id: owner.id, enabled: true });
    await server.as(server.admin)(api.userSetEnabled, { id: member.id, enabled: false });
    const again = { ...owner, token: await startSession(server.database.db, owner.id) };
    const { members } = await server.as(again)(api.memberList, { id: world.projectId });
    expect(members).toMatchObject([{ userId: member.id, enabled: false }]);
  });
});

describe('example data', () => {
  const keysWithExample = [...engineerKeys, 'sys/example' as const];

  it('is marked with the key alone, whatever the account is called (S51)', async () => {
    const { db } = server.database;
    const named = await addPerson(db, 'admin1', engineerKeys);
    const call = server.as(named);
    const add = call(api.projectAdd, { family: 'detection', name: 'mine', example: 0 });
    expect(await refusalOf(add)).toMatchObject({ code: 403, enMsg: expect.stringContaining('Ask an administrator') });
    const own = await call(api.projectAdd, { family: 'detection', name: 'mine' });
    const mark = call(api.projectUpdate, { id: own.id, name: 'mine', description: '', example: 0 });
    expect(await refusalOf(mark)).toMatchObject({ code: 403 });
    expect(await call(api.projectInfo, { id: own.id })).toMatchObject({ example: false });
  });

  it('is seen by everybody and changed by nobody but its owner, until it is switched off', async () => {
    const { db } = server.database;
    const keeper = await addPerson(db, 'keeper', keysWithExample);
    const world = await addWorld(server, keeper);
    const id = world.projectId;
    const { name } = await server.as(keeper)(api.projectInfo, { id });
    const mark = (example: 0 | -1) => server.as(keeper)(api.projectUpdate, { id, name, description: '', example });
    expect(await mark(0)).toMatchObject({ example: true, level: 'owner' });
    const anyone = server.as(server.b);
    expect(await anyone(api.projectInfo, { id })).toMatchObject({ example: true, level: 'viewer' });
    expect((await anyone(api.imageList, { folderId: world.folderId })).total).toBe(4);
    expect(await anyone(api.memberList, { id })).toMatchObject({ members: [] });
    const rename = await refusalOf(anyone(api.modelUpdate, { id: world.modelId, planName: 'x', functionName: 'y' }));
    expect(rename).toMatchObject({ code: 403, enMsg: expect.stringContaining('example data') });
    await mark(-1);
    expect(await refusalOf(anyone(api.projectInfo, { id }))).toMatchObject({ code: 404 });
  });

  it('is not marked by an editor who has the key: the project is not theirs', async () => {
    const { owner, world } = await shared('viewer');
    const editor = await addPerson(server.database.db, 'editor_with_key', keysWithExample);
    const id = world.projectId;
    await server.as(owner)(api.memberSet, { id, userId: editor.id, level: 'editor' });
    const { name } = await server.as(owner)(api.projectInfo, { id });
    const mark = server.as(editor)(api.projectUpdate, { id, name, description: '', example: 0 });
    expect(await refusalOf(mark)).toMatchObject({ code: 403 });
  });
});
