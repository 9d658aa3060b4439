/**
 * From a folder of texts to a verdict, over the typed client: import, the ready-made reader as it is, training, test, one image
 * online, figures of both as JSON.
 *
 *   node examples/train-ocr.ts --server http://127.0.0.1:7373 --user admin --password … --data DIR --minutes 5 --out report.json
 *
 * DIR holds `images/` and `train.jsonl`, `test.jsonl` (`val.jsonl` may be missing): a line is
 * `{"image": "images/a.jpg", "width": 640, "height": 480, "label": [{"transcription": "LOT 7", "points": [[x, y], …], "difficult": false}]}`.
 * `--params '{"batchSize":4}'` sets parameters of both networks, `--read '{"language":"en"}'` those of the one that reads.
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { api, limits, ofType, type Call, type CallFile } from '@loupe/contract';
import { askOnline, finish, say, seconds, signIn } from './common.ts';

interface Line {
  image: string;
  width: number;
  height: number;
  label: { transcription: string; points: [number, number][]; difficult: boolean }[];
}
type Part = 'train' | 'val' | 'test';

const { values: options } = parseArgs({
  options: {
    server: { type: 'string', default: 'http://127.0.0.1:7373' },
    user: { type: 'string', default: 'admin' },
    password: { type: 'string' },
    data: { type: 'string' },
    minutes: { type: 'string', default: '5' },
    params: { type: 'string', default: '{}' },
    read: { type: 'string', default: '{}' },
    out: { type: 'string', default: 'report.json' },
  },
});

const linesOf = async (data: string, part: Part): Promise<Line[]> =>
  (await readFile(join(data, `${part}.jsonl`), 'utf8'))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Line);

/** As COCO-Text has it: polygons with what they say; what cannot be read is to be ignored. */
const cocoOf = (lines: readonly Line[], category: string) => ({
  images: lines.map(({ image, width, height }, i) => ({ id: i + 1, file_name: basename(image), width, height })),
  categories: [{ id: 1, name: category }],
  annotations: lines.flatMap(({ label }, i) =>
    label.map(({ transcription, points, difficult }, k) => {
      const isUnreadable = difficult || transcription === '###';
      return {
        id: 10_000 * (i + 1) + k,
        image_id: i + 1,
        category_id: 1,
        segmentation: [points.flat()],
        ...(isUnreadable ? { iscrowd: 1 } : { utf8_string: transcription }),
      };
    }),
  ),
});

const fileOf = async (data: string, { image }: Line): Promise<CallFile> => ({
  name: basename(image),
  data: new Blob([await readFile(join(data, image))]),
});

/** Uploads the images of one part in batches and sends their texts. Gives the folder's id. */
async function importPart(call: Call, datasetId: number, data: string, part: Part): Promise<number> {
  const lines = await linesOf(data, part);
  const folder = await call(api.folderAdd, {
    datasetId,
    name: `${part}-texts`,
    type: part === 'val' ? 'validation' : part,
  });
  for (let start = 0; start < lines.length; start += limits.uploadImages) {
    const batch = lines.slice(start, start + limits.uploadImages);
    const files = await Promise.all(batch.map((line) => fileOf(data, line)));
    const report = await call(api.imageUpload, { folderId: folder.id }, { files });
    for (const problem of report.problems) say(`${part}: ${problem.en_msg}`);
  }
  const { labels } = await call(api.datasetInfo, { id: datasetId });
  const report = await call(api.cocoImport, { folderId: folder.id, coco: cocoOf(lines, labels[0]!.name) });
  say(`${part}: ${report.images} images, ${report.shapes} texts`);
  for (const problem of report.problems) say(`${part}: ${problem.en_msg}`);
  return folder.id;
}

/** Trains (or takes the reader as it is), tests, and asks for one image. */
async function figuresOf(call: Call, request: Parameters<typeof start>[1], test: number, image: CallFile) {
  const training = await finish(call, (await start(call, request)).id);
  if (training.versionId === null) throw new Error('the training made no version');
  const tested = await finish(call, (await call(api.testAdd, { versionId: training.versionId, folderIds: [test] })).id);
  const summary = ofType(await call(api.testSummary, { taskId: tested.id }), 'texts');
  const answer = await askOnline(call, training.versionId, image);
  const { items } = ofType(answer.prediction, 'texts');
  say(`online: ${answer.verdict}, ${items.map(({ text }) => text).join(' | ')}, ${answer.ms.total} ms`);
  return {
    det_hmean: summary.hmean,
    word_accuracy: summary.wordAccuracy,
    one_minus_ned: summary.oneMinusNed,
    end_to_end: summary.endToEnd,
    train_seconds: seconds(training.startedAt, training.endedAt),
    test_seconds: seconds(tested.startedAt, tested.endedAt),
    online_latency_ms: answer.ms.total,
    version_id: training.versionId,
  };
}

interface Request {
  modelId: number;
  folderIds: number[];
  validationFolderIds: number[];
  params: Record<string, unknown>;
  laterParams: Record<string, unknown>[];
}
const start = (call: Call, request: Request) => call(api.trainAdd, { ...request, confirmed: true });

async function main(): Promise<void> {
  const { data, password } = options;
  if (!data || !password) throw new Error('--data and --password are needed');
  const { call } = await signIn(options.server, options.user, password);
  const stamp = Date.now();
  const project = await call(api.projectAdd, { family: 'ocr', name: `ocr_${stamp}`, description: basename(data) });
  const naming = { planName: `plan_${stamp}`, functionName: 'read', type: 'text' } as const;
  const model = await call(api.modelAdd, { projectId: project.id, ...naming });
  const setOf = (role: string) => model.datasets.find((one) => one.role === role)!.id;
  const train = await importPart(call, setOf('train'), data, 'train');
  const hasValidation = existsSync(join(data, 'val.jsonl'));
  const validation = hasValidation ? [await importPart(call, setOf('train'), data, 'val')] : [];
  const test = await importPart(call, setOf('test'), data, 'test');
  const [first] = await linesOf(data, 'test');
  if (!first) throw new Error('test.jsonl lists no image');
  const image = await fileOf(data, first);

  const request = { modelId: model.id, folderIds: [train], validationFolderIds: validation };
  const reader = { training: 'none' };
  const ready = { ...request, params: reader, laterParams: [reader] };
  const zero = await figuresOf(call, ready, test, image);
  say(`zero-shot: ${JSON.stringify(zero)}`);

  const both = { length: 'time', timeBudget: Number(options.minutes), ...(JSON.parse(options.params) as object) };
  const read = { ...both, ...(JSON.parse(options.read) as object) };
  const tuned = await figuresOf(call, { ...request, params: both, laterParams: [read] }, test, image);
  const report = { ...tuned, zero_shot: zero };
  await writeFile(options.out, `${JSON.stringify(report, null, 2)}\n`);
  say(JSON.stringify(report));
}

await main().catch((error: unknown) => {
  say(`failed: ${(error as Error).message}`);
  process.exitCode = 1;
});
