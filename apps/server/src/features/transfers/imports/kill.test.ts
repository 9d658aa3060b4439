/** An import whose worker is killed in the middle, twice: each image comes once, each bad file is named once. */
import { api, type Upload } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { zipOf } from '../../../testing/archives.ts';
import { drawPng } from '../../../testing/images.ts';
import { sendArchive } from '../../../testing/import-archive.ts';
import { runNext } from '../../../testing/jobs.ts';
import { addMaterial } from '../../../testing/material.ts';
import { fakeEngine, runnerServer, type RunnerServer } from '../../../testing/runner-server.ts';
import { image } from '../../../tables/datasets.ts';
import { archivePath } from '../uploads/files.ts';
import { importKind } from './index.ts';

let server: RunnerServer;
beforeAll(async () => {
  server = await runnerServer();
});
afterAll(() => server.close());

it('goes on from its last batch', async () => {
  const a = server.as(server.a);
  const project = await a(api.projectAdd, { family: 'detection', name: 'line' });
  const set = await a(api.datasetAdd, { projectId: project.id, name: 'set' });
  const folder = await a(api.folderAdd, { datasetId: set.id, name: 'one' });
  const good = await Promise.all(
    Array.from({ length: 580 }, async (_, i) => ({ name: `good_${i}.png`, data: await drawPng() })),
  );
  const bad = Array.from({ length: 20 }, (_, i) => ({ name: `bad_${i}.png`, data: `no image ${i}` }));
  // the bad ones lie among the good ones
  const entries = good.flatMap((one, i) => (i % 29 === 0 ? [one, bad[i / 29]!] : [one]));
  const bytes = zipOf(entries);
  const id = await sendArchive(server, server.a, { folderId: folder.id, bytes });
  const until = async (condition: (upload: Upload) => boolean): Promise<Upload> => {
    for (;;) {
      const seen = await a(api.uploadInfo, { id }); // oxlint-disable-line no-await-in-loop
      if (condition(seen)) return seen;
      if (seen.state === 'failed') throw new Error(JSON.stringify(seen));
      await new Promise((resolve) => setTimeout(resolve, 20)); // oxlint-disable-line no-await-in-loop
    }
  };
  const isOver = ({ state }: Upload): boolean => state === 'completed';
  for (let kills = 0, added = 0; kills < 2; kills++) {
    await server.startWorker(fakeEngine()); // oxlint-disable-line no-await-in-loop
    ({ added } = await until((seen) => isOver(seen) || seen.added > added)); // oxlint-disable-line no-await-in-loop, no-loop-func
    await server.killWorkers(); // oxlint-disable-line no-await-in-loop
  }
  expect((await a(api.uploadInfo, { id })).state).toBe('importing');
  await server.startWorker(fakeEngine());
  expect(await until(isOver)).toMatchObject({ added: 580, refused: 20, duplicates: 0 });
  // the next test runs its task here
  await server.killWorkers();
  const rows = await server.database.db.select().from(image).where(eq(image.folderId, folder.id));
  expect(new Set(rows.map((row) => row.name))).toEqual(new Set(good.map((one) => one.name)));
  expect(rows.length).toBe(580);
  const { problems } = await a(api.uploadReport, { id });
  expect(problems.map((one) => one.file).sort()).toEqual(bad.map((one) => one.name).sort());
});

it('that is lost when all is imported, but its end is not written, ends well', async () => {
  const a = server.as(server.a);
  const { folderId } = await addMaterial(server.services, server.a, { images: 0 });
  const bytes = zipOf([{ name: 'a.png', data: await drawPng() }]);
  const id = await sendArchive(server, server.a, { folderId, bytes });
  const lost = new AbortController();
  const kind = {
    ...importKind,
    run: async (...all: Parameters<typeof importKind.run>) => {
      await importKind.run(...all);
      lost.abort();
      throw new Error('lost');
    },
  };
  await runNext(server.services, 'import', kind, lost.signal);
  expect((await a(api.uploadInfo, { id })).state).toBe('importing');
  await runNext(server.services, 'import', importKind);
  expect(await a(api.uploadInfo, { id })).toMatchObject({ state: 'completed', added: 1, duplicates: 0 });
  expect(existsSync(archivePath(server.services.config.data, id))).toBe(false);
});
