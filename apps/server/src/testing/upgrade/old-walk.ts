/** Everything that a person could look at in the old installation: each call with its answer, as it was then. */
import type { Answer, OldCall } from './old-product.ts';

export interface Seen {
  by: 'wei' | 'admin';
  path: string;
  input: Record<string, unknown>;
  /** Of a GET route: the hash of its bytes. */
  answer: unknown;
}

const page = { pageNum: 1, pageSize: 100 };

export async function walk(wei: OldCall, admin: OldCall): Promise<Seen[]> {
  const seen: Seen[] = [];
  const see = async (path: string, input: Record<string, unknown> = {}, by: Seen['by'] = 'wei'): Promise<Answer> => {
    const answer = await (by === 'wei' ? wei : admin).post(path, input);
    seen.push({ by, path, input, answer });
    return answer;
  };
  const file = async (path: string, query: Record<string, number>) =>
    seen.push({ by: 'wei', path, input: query, answer: await wei.get(path, query) });
  const each = async (path: string, input: object, visit: (one: Answer) => Promise<unknown>) => {
    const { list } = await see(path, { ...page, ...input });
    for (const one of list) await visit(one);
  };

  await see('sysUser/getUserInfo');
  await see('dashboard/info');
  await each('project/pageList', {}, async ({ id }) => {
    await see('project/info', { id });
    await see('project/deletePreview', { id });
  });
  const dataset = async ({ id }: Answer) => {
    await see('dataset/info', { id });
    await see('dataset/usage', { id });
    await see('dataset/deletePreview', { id });
    await see('export/check', { datasetId: id, format: 'coco', pictures: true });
    await each('folder/pageList', { datasetId: id }, async (folder) => {
      await see('folder/info', { id: folder.id });
      await each('dataset/picture/pageList', { folderId: folder.id }, async (image) => {
        await see('dataset/picture/shapes', { imageId: image.id });
        await see('dataset/picture/opsAfter', { imageId: image.id, seq: 0 });
        await see('dataset/picture/neighbours', { id: image.id });
        await file('dataset/picture/file', { id: image.id });
      });
    });
  };
  await each('dataset/pageList', {}, dataset);
  await each('model/pageList', {}, async ({ id, datasets }) => {
    await see('model/info', { id });
    await see('model/deletePreview', { id });
    for (const own of datasets) await dataset(own);
  });
  await each('model/version/pageList', {}, async ({ id }) => {
    await see('model/version/info', { id });
    await file('model/version/onnx', { id });
  });
  await each('task/pageList', {}, async (task) => {
    const { id } = task;
    await see('task/info', { id });
    await see('task/series', { id });
    await see('task/lines', { id });
    if (task.kind !== 'test') return;
    const summary = await see('task/test/summary', { taskId: id });
    await see('task/test/summary', { taskId: id, [summary.type === 'boxes' ? 'confidence' : 'score']: 0.9 });
    if (summary.type === 'scoremap') await see('task/test/scores', { taskId: id });
    await see('task/test/peers', { taskId: id });
    await each('task/test/pictures', { taskId: id }, ({ imageId }) =>
      see('task/test/picture', { taskId: id, imageId }),
    );
  });
  await see('task/queue');
  await see('export/pageList', page);
  await each('upload/pageList', {}, async ({ id }) => {
    await see('upload/info', { id });
    await see('upload/report', { id });
  });
  await each('online/pageList', {}, async ({ id }) => {
    await see('online/info', { id });
    await each('online/record/pageList', { entryId: id }, async (record) => {
      await see('online/record/info', { id: record.id });
      await file('online/record/file', { id: record.id });
    });
  });
  await see('sys/user/list', page, 'admin');
  await see('sys/role/pageList', page, 'admin');
  await see('dashboard/cleanup/info', {}, 'admin');
  await see('project/pageList', page, 'admin');
  return seen;
}
