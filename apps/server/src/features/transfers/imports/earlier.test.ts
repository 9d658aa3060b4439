/** A class that an earlier import put under a label of another name is offered that label again, as long as it is there. */
import { api, type Call, type ClassMapping } from '@loupe/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { zipOf } from '../../../testing/archives.ts';
import { drawPng } from '../../../testing/images.ts';
import { sendArchive } from '../../../testing/import-archive.ts';
import { runNext } from '../../../testing/jobs.ts';
import { importKind } from './index.ts';

let server: TestServer;
let a: Call;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
});
afterAll(() => server.close());

it('is that of the latest import, and none of another data set', async () => {
  const project = await a(api.projectAdd, { family: 'detection', name: 'earlier' });
  const labels = ['裂纹', '划痕'].map((name) => ({ name, color: '#d64545' }));
  const add = (name: string) => a(api.datasetAdd, { projectId: project.id, name, labels });
  const [set, other] = [await add('first'), await add('second')];
  const [crack, scratch] = [set.labels[0]!, set.labels[1]!];
  const folders = new Map<number, number>();
  for (const { id } of [set, other]) folders.set(id, (await a(api.folderAdd, { datasetId: id, name: 'lot' })).id); // oxlint-disable-line no-await-in-loop
  const xml =
    '<image name="a.png" width="9" height="8"><box label="crack" xtl="1" ytl="1" xbr="5" ybr="5"></box></image>';
  const bytes = zipOf([
    { name: 'a.png', data: await drawPng(9, 8) },
    { name: 'annotations.xml', data: `<annotations><version>1.1</version>${xml}</annotations>` },
  ]);
  const work = () => runNext(server.services, 'import', importKind);
  /** The label that is offered; then the class goes elsewhere. */
  const offered = async ({ id: datasetId }: { id: number }, target: ClassMapping['target']) => {
    const id = await sendArchive(server, server.a, { folderId: folders.get(datasetId)!, bytes });
    await work();
    const { inspection } = await a(api.uploadInfo, { id });
    await a(api.uploadImport, { id, mapping: [{ name: 'crack', target }] });
    await work();
    return inspection!.classes[0]!.labelId;
  };
  const to = ({ id: labelId }: { id: number }) => ({ to: 'label', labelId }) as const;
  expect(await offered(set, to(crack))).toBeNull();
  expect(await offered(set, to(scratch))).toBe(crack.id);
  expect(await offered(set, { to: 'none' })).toBe(scratch.id);
  // what was left out once may be wanted again
  expect(await offered(set, { to: 'none' })).toBe(scratch.id);
  expect(await offered(other, { to: 'none' })).toBeNull();
  await a(api.labelDelete, { id: scratch.id });
  expect(await offered(set, { to: 'none' })).toBe(crack.id);
});
