/**
 * What a new user's first training finds: 25 labelled images of a set in one folder, the training started in the browser
 * with nothing changed in its form, and its version tested in the browser on the whole test part with nothing changed
 * either. The real product from the form to the figures; half an hour a set. Each finished one is kept in
 * `bench/figures/first-version/cells.jsonl`, or in the folder that LOUPE_FIRST_VERSION_CELLS names.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { api, isOpen, ofType, type BoxSummary, type Task } from '@loupe/contract';
import type { Page } from '@playwright/test';
import { modelPage } from '../apps/e2e/src/pages/model-page.ts';
import { trainForm, trainingPage } from '../apps/e2e/src/pages/training-page.ts';
import { wordsOf } from '../apps/e2e/src/support/words.ts';
import { figure, mean, type Bench, type Figure } from './bench.ts';
import { cellsOf, fromEngine, originsOf } from './cells.ts';
import { withServer, type RealServer } from './server/real.ts';
import { openWorkbench } from './server/workbench.ts';

/** First those whose images are smaller than what the presets have. */
const sets = ['workpiece-crack', 'vin-plates', 'bsdata', 'deeppcb'] as const;
const images = 25;
/** Found of all: from here on it is most of them. */
const most = '>= 0.5';
const atOnce = 20;
const askEveryMs = 5000;
const words = wordsOf('en');
const [trainName, testName] = ['first_images', 'test_part'];

interface Coco {
  images: { id: number; file_name: string; width: number; height: number }[];
  categories: { id: number; name: string }[];
  annotations: object[];
}
interface Cell {
  set: string;
  draw: number;
}
type Found = Pick<BoxSummary, 'map50' | 'map50_95' | 'map33' | 'recall' | 'precision' | 'truths' | 'detections'> & {
  threshold: number;
  size: unknown;
  steps: number;
  minutes: number;
};
const kept = cellsOf<Cell & { found: Found }>('first-version', 'LOUPE_FIRST_VERSION_CELLS');

const asName = (name: string): string => name.replaceAll('-', '_');

/** A folder with the images and shapes of a COCO part. */
async function addFolder({ call }: RealServer, datasetId: number, name: string, type: 'train' | 'test', coco: Coco) {
  const { id: folderId } = await call(api.folderAdd, { datasetId, name, type });
  const files = coco.images.map(({ file_name: file }) => ({
    name: path.basename(file),
    data: new Blob([new Uint8Array(readFileSync(file))]),
  }));
  for (let from = 0; from < files.length; from += atOnce) {
    // oxlint-disable-next-line no-await-in-loop -- as many as one request takes
    const { problems } = await call(api.imageUpload, { folderId }, { files: files.slice(from, from + atOnce) });
    if (problems.length > 0) throw new Error(problems[0]!.en_msg);
  }
  const named = coco.images.map((image) => ({ ...image, file_name: path.basename(image.file_name) }));
  const categories = coco.categories.map((one) => ({ ...one, name: asName(one.name) }));
  const { problems } = await call(api.cocoImport, { folderId, coco: { ...coco, images: named, categories } });
  if (problems.length > 0) throw new Error(JSON.stringify(problems[0]));
}

async function ended({ call }: RealServer, id: number): Promise<Task> {
  for (;;) {
    /* oxlint-disable no-await-in-loop -- asked again until it is over */
    const task = await call(api.taskInfo, { id });
    if (!isOpen(task.state)) {
      if (task.state !== 'completed') throw new Error(`${task.state}: ${task.causeText?.en}`);
      return task;
    }
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
    /* oxlint-enable no-await-in-loop */
  }
}

/** The form as it comes, then its question: nothing is chosen but *Start training*. */
async function train(server: RealServer, page: Page, modelId: number): Promise<Task> {
  await page.goto(`${server.address}/model/addSet?modelId=${modelId}`);
  return ended(server, await trainForm(page, words).start());
}

/** The dialog as it comes, but for the folder. */
async function test(server: RealServer, page: Page): Promise<BoxSummary> {
  const models = modelPage(page, words);
  await trainingPage(page, words).toVersions.click();
  await models.act(words.fill(words.t.models.versionN, { n: 1 }), words.t.models.test);
  await models.startTest(1, testName);
  const taskId = Number(new URL(page.url()).searchParams.get('id'));
  await ended(server, taskId);
  return ofType(await server.call(api.testSummary, { taskId }), 'boxes');
}

/** Of a set's draw; null where there is no such set. */
async function firstVersion(server: RealServer, page: Page, { set, draw }: Cell): Promise<Found | null> {
  const parts = fromEngine<{ train: Coco; test: Coco } | null>('detection_sets.py', set, images, draw, 'coco');
  if (!parts) return null;
  const { call } = server;
  const name = asName(`${set}_${draw}`);
  const labels = parts.train.categories.map((one) => ({ name: asName(one.name), color: '#d64545' }));
  const project = await call(api.projectAdd, { family: 'detection', name });
  const { id: datasetId } = await call(api.datasetAdd, { projectId: project.id, name, labels });
  await addFolder(server, datasetId, trainName, 'train', parts.train);
  await addFolder(server, datasetId, testName, 'test', parts.test);
  const model = await call(api.modelAdd, { projectId: project.id, planName: name, functionName: 'find' });
  const task = await train(server, page, model.id);
  const { map50, map50_95, map33, recall, precision, truths, detections, thresholds } = await test(server, page);
  const series = await call(api.taskSeries, { id: task.id });
  return {
    map50,
    map50_95,
    map33,
    recall,
    precision,
    truths,
    detections,
    threshold: thresholds.confidence,
    size: task.params?.['imageSize'],
    steps: series.reduce((last, { step }) => Math.max(last, step), 0),
    minutes: (Date.parse(task.endedAt!) - Date.parse(task.startedAt!)) / 60_000,
  };
}

const inWords = ({ map50, map33, map50_95, recall, precision, steps, minutes, size }: Found): string => {
  const scores = [map50, map33, map50_95].map((score) => (score ?? 0).toFixed(3)).join(' · ');
  const found = `recall ${recall.toFixed(2)}, precision ${precision.toFixed(2)}`;
  return `AP50 · AP33 · AP ${scores}; ${found}; ${steps} steps at ${String(size)} px in ${minutes.toFixed(0)} min`;
};

async function run({ quick }: { readonly quick: boolean }): Promise<Record<string, Figure>> {
  return withServer(async (server) => {
    const page = await openWorkbench(server);
    const figures: Record<string, Figure> = {};
    try {
      for (const set of sets) {
        const all: Found[] = [];
        for (const draw of quick ? [1] : [1, 2, 3]) {
          const key = { set, draw };
          const known = kept.all().find((one) => one.set === set && one.draw === draw);
          // oxlint-disable-next-line no-await-in-loop -- each has the machine for itself
          const found = known?.found ?? (await firstVersion(server, page, key));
          if (!found) continue;
          if (!known) kept.add({ ...key, found });
          console.log(`${set}, draw ${draw}: ${inWords(found)}`);
          all.push(found);
        }
        if (all.length === 0) continue;
        const suffix = set.replaceAll('-', '_');
        figures[`recall_${suffix}`] = figure(mean(all.map(({ recall }) => recall)), '', { goal: most });
        figures[`ap50_${suffix}`] = figure(mean(all.map(({ map50 }) => map50 ?? 0)), '');
      }
    } finally {
      await page.context().browser()?.close();
    }
    console.log(`Measured: ${originsOf(kept.all())}`);
    return figures;
  });
}

export const bench: Bench = {
  title:
    "a new user's first version: 25 images of each of four sets, trained and tested in the browser, forms untouched",
  run,
};
