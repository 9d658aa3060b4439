/** The device that a person asks for: what there is by the driver's tool, and that the training gets it. */
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { api, type Call } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { task } from '../../tables/tasks.ts';
import { findDevices, freeDevice, parseCards } from '../../tasks-runner/devices.ts';
import { claimTask } from '../../tasks-runner/queue.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addMaterial, type Material } from '../../testing/material.ts';

const listed = 'GPU 0: Tesla T4 (UUID: GPU-1)\nGPU 1: NVIDIA RTX A2000 12GB (UUID: GPU-2)';
const cards = [
  { device: 'cuda:0', name: 'Tesla T4' },
  { device: 'cuda:1', name: 'NVIDIA RTX A2000 12GB' },
];
const isWindows = process.platform === 'win32';

let server: TestServer;
let call: Call;
let material: Material;
beforeAll(async () => {
  // stands in for the driver's tool
  const folder = mkdtempSync(path.join(tmpdir(), 'loupe-cards-'));
  writeFileSync(path.join(folder, 'nvidia-smi'), `#!/bin/sh\nprintf '%s\\n' '${listed.replace('\n', "' '")}'\n`);
  chmodSync(path.join(folder, 'nvidia-smi'), 0o755);
  process.env.PATH = `${folder}${path.delimiter}${process.env.PATH}`;
  server = await testServer();
  call = server.as(server.a);
  material = await addMaterial(server.services, server.a, { images: 20, groupSize: 2 });
});
afterAll(() => server.close());

const asked = (device?: string) => ({
  modelId: material.modelId,
  folderIds: [material.folderId],
  params: {},
  confirmed: true,
  ...(device === undefined ? {} : { device }),
});

it('reads what the tool lists, and nothing else', () => {
  expect(parseCards(`${listed}\n`)).toEqual(cards);
  expect(parseCards('NVIDIA-SMI has failed because it could not communicate with the driver.')).toEqual([]);
});

it.skipIf(isWindows)('tells the form which cards there are, and refuses one that is not there in words', async () => {
  expect((await call(api.trainCheck, asked())).cards).toEqual(cards);
  for (const route of [api.trainCheck, api.trainAdd]) {
    // oxlint-disable-next-line no-await-in-loop
    await expect(call(route, asked('cuda:2'))).rejects.toMatchObject({
      enMsg: expect.stringContaining('no GPU 2'),
      msg: expect.stringContaining('没有 GPU 2'),
      data: { field: 'device' },
    });
  }
  await expect(call(api.trainCheck, asked('tpu:0'))).rejects.toMatchObject({ code: 400 });
});

it.skipIf(isWindows)('a training gets the card it asks for, and waits while another has it', async () => {
  const devices = await findDevices(3);
  expect(devices.names).toEqual(['cuda:0', 'cuda:1']);
  const { services } = server;
  const ids: number[] = [];
  for (const device of ['cuda:1', 'cuda:1', undefined, 'cpu']) {
    // oxlint-disable-next-line no-await-in-loop
    ids.push((await call(api.trainAdd, asked(device))).id);
  }
  const told = await Promise.all(ids.map((id) => call(api.taskInfo, { id })));
  expect(told.map((one) => one.requestedDevice)).toEqual(['cuda:1', 'cuda:1', undefined, 'cpu']);
  const claim = () =>
    claimTask(services, {
      kind: 'train',
      host: 'here',
      atOnce: devices.atOnce,
      executor: 'local',
      run: (taken, requested) => ({ threads: 1, device: freeDevice(devices, taken, requested) }),
    });
  const got = async () => {
    const claimed = await claim();
    return claimed && [claimed.row.id, (claimed.row.run as { device: string }).device];
  };
  expect(await got()).toEqual([ids[0], 'cuda:1']);
  expect(await got()).toEqual([ids[2], 'cuda:0']);
  expect(await got()).toEqual([ids[3], 'cpu']);
  expect(await got()).toBeUndefined();
  await services.db.update(task).set({ state: 'completed' }).where(eq(task.id, ids[0]!));
  expect(await got()).toEqual([ids[1], 'cuda:1']);
});
