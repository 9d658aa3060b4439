/** A training in two stages that is paused, and whose worker and engine are killed, in each of them. */
import { api, type Call, type SeriesPoint, type Task } from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTimeOf, waitUntil } from '../../core/process-identity.ts';
import { model } from '../../tables/models.ts';
import { task } from '../../tables/tasks.ts';
import { notedProcess, runFolder } from '../../tasks-runner/run-folder.ts';
import { addFolder, addMaterial, type Material } from '../../testing/material.ts';
import { fakeEngine, hasEnded, patienceMs, runnerServer, type RunnerServer } from '../../testing/runner-server.ts';

let server: RunnerServer;
let call: Call;
let material: Material;
let folderId: number;

/** Ten steps each, with a checkpoint at the fifth; the engine of each attempt waits behind this step of its stage. */
const lengths = { epochs: 2, warmupEpochs: 0 };
const holds = [3, 7, 0, 2, 7, 0];
const engine = () =>
  fakeEngine(
    `--hold-at=${holds.join()}`,
    `--recipes=${new URL('../../testing/stage-recipes.ts', import.meta.url).href}`,
  );

beforeAll(async () => {
  server = await runnerServer();
  call = server.as(server.a);
  await server.startWorker(engine());
  material = await addMaterial(server.services, server.a, { images: 1 });
  await server.services.db.update(model).set({ type: 'multiStage' }).where(eq(model.id, material.modelId));
  ({ folderId } = await addFolder(server.services, material, { images: 12, withParts: true }));
});
afterAll(() => server.close());

/** Until its engine waits behind the step. */
const held = (id: number, attempt: number) =>
  server.waitFor(call, id, (one) => one.attempt === attempt && one.progress?.done === holds[attempt - 1]);

async function pauseAndResume(id: number): Promise<Task> {
  await call(api.taskAct, { id, action: 'pause' });
  const paused = await server.waitFor(call, id, ({ state }) => state === 'paused');
  await call(api.taskAct, { id, action: 'resume' });
  return paused;
}

async function killAll(id: number, attempt: number): Promise<void> {
  const { pid } = (await notedProcess(runFolder(server.services.config.data, id, attempt)))!;
  await server.killWorkers();
  process.kill(pid, 'SIGKILL');
  expect(await waitUntil(() => startTimeOf(pid) === '', patienceMs)).toBe(true);
  await server.startWorker(engine());
}

const length = { epochs: 2, steps: 10 };
/** As an engine says it of a training by time. */
const tellLength = (id: number) =>
  server.services.db
    .update(task)
    .set({ run: sql`${task.run} || ${JSON.stringify({ length })}::jsonb` })
    .where(eq(task.id, id));

/** The attempts whose points stand, by step. */
const attemptsOf = (points: readonly SeriesPoint[], stage: number) =>
  points
    .filter((one) => one.stage === stage && one.name === 'attempt')
    .toSorted((a, b) => a.step - b.step)
    .map(({ step, value }) => [step, value]);

it('goes on in the stage where it was, with the curves of both', async () => {
  const { id } = await call(api.trainAdd, {
    modelId: material.modelId,
    folderIds: [folderId],
    params: { locating: ['scratch'], ...lengths },
    laterParams: [{ partWidth: [8, 8], partHeight: [8, 8], ...lengths }],
    confirmed: true,
  });
  for (const stage of [0, 1]) {
    const first = 1 + 3 * stage;
    const at = { index: stage, count: 2 };
    // oxlint-disable-next-line no-await-in-loop
    expect(await held(id, first)).toMatchObject({ stage: at, length: null, progress: { total: 10 } });
    // oxlint-disable-next-line no-await-in-loop
    await tellLength(id);
    // oxlint-disable-next-line no-await-in-loop
    expect(await pauseAndResume(id)).toMatchObject({ stage: at, attempt: first, progress: { done: holds[first - 1] } });
    // oxlint-disable-next-line no-await-in-loop
    expect(await held(id, first + 1)).toMatchObject({ stage: at, state: 'running', length });
    // oxlint-disable-next-line no-await-in-loop
    await killAll(id, first + 1);
  }
  const done = await server.waitFor(call, id, hasEnded);
  expect(done).toMatchObject({ state: 'completed', cause: null, attempt: 6, stage: { index: 1 } });

  const jobs = [1, 2, 3, 4, 5, 6].map((n) => {
    const file = path.join(runFolder(server.services.config.data, id, n), 'job.json');
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  });
  expect(jobs.map(({ recipe }) => recipe)).toEqual(['locate', 'locate', 'locate', 'inspect', 'inspect', 'inspect']);
  // what was paused goes on where it was, what was killed at its last checkpoint, and a stage begins with nothing
  const resumes = jobs.map(
    ({ resume }) => resume && Number(/checkpoint-(\d+)/.exec((resume as { path: string }).path)![1]),
  );
  expect(resumes).toEqual([null, 3, 5, null, 2, 5]);

  const points = await call(api.taskSeries, { id });
  const by = (...runs: [from: number, to: number, attempt: number][]) =>
    runs.flatMap(([from, to, n]) => Array.from({ length: to - from + 1 }, (_, i) => [from + i, n]));
  expect(attemptsOf(points, 0)).toEqual(by([1, 3, 1], [4, 5, 2], [6, 10, 3]));
  expect(attemptsOf(points, 1)).toEqual(by([1, 2, 4], [3, 5, 5], [6, 10, 6]));
  const { stages, state } = await call(api.versionInfo, { id: done.versionId! });
  expect({ state, recipes: stages.map(({ recipe }) => recipe) }).toEqual({
    state: 'ready',
    recipes: ['locate', 'inspect'],
  });
});
