/** The ready-made reader is looked for before a training of texts: also what only its second stage needs. */
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { api, type Call } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { task } from '../../tables/tasks.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { callFile, drawPng, uploadFiles } from '../../testing/images.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'loupe-reader-'));
const python = path.join(folder, 'python');
/** Stands in for the engine that looks. */
function engineSays(answer: string): void {
  writeFileSync(python, `#!/bin/sh\nprintf '%s' '${answer}'\n`);
  chmodSync(python, 0o755);
}
const lacks = (part: 'detector' | 'reader', code: string) =>
  JSON.stringify([{ part, code, file: '/models/gone.onnx' }]);

type Values = Record<string, unknown>;
let server: TestServer;
let call: Call;
let asked: { modelId: number; folderIds: number[]; params: Values; laterParams: Values[]; confirmed: boolean };
beforeAll(async () => {
  server = await testServer({ LOUPE_PYTHON: python });
  call = server.as(server.a);
  const { id: projectId } = await call(api.projectAdd, { family: 'ocr', name: 'lots' });
  const { id: modelId } = await call(api.modelAdd, { projectId, planName: 'lot', functionName: 'find', type: 'text' });
  const { list } = await call(api.datasetList, { modelId });
  const { id: datasetId } = list.find(({ role }) => role === 'train')!;
  const { id: folderId } = await call(api.folderAdd, { datasetId, name: 'bare' });
  const images = await Promise.all([drawPng(40, 30), drawPng(50, 30)]);
  await uploadFiles(
    call,
    folderId,
    images.map((image, i) => callFile(`${i}.png`, image)),
  );
  const none = { training: 'none' };
  asked = { modelId, folderIds: [folderId], params: none, laterParams: [none], confirmed: true };
});
afterAll(() => server.close());

it.skipIf(process.platform === 'win32')('names what is missing, and what to do, before the start', async () => {
  for (const [part, code, text] of [
    ['reader', 'reader.missing', 'are missing'],
    ['detector', 'reader.damaged', 'are damaged'],
  ] as const) {
    engineSays(lacks(part, code));
    for (const route of [api.trainCheck, api.trainAdd]) {
      // oxlint-disable-next-line no-await-in-loop
      await expect(call(route, asked)).rejects.toMatchObject({
        enMsg: expect.stringMatching(new RegExp(`gone.onnx.*${text}.*npm start`)),
        msg: expect.stringMatching(/gone\.onnx.*npm start/),
      });
    }
  }
});

it.skipIf(process.platform === 'win32')('asks for no file that a training does not begin with', async () => {
  engineSays(lacks('reader', 'reader.missing'));
  const own = { training: 'tune', network: 'n' };
  const digits = { ...own, language: 'digits' };
  // nothing is annotated: that is what is said, not the file
  await expect(call(api.trainCheck, { ...asked, params: own, laterParams: [digits] })).rejects.toMatchObject({
    enMsg: expect.not.stringContaining('gone.onnx'),
  });
  await expect(
    call(api.trainCheck, { ...asked, params: own, laterParams: [{ ...own, language: 'zh' }] }),
  ).rejects.toMatchObject({ enMsg: expect.stringContaining('gone.onnx') });
});

it.skipIf(process.platform === 'win32')(
  'starts once the file is there, and where the engine does not answer',
  async () => {
    engineSays('no answer');
    expect(await call(api.trainCheck, asked)).toMatchObject({ train: 1, val: 1 });
    engineSays('[]');
    const { id, state } = await call(api.trainAdd, asked);
    expect(state).toBe('queued');
    const [row] = await server.services.db.select({ run: task.run }).from(task).where(eq(task.id, id));
    expect(row!.run).toMatchObject({ learnsNothing: true });
  },
);
