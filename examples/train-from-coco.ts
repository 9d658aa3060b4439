/**
 * From a COCO folder to a verdict, over the typed client: import, train, test, one picture online, figures as JSON.
 *
 *   node examples/train-from-coco.ts --server http://127.0.0.1:7373 --user admin --password … --data DIR
 *     --network n --image-size 320 --epochs 10 --batch 16 --out report.json
 *
 * DIR holds `images/` and `annotations/{train,val,test}.json` (COCO; `val` may be missing).
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ofType, api, isOpen, limits, makeCall, type Call, type CallFile, type Task } from '@loupe/contract';

interface Coco {
  images: { id: number; file_name: string }[];
}

const { values: options } = parseArgs({
  options: {
    server: { type: 'string', default: 'http://127.0.0.1:7373' },
    user: { type: 'string', default: 'admin' },
    password: { type: 'string' },
    data: { type: 'string' },
    network: { type: 'string', default: 'n' },
    'image-size': { type: 'string', default: '640' },
    epochs: { type: 'string', default: '100' },
    batch: { type: 'string', default: '16' },
    out: { type: 'string', default: 'report.json' },
  },
});

const say = (text: string) => process.stderr.write(`${text}\n`);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const seconds = (from: string | null, to: string | null) =>
  from && to ? (Date.parse(to) - Date.parse(from)) / 1000 : null;

/** A client that stays signed in, and waits for a server that is being restarted. */
async function signIn(server: string, account: string, password: string): Promise<Call> {
  let token = '';
  const call = makeCall(async (request) => {
    for (let wait = 500; ; wait = Math.min(2 * wait, 10_000)) {
      try {
        const response = await fetch(server + request.url, {
          method: request.method,
          body: request.body ?? null,
          headers: { ...request.headers, ...(token ? { authorization: token } : {}) },
        });
        return { status: response.status, body: await response.json() };
      } catch (error) {
        say(`waiting for the server: ${(error as Error).message}`);
        await sleep(wait);
      }
    }
  });
  const session = await call(api.login, { account, password });
  token = session.user.token ?? '';
  return call;
}

/** Uploads the pictures of one part in batches and sends its annotations. Gives the folder's id. */
async function importPart(
  call: Call,
  datasetId: number,
  data: string,
  part: 'train' | 'val' | 'test',
): Promise<number> {
  const text = await readFile(join(data, 'annotations', `${part}.json`), 'utf8');
  const coco = JSON.parse(text) as Coco;
  const type = part === 'val' ? 'validation' : part;
  const folder = await call(api.folderAdd, { datasetId, name: part, type });
  for (let start = 0; start < coco.images.length; start += limits.uploadPictures) {
    const batch = coco.images.slice(start, start + limits.uploadPictures);
    const files: CallFile[] = await Promise.all(
      batch.map(async ({ file_name }) => ({
        name: basename(file_name),
        data: new Blob([await readFile(join(data, 'images', file_name))]),
      })),
    );
    const report = await call(api.pictureUpload, { folderId: folder.id }, { files });
    for (const problem of report.problems) say(`${part}: ${problem.en_msg}`);
  }
  const report = await call(api.cocoImport, { folderId: folder.id, coco });
  say(`${part}: ${report.pictures} pictures, ${report.shapes} shapes`);
  for (const problem of report.problems) say(`${part}: ${problem.en_msg}`);
  return folder.id;
}

/** Waits until a task has ended; throws when it did not complete. */
async function finish(call: Call, id: number): Promise<Task> {
  for (let shown = ''; ; await sleep(2000)) {
    const task = await call(api.taskInfo, { id });
    const progress = task.progress;
    const line = `${task.kind} ${task.state}${progress ? ` · ${progress.phase ?? ''} ${progress.done}/${progress.total} ${progress.unit}` : ''}`;
    if (line !== shown) say(line);
    shown = line;
    if (isOpen(task.state)) continue;
    if (task.state !== 'completed') throw new Error(`task ${id} ${task.state}: ${task.causeText?.en ?? ''}`);
    return task;
  }
}

/** One picture of the test part through an online entry; the second answer counts, as the first loads the model. */
async function askOnline(call: Call, versionId: number, data: string): Promise<number> {
  const coco = JSON.parse(await readFile(join(data, 'annotations', 'test.json'), 'utf8')) as Coco;
  const first = coco.images[0];
  if (!first) throw new Error('test.json lists no picture');
  const picture = {
    name: basename(first.file_name),
    data: new Blob([await readFile(join(data, 'images', first.file_name))]),
  };
  const entry = await call(api.onlineAdd, { name: `version_${versionId}_${Date.now()}`, versionId });
  await call(api.onlineDetect, { entryId: entry.id }, { files: [picture] });
  const answer = await call(api.onlineDetect, { entryId: entry.id }, { files: [picture] });
  say(
    `online: ${answer.verdict}, ${ofType(answer.prediction, 'boxes').items.length} candidates, ${answer.ms.total} ms`,
  );
  return answer.ms.total;
}

async function main(): Promise<void> {
  const { data, password } = options;
  if (!data || !password) throw new Error('--data and --password are needed');
  const call = await signIn(options.server, options.user, password);
  const stamp = Date.now();
  const project = await call(api.projectAdd, {
    family: 'detection',
    name: `coco_${stamp}`,
    description: basename(data),
  });
  const dataset = await call(api.datasetAdd, { projectId: project.id, name: `coco_${stamp}` });
  const train = await importPart(call, dataset.id, data, 'train');
  const hasValidation = existsSync(join(data, 'annotations', 'val.json'));
  const validation = hasValidation ? [await importPart(call, dataset.id, data, 'val')] : [];
  const test = await importPart(call, dataset.id, data, 'test');

  const model = await call(api.modelAdd, { projectId: project.id, planName: `plan_${stamp}`, functionName: 'detect' });
  const epochs = Number(options.epochs);
  const params = {
    network: options.network,
    imageSize: Number(options['image-size']),
    epochs,
    batchSize: Number(options.batch),
    warmupEpochs: Math.min(3, Math.max(0, epochs - 1)),
  };
  const request = { modelId: model.id, folderIds: [train], validationFolderIds: validation, params, confirmed: true };
  const training = await finish(call, (await call(api.trainAdd, request)).id);
  if (training.versionId === null) throw new Error('the training made no version');
  const tested = await finish(call, (await call(api.testAdd, { versionId: training.versionId, folderIds: [test] })).id);
  const summary = ofType(await call(api.testSummary, { taskId: tested.id }), 'boxes');

  const report = {
    map50: summary.map50,
    map50_95: summary.map50_95,
    map33: summary.map33,
    train_seconds: seconds(training.startedAt, training.endedAt),
    test_seconds: seconds(tested.startedAt, tested.endedAt),
    online_latency_ms: await askOnline(call, training.versionId, data),
    version_id: training.versionId,
  };
  await writeFile(options.out, `${JSON.stringify(report, null, 2)}\n`);
  say(JSON.stringify(report));
}

await main().catch((error: unknown) => {
  say(`failed: ${(error as Error).message}`);
  process.exitCode = 1;
});
