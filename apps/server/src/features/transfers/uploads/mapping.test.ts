/** What is chosen for the classes of an upload is refused at once, not by an import that then has to be sent again. */
import { api, limits, type Call, type CallError } from '@loupe/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { archiveOfClasses, sendArchive } from '../../../testing/import-archive.ts';
import { runNext } from '../../../testing/jobs.ts';
import { addMaterial } from '../../../testing/material.ts';
import { importKind } from '../imports/index.ts';

let server: TestServer;
let a: Call;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
});
afterAll(() => server.close());

const makeFolder = () => addMaterial(server.services, server.a, { images: 0 });
const runImport = () => runNext(server.services, 'import', importKind);
const refusalOf = (promise: Promise<unknown>) => promise.catch((error: CallError) => error);

/** An upload that waits for its classes. */
async function waitingUpload(folderId: number, classes: readonly string[]): Promise<string> {
  const id = await sendArchive(server, server.a, { folderId, bytes: await archiveOfClasses(classes) });
  await runImport();
  expect((await a(api.uploadInfo, { id })).state).toBe('waiting');
  return id;
}
const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}_${i}`);
const asNew = (classes: readonly string[]) => classes.map((name) => ({ name, target: { to: 'new' as const, name } }));

it('of two imports whose new labels have no room together only one is confirmed', async () => {
  const { folderId, datasetId } = await makeFolder();
  const { labels } = await a(api.datasetInfo, { id: datasetId });
  const most = limits.labelsPerDataset - labels.length;
  const [first, second] = [numbered('a', 150), numbered('b', most - 149)];
  const ids = [await waitingUpload(folderId, first), await waitingUpload(folderId, second)];
  const confirm = (i: number, classes: readonly string[]) =>
    a(api.uploadImport, { id: ids[i]!, mapping: asNew(classes) });
  const [one, two] = await Promise.allSettled([confirm(0, first), confirm(1, second)]);
  const kept = [one, two].filter(({ status }) => status === 'fulfilled');
  expect(kept).toHaveLength(1);
  const i = one.status === 'fulfilled' ? 1 : 0;
  expect(i === 1 ? two : one).toMatchObject({
    reason: {
      code: 610,
      enMsg: expect.stringMatching(/at most 200 labels: it has \d+, imports .+ add \d+, and this one/),
    },
  });
  expect((await a(api.uploadInfo, { id: ids[i]! })).state).toBe('waiting');
  // names that both have count once, and what is taken over needs no room
  const [mine, other] = i === 1 ? [second, first] : [first, second];
  await a(api.uploadImport, {
    id: ids[i]!,
    mapping: mine.map((name, k) => ({ name, target: { to: 'new' as const, name: other[k % other.length]! } })),
  });
  while (await runImport());
  for (const id of ids) expect((await a(api.uploadInfo, { id })).state).toBe('completed'); // oxlint-disable-line no-await-in-loop
});

it('a label that was deleted meanwhile is named with its class', async () => {
  const { folderId, datasetId } = await makeFolder();
  const { id: labelId } = await a(api.labelAdd, { datasetId, name: 'dent_2', color: '#ff0000' });
  const id = await waitingUpload(folderId, ['dent', 'dust']);
  await a(api.labelDelete, { id: labelId });
  const confirm = (chosen: number) =>
    a(api.uploadImport, {
      id,
      mapping: [
        { name: 'dust', target: { to: 'none' } },
        { name: 'dent', target: { to: 'label', labelId: chosen } },
      ],
    });
  expect(await refusalOf(confirm(labelId))).toMatchObject({
    code: 610,
    enMsg:
      'The label “dent_2” selected for class “dent” has been deleted. Select another label, create one, or skip the class',
  });
  const other = await makeFolder();
  expect(await refusalOf(confirm(other.labelIds[0]!))).toMatchObject({
    code: 610,
    enMsg: expect.stringContaining('class “dent” is not one of this data set'),
  });
  expect((await a(api.uploadInfo, { id })).state).toBe('waiting');
});

it('classes beyond those that are asked about are left out, whatever they are called', async () => {
  const { folderId } = await makeFolder();
  const asked = numbered('c', limits.archiveClasses);
  const id = await waitingUpload(folderId, [...asked, 'constructor', '__proto__', 'toString']);
  const [first, ...others] = asked;
  const mapping = [...asNew([first!]), ...others.map((name) => ({ name, target: { to: 'none' as const } }))];
  await a(api.uploadImport, { id, mapping });
  await runImport();
  expect((await a(api.uploadInfo, { id })).state).toBe('completed');
  const { images, shapes, problems } = await a(api.uploadReport, { id });
  expect([images, shapes, problems.map(({ key }) => key)]).toEqual([1, 1, ['annotationFile.manyClasses']]);
});
