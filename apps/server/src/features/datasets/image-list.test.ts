/** The image list against a plain one: every sort and filter, any page; moves, names and deletions of many at once. */
import { randomUUID } from 'node:crypto';
import { api, limits, type Call, type CallError, type ImageFilter } from '@loupe/contract';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { emptyBin } from '../../testing/bin.ts';
import { addFolder, addMaterial, type Material } from '../../testing/material.ts';
import { addRows, expected, numbers, sorts, states } from '../../testing/image-rows.ts';
import { shape } from '../../tables/annotation.ts';
import { snapshot, snapshotImage } from '../../tables/models.ts';
import { blob, folder, image } from '../../tables/datasets.ts';

let server: TestServer;
let call: Call;
let place: Material;
beforeAll(async () => {
  server = await testServer();
  call = server.as(server.a);
  place = await addMaterial(server.services, server.a, { images: 1 });
});
afterAll(() => server.close());
const fill = (count: number, namesFrom = 0) => addRows(server, place, count, namesFrom);

/** Kept counts beside the counted ones. */
async function expectRightCounts(...folderIds: number[]): Promise<void> {
  const { db } = server.database;
  for (const id of folderIds) {
    const [kept] = await db.select().from(folder).where(eq(folder.id, id));
    const live = await db
      .select({ state: image.state })
      .from(image)
      .where(and(eq(image.folderId, id), isNull(image.deletedAt)));
    const count = (wanted: string) => live.filter((one) => one.state === wanted).length;
    expect([kept!.nImages, kept!.nAnnotated, kept!.nEmpty]).toEqual([
      live.length,
      live.length - count('unannotated'),
      count('empty'),
    ]);
  }
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: CallError) => error.code,
  );
const listed = async (folderId: number): Promise<number[]> =>
  (await call(api.imageIds, { folderId, from: 0, count: limits.imageIds })).ids;

describe('the list', () => {
  it.each([0, 1, 37, 2600])('of %i images is right for every sort, filter and page', async (count) => {
    const { folderId, images } = await fill(count);
    const random = numbers(count);
    const filters: Partial<ImageFilter>[] = [
      {},
      ...states.map((state) => ({ state })),
      { name: 'IMG1' },
      { name: '%' },
      { name: '_' },
      { name: '图', state: 'annotated' },
      { labelId: place.labelIds[1]! },
      { labelId: place.labelIds[0]!, name: 'png', state: 'annotated' },
    ];
    for (const filter of filters) {
      for (const sort of sorts) {
        const all = expected(images, filter, sort);
        const pageSize = 1 + random(limits.pageSizeMax);
        const last = Math.max(1, Math.ceil(all.length / pageSize));
        for (const pageNum of new Set([1, 1 + random(last), last, last + 1])) {
          const page = await call(api.imageList, { folderId, ...filter, sort, pageNum, pageSize });
          expect(page.total).toBe(all.length);
          expect(page.list.map((one) => one.id)).toEqual(all.slice((pageNum - 1) * pageSize, pageNum * pageSize));
        }
        const from = random(all.length + 2);
        const { ids } = await call(api.imageIds, { folderId, ...filter, sort, from, count: 500 });
        expect(ids).toEqual(all.slice(from, from + 500));
      }
    }
  });

  it('follows every change at once', async () => {
    const { folderId, images } = await fill(3000);
    const page = { folderId, pageNum: 8, pageSize: 200 };
    const places = async () => {
      const answers = [page, { ...page, state: 'empty' as const, pageNum: 2 }].map((input) =>
        call(api.imageList, input),
      );
      return (await Promise.all(answers)).map((answer) => [answer.total, answer.list.map((one) => one.id)]);
    };
    const now = () => [
      [images.length, expected(images, {}, 'name').slice(1400, 1600)],
      [
        images.filter((one) => one.state === 'empty').length,
        expected(images, { state: 'empty' }, 'name').slice(200, 400),
      ],
    ];
    expect(await places()).toEqual(now());
    const renamed = images[7]!;
    await call(api.imageRename, { id: renamed.id, name: 'zzz 1.png' });
    renamed.name = 'zzz 1.png';
    expect(await places()).toEqual(now());
    const gone = images.splice(100, 50);
    await call(api.imageDelete, { ids: gone.map((one) => one.id) });
    expect(await places()).toEqual(now());
    const checked = images.find((one) => one.state === 'unannotated')!;
    const ops = [{ opId: randomUUID(), kind: 'checkEmpty' as const, shapeId: null, base: null, shape: null }];
    await call(api.imageOps, { imageId: checked.id, clientId: randomUUID(), ops });
    checked.state = 'empty';
    expect(await places()).toEqual(now());
    await expectRightCounts(folderId);
  });

  it('of a label is asked for again after a while, also where the clock is set back', async () => {
    const labelId = place.labelIds[0]!;
    const { folderId, images } = await fill(60);
    const list = async () => (await call(api.imageList, { folderId, labelId, pageSize: 100 })).list.map(({ id }) => id);
    const before = expected(images, { labelId }, 'name');
    expect(await list()).toEqual(before);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * 3_600_000 });
    try {
      const { db } = server.database;
      await db.delete(shape).where(and(eq(shape.imageId, before[0]!), eq(shape.labelId, labelId)));
      await expect.poll(list, { timeout: 30_000 }).toEqual(before.slice(1));
    } finally {
      vi.useRealTimers();
    }
  });

  it('says of which images the file is missing', async () => {
    const { db } = server.database;
    const { folderId, imageIds } = await addMaterial(server.services, server.a, { images: 2 });
    const [row] = await db.select().from(image).where(eq(image.id, imageIds[1]!));
    const mark = (missing: Date | null) => db.update(blob).set({ missing }).where(eq(blob.sha256, row!.sha256));
    const seen = async () => {
      const { list } = await call(api.imageList, { folderId });
      const { image } = await call(api.imageShapes, { imageId: imageIds[1]! });
      const alone = await call(api.imageInfo, { id: imageIds[1]! });
      return [...list, image, alone].map((one) => one.missing);
    };
    expect(await seen()).toEqual([false, false, false, false]);
    await mark(new Date());
    expect(await seen()).toEqual([false, true, true, true]);
    await mark(null);
    expect(await seen()).toEqual([false, false, false, false]);
  });
});

describe('moving', () => {
  it('names the images that stay because their name is taken, and keeps the counts', async () => {
    const from = await fill(20);
    const to = await fill(0);
    const ids = from.images.map((one) => one.id);
    const taken = from.images[3]!.name;
    const first = await call(api.imageMove, { selection: { ids: ids.slice(0, 10) }, folderId: to.folderId });
    expect(first).toEqual({ moved: 10, clashes: [], next: null });
    await call(api.imageRename, { id: ids[15]!, name: taken });
    const second = await call(api.imageMove, { selection: { ids }, folderId: to.folderId });
    expect(second).toEqual({ moved: 9, clashes: [{ id: ids[15], name: taken }], next: null });
    expect(await listed(from.folderId)).toEqual([ids[15]]);
    await expectRightCounts(from.folderId, to.folderId);
  });

  it('of everything that a filter matches goes on from call to call, and leaves out what comes meanwhile', async () => {
    const from = await fill(limits.imagesAtOnce * 2 + 10);
    const to = await fill(0);
    const kept = from.images.slice(0, 2).map((one) => one.id);
    const filter = { folderId: from.folderId };
    const one = await call(api.imageMove, { selection: { filter, except: kept }, folderId: to.folderId });
    expect(one.moved).toBe(limits.imagesAtOnce);
    const late = await fill(1, 1_000_000);
    await call(api.imageMove, { selection: { ids: late.images.map((p) => p.id) }, folderId: from.folderId });
    let moved = one.moved;
    for (let { next } = one; next;) {
      const more = await call(api.imageMove, {
        selection: { filter, except: kept, cursor: next },
        folderId: to.folderId,
      });
      moved += more.moved;
      next = more.next;
    }
    expect(moved).toBe(from.images.length - 2);
    expect((await listed(from.folderId)).toSorted((a, b) => a - b)).toEqual([...kept, late.images[0]!.id]);
    await expectRightCounts(from.folderId, to.folderId);
  });

  it('stays within the data set, and waits for pre-labelling', async () => {
    const { folderId, images } = await fill(2);
    const elsewhere = await addMaterial(server.services, server.a, { images: 1 });
    const selection = { ids: images.map((one) => one.id) };
    const move = (to: number) => codeOf(call(api.imageMove, { selection, folderId: to }));
    expect(await move(elsewhere.folderId)).toBe(610);
    const busy = await addFolder(server.services, place, { images: 0 });
    await server.database.db.update(folder).set({ state: 'preLabeling' }).where(eq(folder.id, busy.folderId));
    expect(await move(busy.folderId)).toBe(610);
    expect(await listed(folderId)).toHaveLength(2);
  });

  it('and deleting in parallel leave right counts and lose nothing', async () => {
    const [one, two] = [await fill(60), await fill(60, 100)];
    const folders = [one.folderId, two.folderId];
    const ids = [...one.images, ...two.images].map((image) => image.id);
    const gone = ids.filter((_, i) => i % 10 === 0);
    const rest = ids.filter((_, i) => i % 10 !== 0);
    const moves = Array.from({ length: 12 }, (_, i) =>
      call(api.imageMove, {
        selection: { ids: rest.filter((_id, at) => at % 4 === i % 4) },
        folderId: folders[i % 2]!,
      }),
    );
    const deletions = gone.map((id) => call(api.imageDelete, { ids: [id] }));
    await Promise.all([...moves, ...deletions]);
    const left = (await Promise.all(folders.map(listed))).flat();
    expect(left.toSorted((a, b) => a - b)).toEqual(rest.toSorted((a, b) => a - b));
    await expectRightCounts(...folders);
  });
});

describe('other people', () => {
  it('can neither take images nor put some into a foreign folder', async () => {
    const mine = await fill(3);
    const theirs = await addMaterial(server.services, server.b, { images: 2 });
    const ids = mine.images.map((one) => one.id);
    const tries = [
      call(api.imageMove, { selection: { ids: [...ids, theirs.imageIds[0]!] }, folderId: mine.folderId }),
      call(api.imageMove, { selection: { ids }, folderId: theirs.folderId }),
      call(api.imageMove, { selection: { filter: { folderId: theirs.folderId } }, folderId: mine.folderId }),
      call(api.imageDelete, { ids: [...ids, theirs.imageIds[0]!] }),
      call(api.imageDelete, { filter: { folderId: theirs.folderId } }),
      call(api.imageRename, { id: theirs.imageIds[0]!, name: 'x.png' }),
      call(api.imageIds, { folderId: theirs.folderId, from: 0, count: 10 }),
    ];
    expect(await Promise.all(tries.map(codeOf))).toEqual(tries.map(() => 404));
    expect(await listed(mine.folderId)).toHaveLength(3);
    expect(await server.as(server.b)(api.imageList, { folderId: theirs.folderId })).toMatchObject({ total: 2 });
  });
});

describe('deleting by filter', () => {
  it('hides what a snapshot names and removes the rest', async () => {
    const { db } = server.database;
    const { folderId, images } = await fill(30);
    const empty = images.filter((one) => one.state === 'empty');
    const pinned = empty[0]!;
    const [row] = await db.select().from(image).where(eq(image.id, pinned.id));
    const [frozen] = await db
      .insert(snapshot)
      .values({
        projectId: place.projectId,
        manifestSha256: row!.sha256,
        nTrain: 1,
        nVal: 0,
        nTest: 0,
        seed: 1,
        groupRule: 'name',
        classes: [],
      })
      .returning();
    await db
      .insert(snapshotImage)
      .values({ snapshotId: frozen!.id, imageId: pinned.id, part: 'train', sha256: row!.sha256, revision: 0 });
    const answer = await call(api.imageDelete, { filter: { folderId, state: 'empty' } });
    await emptyBin(server);
    expect(answer).toEqual({ deleted: empty.length, next: null, binIds: [expect.any(Number)] });
    expect(await listed(folderId)).toEqual(
      expected(
        images.filter((one) => one.state !== 'empty'),
        {},
        'name',
      ),
    );
    const left = await db
      .select({ id: image.id })
      .from(image)
      .where(and(eq(image.folderId, folderId), eq(image.state, 'empty')));
    expect(left).toEqual([{ id: pinned.id }]);
    await expectRightCounts(folderId);
  });
});

describe('names', () => {
  it('are cleaned, unique in their folder, and free again', async () => {
    const { images } = await fill(2);
    const [one, two] = [images[0]!, images[1]!];
    const rename = (id: number, name: string) => call(api.imageRename, { id, name });
    expect(await rename(one.id, ' 新 名称.png ')).toMatchObject({ id: one.id, name: '新 名称.png' });
    expect(await codeOf(rename(two.id, '新 名称.png'))).toBe(610);
    expect(await rename(two.id, one.name)).toMatchObject({ name: one.name });
    for (const bad of ['../x.png', '..', 'a/..\\b.png', 'a/b.png', 'a\\b.png'])
      expect(await codeOf(rename(one.id, bad))).toBe(610);
    expect(await codeOf(rename(one.id, ' '))).toBe(400);
    expect(await codeOf(rename(one.id, 'x'.repeat(256)))).toBe(400);
  });
});
