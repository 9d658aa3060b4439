/**
 * From a COCO folder to a verdict, over the typed client: import, train, test, one image online, figures as JSON.
 *
 *   node examples/train-from-coco.ts --server http://127.0.0.1:7373 --user admin --password … --data DIR
 *     --type detect --network n --image-size 320 --epochs 10 --batch 16 --out report.json
 *     [--type stages --locating plate]: two stages, of which the first finds these labels
 *
 * `--type segment` trains instance segmentation on the polygons and masks of the files. `--params '{"backbone":"imagenet"}'`
 * sets any other parameter of the training. DIR holds `images/` and `annotations/{train,val,test}.json` (COCO; `val` may be missing); `draw-coco.ts` draws such, with `--parts` for `stages`.
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { api, limits, type Call, type CallFile, type ModelType, type SetType, type TestSummary } from '@loupe/contract';
import { askOnline, finish, say, seconds, signIn } from './common.ts';

interface Coco {
  images: { id: number; file_name: string }[];
}

const { values: options } = parseArgs({
  options: {
    server: { type: 'string', default: 'http://127.0.0.1:7373' },
    user: { type: 'string', default: 'admin' },
    password: { type: 'string' },
    data: { type: 'string' },
    params: { type: 'string', default: '{}' },
    network: { type: 'string', default: 'n' },
    'image-size': { type: 'string', default: '640' },
    epochs: { type: 'string', default: '100' },
    batch: { type: 'string', default: '16' },
    type: { type: 'string', default: 'detect' },
    locating: { type: 'string', default: '' },
    out: { type: 'string', default: 'report.json' },
  },
});

/** What this program trains: a model type, and the type of the data sets that it learns from. */
const kinds: Readonly<Record<string, { modelType: ModelType; setType: SetType }>> = {
  detect: { modelType: 'singleStage', setType: 'detection' },
  stages: { modelType: 'multiStage', setType: 'detection' },
  segment: { modelType: 'segment', setType: 'segmentation' },
};

/** The figures of a test that its prediction type has. */
function figuresOf(summary: TestSummary): Record<string, number | null> {
  const { map50, map50_95, precision, recall } = summary as Extract<TestSummary, { map50: unknown }>;
  const common = { map50, map50_95, precision, recall };
  if (summary.type === 'boxes') return { ...common, map33: summary.map33 };
  if (summary.type !== 'masks') throw new Error(`figures of ${summary.type} are not known here`);
  return {
    ...common,
    box_map50: summary.boxMap50,
    boundary_f: summary.boundaryF,
    area_error: summary.areaError,
  };
}

/** Uploads the images of one part in batches and sends its annotations. Gives the folder's id. */
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
  for (let start = 0; start < coco.images.length; start += limits.uploadImages) {
    const batch = coco.images.slice(start, start + limits.uploadImages);
    const files: CallFile[] = await Promise.all(
      batch.map(async ({ file_name }) => ({
        name: basename(file_name),
        data: new Blob([await readFile(join(data, 'images', file_name))]),
      })),
    );
    const report = await call(api.imageUpload, { folderId: folder.id }, { files });
    for (const problem of report.problems) say(`${part}: ${problem.en_msg}`);
  }
  const report = await call(api.cocoImport, { folderId: folder.id, coco });
  say(`${part}: ${report.images} images, ${report.shapes} shapes`);
  for (const problem of report.problems) say(`${part}: ${problem.en_msg}`);
  return folder.id;
}

/** The first image of the test part. */
async function testImage(data: string): Promise<CallFile> {
  const coco = JSON.parse(await readFile(join(data, 'annotations', 'test.json'), 'utf8')) as Coco;
  const first = coco.images[0];
  if (!first) throw new Error('test.json lists no image');
  return { name: basename(first.file_name), data: new Blob([await readFile(join(data, 'images', first.file_name))]) };
}

async function main(): Promise<void> {
  const { data, password, type } = options;
  if (!data || !password) throw new Error('--data and --password are needed');
  const kind = kinds[type];
  if (!kind) throw new Error(`--type is one of ${Object.keys(kinds).join(', ')}`);
  const { setType, modelType } = kind;
  const inStages = type === 'stages';
  const { call } = await signIn(options.server, options.user, password);
  const stamp = Date.now();
  const project = await call(api.projectAdd, {
    family: 'detection',
    name: `coco_${stamp}`,
    description: basename(data),
  });
  const dataset = await call(api.datasetAdd, { projectId: project.id, name: `coco_${stamp}`, setType });
  const train = await importPart(call, dataset.id, data, 'train');
  const hasValidation = existsSync(join(data, 'annotations', 'val.json'));
  const validation = hasValidation ? [await importPart(call, dataset.id, data, 'val')] : [];
  const test = await importPart(call, dataset.id, data, 'test');

  const naming = { planName: `plan_${stamp}`, functionName: 'detect', type: modelType };
  const model = await call(api.modelAdd, { projectId: project.id, ...naming });
  const epochs = Number(options.epochs);
  const params = {
    network: options.network,
    imageSize: Number(options['image-size']),
    epochs,
    batchSize: Number(options.batch),
    warmupEpochs: Math.min(3, Math.max(0, epochs - 1)),
    ...(JSON.parse(options.params) as object),
  };
  const stages = inStages
    ? { params: { ...params, locating: options.locating.split(',') }, laterParams: [params] }
    : { params };
  const request = {
    modelId: model.id,
    folderIds: [train],
    validationFolderIds: validation,
    ...stages,
    confirmed: true,
  };
  const training = await finish(call, (await call(api.trainAdd, request)).id);
  if (training.versionId === null) throw new Error('the training made no version');
  const tested = await finish(call, (await call(api.testAdd, { versionId: training.versionId, folderIds: [test] })).id);
  const summary = await call(api.testSummary, { taskId: tested.id });
  const answer = await askOnline(call, training.versionId, await testImage(data));
  const found = 'items' in answer.prediction ? answer.prediction.items.length : 0;
  say(`online: ${answer.verdict}, ${found} candidates, ${answer.ms.total} ms`);

  const report = {
    ...figuresOf(summary),
    // of several stages, with what is known of each: on the validation images
    ...(inStages ? { validation: (await call(api.versionInfo, { id: training.versionId })).metrics } : {}),
    train_seconds: seconds(training.startedAt, training.endedAt),
    test_seconds: seconds(tested.startedAt, tested.endedAt),
    online_latency_ms: answer.ms.total,
    version_id: training.versionId,
  };
  await writeFile(options.out, `${JSON.stringify(report, null, 2)}\n`);
  say(JSON.stringify(report));
}

await main().catch((error: unknown) => {
  say(`failed: ${(error as Error).message}`);
  process.exitCode = 1;
});
