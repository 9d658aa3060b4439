/**
 * From a folder of good and bad images to a verdict, over the typed client: import, train, test, one image online,
 * figures as JSON.
 *
 *   node examples/train-anomaly.ts --server http://127.0.0.1:7373 --user admin --password … --data DIR
 *     --method synthetic --backbone efficientnet --size 256 --minutes 10 --out report.json
 *
 * DIR is one category in the layout of MVTec AD: `train/good`, `test/good`, `test/<kind of defect>` and, where defects
 * are drawn, `ground_truth/<kind>/<name>_mask.png`. Figures are those of the test part, at the version's own threshold.
 */
import { openAsBlob } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { api, ofType, type Call, type CallFile } from '@loupe/contract';
import { askOnline, finish, importTar, say, seconds, signIn } from './common.ts';
import { tarOfFolder } from './tar.ts';

const { values: options } = parseArgs({
  options: {
    server: { type: 'string', default: 'http://127.0.0.1:7373' },
    user: { type: 'string', default: 'admin' },
    password: { type: 'string' },
    data: { type: 'string' },
    method: { type: 'string', default: 'synthetic' },
    backbone: { type: 'string', default: 'efficientnet' },
    size: { type: 'string', default: '256' },
    minutes: { type: 'string', default: '10' },
    target: { type: 'string', default: '0.02' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: 'report.json' },
  },
});
const imageName = /\.(jpe?g|png|bmp)$/i;

/** The folders that a new model's OK and NG images go to. */
async function foldersOf(call: Call, datasetIds: readonly number[]): Promise<number[]> {
  const pages = await Promise.all(datasetIds.map((datasetId) => call(api.folderList, { datasetId })));
  return pages.flatMap(({ list }) => list.map(({ id }) => id));
}

/** A JPG or PNG of the test part; online detection takes nothing else. */
async function testImage(data: string): Promise<CallFile> {
  const names = await readdir(join(data, 'test'), { recursive: true });
  const first = names.sort().find((name) => /\.(jpe?g|png)$/i.test(name));
  if (!first) throw new Error('there is no JPG or PNG below test');
  return { name: basename(first), data: await openAsBlob(join(data, 'test', first)) };
}

async function main(): Promise<void> {
  const { password } = options;
  if (!options.data || !password) throw new Error('--data and --password are needed');
  const data = resolve(options.data);
  const client = await signIn(options.server, options.user, password);
  const { call } = client;
  const stamp = Date.now();
  const name = basename(data);
  const project = await call(api.projectAdd, { family: 'anomaly', name: `good_bad_${stamp}`, description: name });
  const model = await call(api.modelAdd, { projectId: project.id, planName: `plan_${stamp}`, functionName: 'look' });
  const ok = model.datasets.find(({ role }) => role === 'ok')!;
  const [first] = await foldersOf(call, [ok.id]);
  await importTar(client, first!, name, await tarOfFolder(data, (file) => imageName.test(file)));

  const folderIds = await foldersOf(
    call,
    model.datasets.map(({ id }) => id),
  );
  const { method, backbone } = options;
  const budget = method === 'synthetic' ? { timeBudget: Number(options.minutes) } : {};
  const params = {
    method,
    backbone,
    imageSize: Number(options.size),
    falseRejectTarget: Number(options.target),
    ...budget,
  };
  const request = { modelId: model.id, folderIds, params, seed: Number(options.seed), confirmed: true };
  const training = await finish(call, (await call(api.trainAdd, request)).id);
  if (training.versionId === null) throw new Error('the training made no version');
  const { versionId } = training;
  const tested = await finish(call, (await call(api.testAdd, { versionId, folderIds, part: 'test' })).id);
  const summary = ofType(await call(api.testSummary, { taskId: tested.id }), 'scoremap');
  const answer = await askOnline(call, versionId, await testImage(data));
  say(
    `online: ${answer.verdict}, score ${ofType(answer.prediction, 'scoremap').score.toFixed(3)}, ${answer.ms.total} ms`,
  );

  const missed = summary.escape.share;
  const report = {
    image_auroc: summary.imageAuroc,
    pixel_auroc: summary.pixelAuroc,
    pro: summary.pro,
    threshold: summary.thresholds.score,
    false_reject: summary.overkill.share,
    true_reject: missed === null ? null : 1 - missed,
    train_seconds: seconds(training.startedAt, training.endedAt),
    test_seconds: seconds(tested.startedAt, tested.endedAt),
    online_latency_ms: answer.ms.total,
    version_id: versionId,
  };
  await writeFile(options.out, `${JSON.stringify(report, null, 2)}\n`);
  say(JSON.stringify(report));
}

await main().catch((error: unknown) => {
  say(`failed: ${(error as Error).message}`);
  process.exitCode = 1;
});
