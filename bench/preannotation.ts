/**
 * What a pre-annotation saves, and what it costs. A scripted person brings ten images with 50 objects to the truth in the
 * real workbench, by hand and by correcting what a model proposes (annotate/person.ts); and how many images a second the
 * product pre-annotates, beside bare loops of ONNX Runtime over the same files. The model is trained once on the training
 * part of deeppcb and kept; the images are of its test part.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { api } from '@loupe/contract';
import { boundsOf, boxIou, type Box } from '@loupe/geometry';
import { expect, type Page } from '@playwright/test';
import { wordsOf } from '../apps/e2e/src/support/words.ts';
import { defaultProcesses } from '../apps/server/src/inference/index.ts';
import { figure, mean, median, python, root, type Bench, type Figure } from './bench.ts';
import { klm, makePerson, secondsOf, type Corners } from './annotate/person.ts';
import { byHand, byProposals, good, pairs, type Hand, type Truth } from './annotate/work.ts';
import { bareLoops } from './bare.ts';
import { withServer, type RealServer } from './server/real.ts';
import { addVersion } from './server/version.ts';
import { openWorkbench } from './server/workbench.ts';

const set = path.resolve(root, '../shared/data/deeppcb');
const model = path.join(root, '.cache/bench/deeppcb.onnx');
/** CPU seconds of its training. */
const trainingSeconds = '1800';
const [wantedImages, wantedObjects, side] = [10, 50, 640];
const hosts = defaultProcesses();

interface SetImage {
  name: string;
  truths: Truth[];
}

function testPart(): { labels: string[]; images: SetImage[] } {
  const coco = JSON.parse(readFileSync(path.join(set, 'annotations/test.json'), 'utf8')) as {
    categories: { id: number; name: string }[];
    images: { id: number; file_name: string }[];
    annotations: { image_id: number; category_id: number; bbox: [number, number, number, number] }[];
  };
  const kinds = coco.categories.toSorted((a, b) => a.id - b.id);
  const place = new Map(kinds.map(({ id }, i) => [id, i]));
  const images = coco.images.map(({ id, file_name }) => ({
    name: file_name,
    truths: coco.annotations
      .filter((one) => one.image_id === id)
      .map(({ category_id, bbox: [x, y, w, h] }) => ({
        label: place.get(category_id)!,
        box: [x, y, x + w, y + h] as Corners,
      })),
  }));
  return { labels: kinds.map(({ name }) => name.replaceAll('-', '_')), images };
}

/** The first ten images in a row that have 50 objects together. */
function chosen(images: readonly SetImage[]): SetImage[] {
  for (let from = 0; from + wantedImages <= images.length; from++) {
    const some = images.slice(from, from + wantedImages);
    if (some.reduce((sum, { truths }) => sum + truths.length, 0) === wantedObjects) return some;
  }
  throw new Error('no ten images in a row have 50 objects');
}

function trainModel(): void {
  if (existsSync(model)) return;
  mkdirSync(path.dirname(model), { recursive: true });
  const args = [path.join(root, 'bench/annotate_model.py'), 'deeppcb', trainingSeconds, model];
  console.log(`  trained: ${execFileSync(python, args, { encoding: 'utf8' }).trim().split('\n').at(-1)}`);
}

const fileOf = (name: string) => ({
  name: path.basename(name),
  data: new Blob([new Uint8Array(readFileSync(path.join(set, 'images', name)))]),
});
async function upload({ call }: RealServer, folderId: number, images: readonly SetImage[]): Promise<void> {
  for (let from = 0; from < images.length; from += 20) {
    const files = images.slice(from, from + 20).map(({ name }) => fileOf(name));
    // oxlint-disable-next-line no-await-in-loop
    const { problems } = await call(api.imageUpload, { folderId }, { files });
    if (problems.length > 0) throw new Error(problems[0]!.en_msg);
  }
}

/** Wall seconds of a pre-annotation of the folder, and CPU seconds of everything. */
async function preannotate(server: RealServer, versionId: number, folderId: number) {
  const { call } = server;
  const [begun, cpu] = [Date.now(), server.cpuOfAll()];
  const { id } = await call(api.preannotateAdd, {
    versionId,
    selection: { filter: { folderId } },
    scope: 'all',
    missingLabels: 'create',
  });
  /* oxlint-disable no-await-in-loop -- asked again until it is over */
  for (;;) {
    const { state, causeText, endedAt } = await call(api.taskInfo, { id });
    if (state === 'completed') return { wall: (Date.parse(endedAt!) - begun) / 1000, cpu: server.cpuOfAll() - cpu };
    if (state === 'failed') throw new Error(causeText?.en ?? 'the pre-annotation failed');
    // each question costs the server as much as the news of an image
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  /* oxlint-enable no-await-in-loop */
}

/** As far as the workbench shows it, on the fitted image. */
const margin = 16;
const placing = (page: Page) => async (at: readonly [number, number]) => {
  const box = (await page.getByTestId('stage').boundingBox())!;
  const scale = (Math.min(box.width, box.height) - 2 * margin) / side;
  const place = (one: number, from: number, length: number) => from + length / 2 + (one - side / 2) * scale;
  return { x: place(at[0], box.x, box.width), y: place(at[1], box.y, box.height) };
};

/** What of the image is not as it is in the set: objects that are not drawn, and shapes too many. */
async function wrong({ call }: RealServer, imageId: number, truths: readonly Truth[], labels: readonly number[]) {
  const { shapes } = await call(api.imageShapes, { imageId });
  const left = new Set(shapes);
  const missing = truths.filter(({ label, box }) => {
    const same = [...left].find(
      (shape) => shape.labelId === labels[label] && boxIou(boundsOf(shape.points), box as Box) >= good,
    );
    return !same || !left.delete(same);
  });
  return { missing, tooMany: [...left].map(({ labelId, points }) => [labels.indexOf(labelId ?? 0), ...points]) };
}

/** Until the server has all of it. */
async function check(server: RealServer, imageId: number, truths: readonly Truth[], labels: readonly number[]) {
  const until = Date.now() + 20_000;
  /* oxlint-disable no-await-in-loop -- asked again */
  for (;;) {
    const { missing, tooMany } = await wrong(server, imageId, truths, labels);
    if (missing.length + tooMany.length === 0) return;
    if (Date.now() > until) throw new Error(`image ${imageId}: ${JSON.stringify({ missing, tooMany })}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  /* oxlint-enable no-await-in-loop */
}

/** What the stage says while an image is on its way, in either language. */
const waiting = (['zh', 'en'] as const).flatMap((language) => {
  const { t, message } = wordsOf(language);
  return [t.annotation.pixelsLoading, message('loading')];
});

interface Place {
  folderId: number;
  labels: number[];
}

async function annotate(server: RealServer, page: Page, { folderId, labels }: Place, images: readonly SetImage[]) {
  const { list } = await server.call(api.imageList, { folderId, pageNum: 1, pageSize: 100 });
  const hand: Hand = { person: makePerson(page, placing(page)), label: -1, tool: 'v' };
  let proposed = 0;
  let rejected = 0;
  await page.goto(`${server.address}/dataset/handleImg?folderId=${folderId}&id=${list[0]!.id}`);
  for (const { id, name } of list) {
    const { truths } = images.find((one) => path.basename(one.name) === name)!;
    /* oxlint-disable no-await-in-loop -- one after the other */
    await page.waitForFunction((title) => document.title.startsWith(title), name);
    await page.getByText(`${side} × ${side}`).waitFor();
    // until then the image before is still on the stage
    for (const text of waiting) await expect(page.getByText(text, { exact: true })).toBeHidden(); // oxlint-disable-line no-await-in-loop
    await page.waitForTimeout(400);
    const [proposals] = (await server.call(api.imageShapes, { imageId: id })).proposals;
    if (proposals) {
      const shown = proposals.items.filter(({ score, labelId }) => {
        const own = proposals.from.byLabel.find((one) => one.labelId === labelId);
        return score >= (own?.from ?? proposals.from.common);
      });
      const list = pairs(shown, truths, (labelId) => labels.indexOf(labelId ?? 0));
      await byProposals(hand, list, truths);
      proposed += list.length;
      rejected += list.filter(({ truth }) => truth === undefined).length;
    } else await byHand(hand, truths);
    await page.locator('[data-testid="saved-chip"][data-kind="saved"]').waitFor();
    await page.waitForTimeout(400);
    await check(server, id, truths, labels);
    await hand.person.key('d');
    /* oxlint-enable no-await-in-loop */
  }
  return { counts: hand.person.counts, seconds: secondsOf(hand.person.counts), proposed, rejected };
}

/** The person's seconds by hand and with proposals. */
async function people(server: RealServer, place: Place & { versionId: number; datasetId: number }, images: SetImage[]) {
  const page = await openWorkbench(server);
  try {
    const folder = async (name: string) => (await server.call(api.folderAdd, { datasetId: place.datasetId, name })).id;
    const [bare, helped] = [await folder('drawn'), await folder('proposed')];
    for (const id of [bare, helped]) await upload(server, id, images); // oxlint-disable-line no-await-in-loop
    await preannotate(server, place.versionId, helped);
    const drawn = await annotate(server, page, { ...place, folderId: bare }, images);
    const corrected = await annotate(server, page, { ...place, folderId: helped }, images);
    console.log(`  by hand ${JSON.stringify(drawn.counts)}`);
    console.log(
      `  corrected ${JSON.stringify(corrected.counts)}, ${corrected.proposed} proposed, ${corrected.rejected} false`,
    );
    // looked at one by one, each proposal costs a thought
    const looked = corrected.seconds + corrected.proposed * klm.think;
    return {
      annotate_s: figure(corrected.seconds, 's', { peer: drawn.seconds, goal: '<= 0.25' }),
      annotate_looking_s: figure(looked, 's', { peer: drawn.seconds }),
      annotate_keys: figure(corrected.counts.key, 'keys', { peer: drawn.counts.key }),
      annotate_moves: figure(corrected.counts.point, 'moves', { peer: drawn.counts.point }),
    } satisfies Record<string, Figure>;
  } finally {
    await page.context().browser()?.close();
  }
}

/** Images a second of the product and of bare loops, as many as the product has hosts, in turn. */
async function speed(server: RealServer, place: Place & { versionId: number }, images: SetImage[], rounds: number) {
  const files = mkdtempSync(path.join(tmpdir(), 'loupe-bench-'));
  try {
    for (const { name } of images) copyFileSync(path.join(set, 'images', name), path.join(files, path.basename(name)));
    await upload(server, place.folderId, images);
    await preannotate(server, place.versionId, place.folderId);
    const bare = () => bareLoops(model, files, Math.ceil(images.length / hosts), hosts);
    const found: { rate: number; peer: number; cpu: number; peerCpu: number }[] = [];
    let before = await bare();
    /* oxlint-disable no-await-in-loop -- in turn */
    for (let i = 0; i < rounds; i++) {
      const ours = await preannotate(server, place.versionId, place.folderId);
      const after = await bare();
      const peerWall = mean([before.wall_ms, after.wall_ms]);
      found.push({
        rate: images.length / ours.wall,
        peer: (1000 * hosts) / peerWall,
        cpu: (1000 * ours.cpu) / images.length,
        peerCpu: mean([before.cpu_ms, after.cpu_ms]),
      });
      console.log(`  ${JSON.stringify(found.at(-1))}`);
      before = after;
    }
    /* oxlint-enable no-await-in-loop */
    const middle = (of: (one: (typeof found)[number]) => number) => median(found.map(of));
    const peer = middle((one) => one.peer);
    const peerCpu = middle((one) => one.peerCpu);
    return {
      prelabel_per_s: figure(peer * middle((one) => one.rate / one.peer), '/s', { peer, goal: '>= 0.85' }),
      prelabel_cpu_over_raw: figure(peerCpu * middle((one) => one.cpu / one.peerCpu), 'ms', { peer: peerCpu }),
    };
  } finally {
    rmSync(files, { recursive: true, force: true });
  }
}

async function run({ quick }: { readonly quick: boolean }): Promise<Record<string, Figure>> {
  if (!existsSync(set)) throw new Error('deeppcb is not under ../shared/data');
  trainModel();
  const { labels, images } = testPart();
  return withServer(async (server) => {
    const { versionId, folderId, datasetId, labelIds } = await addVersion(server, model, labels);
    const place = { versionId, folderId, datasetId, labels: labelIds };
    const persons = await people(server, place, chosen(images));
    return { ...persons, ...(await speed(server, place, images.slice(0, quick ? 60 : 200), 3)) };
  });
}

export const bench: Bench = {
  title:
    'a scripted person annotates 50 objects by hand and with a pre-annotation; images a second beside a bare runtime',
  run,
};
