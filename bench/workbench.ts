/**
 * What a person waits for in the workbench of the real product, in Chromium: the next image, a very large one, an edit that
 * is safe in this browser and then on the server; and whether memory grows over a thousand images.
 */
import { api, routeUrl, tileSide } from '@loupe/contract';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { wordsOf } from '../apps/e2e/src/support/words.ts';
import { figure, median, quantile, type Bench, type Figure } from './bench.ts';
import { memoryMb } from './processes.ts';
import { addMaterial } from './server/material.ts';
import { withServer, type RealServer } from './server/real.ts';
import { openWorkbench } from './server/workbench.ts';
import { readerPath, readerSource, watchPage } from './workbench/watch.ts';

const camera = { width: 4000, height: 3000 };
const cameraImages = 12;
const small = { width: 1600, height: 1200 };
const smallImages = 100;
const largeSide = 10_240;
/** Heights of what stands in for it (core/decode/draw.ts). */
const [thumbSide, previewSide] = [320, 2048];
const { t } = wordsOf('en');
/** Before a step: so long an image is looked at, at least. */
const lookMs = 1500;

interface Size {
  width: number;
  height: number;
}
/** As a camera gives it: grey with noise. */
const photograph = ({ width, height }: Size): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: '#607080', noise: { type: 'gaussian', mean: 120, sigma: 8 } },
  })
    .jpeg({ quality: 85 })
    .toBuffer();

/** So many of a size, each a row higher: its height tells one from another. */
const rising = (count: number, { width, height }: Size): Size[] =>
  Array.from({ length: count }, (_, i) => ({ width, height: height + i }));

/** The id of a new folder with an image of each size. */
async function folderOf(
  { call }: RealServer,
  datasetId: number,
  name: string,
  sizes: readonly Size[],
): Promise<number> {
  const { id: folderId } = await call(api.folderAdd, { datasetId, name });
  for (const [i, size] of sizes.entries()) {
    // oxlint-disable no-await-in-loop -- an image of 100 megapixels at a time
    const data = new Blob([Uint8Array.from(await photograph(size))]);
    const file = { name: `${String(i).padStart(4, '0')}.jpg`, data };
    const { problems } = await call(api.imageUpload, { folderId }, { files: [file] });
    // oxlint-enable no-await-in-loop
    if (problems.length > 0) throw new Error(problems[0]!.en_msg);
  }
  return folderId;
}

/** From the key or the press that began it to the frame that shows an image of this height. */
async function shownAfter(page: Page, height: number): Promise<number> {
  const handle = await page.waitForFunction(
    (wanted) => {
      const { begun, shown } = window.watched;
      const found = shown.find((one) => one.height === wanted && one.at > begun);
      return found && { ms: found.at - begun };
    },
    height,
    { polling: 20, timeout: 300_000 },
  );
  return ((await handle.jsonValue()) as { ms: number }).ms;
}
const forget = (page: Page) => page.evaluate(() => void window.watched.shown.splice(0));

async function open({ address, call }: RealServer, page: Page, folderId: number, height: number): Promise<void> {
  const { list } = await call(api.imageList, { folderId, pageNum: 1, pageSize: 1 });
  await page.goto(`${address}/dataset/handleImg?folderId=${folderId}&id=${list[0]!.id}`);
  await shownAfter(page, height);
  await page.waitForTimeout(lookMs);
}

/** Steps through a folder whose images differ in height. */
async function nextImages(server: RealServer, page: Page, folderId: number): Promise<number[]> {
  await open(server, page, folderId, camera.height);
  const times: number[] = [];
  for (let i = 1; i < cameraImages; i++) {
    // oxlint-disable no-await-in-loop -- step by step
    await forget(page);
    await page.keyboard.press('d');
    times.push(await shownAfter(page, camera.height + i));
    await page.waitForTimeout(lookMs);
    // oxlint-enable no-await-in-loop
  }
  return times;
}

/** A large image that nothing has been fetched of, chosen in the strip: until it can be drawn on, is as sharp as the screen, and has its own pixels. */
async function openLarge(server: RealServer, page: Page, folderId: number, before: number) {
  await open(server, page, folderId, small.height);
  await forget(page);
  await page.getByRole('navigation', { name: t.annotation.strip }).getByRole('button').nth(before).click();
  // its thumbnail
  const drawable = await shownAfter(page, thumbSide);
  const clear = await shownAfter(page, previewSide);
  return { drawable, clear, sharp: await shownAfter(page, tileSide) };
}

/** Draws rectangles one by one: from the release of the pointer to the disk of this browser, until the page knows, and to the server's answer. */
async function editTimes(server: RealServer, page: Page, folderId: number, count: number) {
  await open(server, page, folderId, small.height);
  const box = (await page.getByTestId('stage').boundingBox())!;
  await page.keyboard.press('r');
  const times = { kept: [] as number[], known: [] as number[], answered: [] as number[] };
  const kinds = ['kept', 'known', 'answered'] as const;
  for (let i = 0; i < count; i++) {
    // oxlint-disable no-await-in-loop -- one after the other
    const [x, y] = [box.x + box.width * (0.3 + 0.03 * (i % 12)), box.y + box.height * (0.3 + 0.02 * (i % 17))];
    await page.evaluate((all) => all.forEach((kind) => window.watched[kind].splice(0)), kinds);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y + 20, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction((all) => all.every((kind) => window.watched[kind].length > 0), kinds);
    const watched = await page.evaluate(() => window.watched);
    for (const kind of kinds) times[kind].push(watched[kind][0]! - watched.released);
    await page.waitForTimeout(100);
    // oxlint-enable no-await-in-loop
  }
  return times;
}

/** MB of the page's scripts after a collection of garbage, and of the process of the page. */
async function memoryOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  const all = await page.context().browser()!.newBrowserCDPSession();
  const { processInfo } = await all.send('SystemInfo.getProcessInfo');
  await all.detach();
  const pages = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  return { heap: usedSize / 1024 ** 2, process: memoryMb(pages) };
}

/** Once to and fro: until then the browser still compiles what runs often, which is most of what the heap grows by. */
const warmSteps = 2 * (smallImages - 1);

/** Steps to and fro through a folder; memory once it is warm and after the last. */
async function walk(server: RealServer, page: Page, folderId: number, steps: number) {
  await open(server, page, folderId, small.height);
  let first: Awaited<ReturnType<typeof memoryOf>> | undefined;
  for (let step = 0; step < steps; step++) {
    // oxlint-disable no-await-in-loop -- step by step
    const turn = step % (2 * (smallImages - 1));
    const isBack = turn >= smallImages - 1;
    await forget(page);
    await page.keyboard.press(isBack ? 'a' : 'd');
    await shownAfter(page, small.height + (isBack ? 2 * (smallImages - 1) - turn - 1 : turn + 1));
    if (step === warmSteps) first = await memoryOf(page);
    // oxlint-enable no-await-in-loop
  }
  const last = await memoryOf(page);
  console.log(`  after ${warmSteps} images ${JSON.stringify(first)}, after ${steps} ${JSON.stringify(last)}`);
  return { heap: last.heap / first!.heap - 1, process: last.process - first!.process };
}

const shownMs = (times: readonly number[]) =>
  `median ${median(times).toFixed(0)}, 95 % ${quantile(times, 0.95).toFixed(0)}, most ${Math.max(...times).toFixed(0)} ms`;

async function measure(server: RealServer, page: Page, quick: boolean): Promise<Record<string, Figure>> {
  const { datasetId } = await addMaterial(server.call);
  const folder = (name: string, sizes: readonly Size[]) => folderOf(server, datasetId, name, sizes);
  const steps = await nextImages(server, page, await folder('camera', rising(cameraImages, camera)));
  console.log(`  next image: ${shownMs(steps)}`);
  const before = 6;
  const large = await folder('large', [...rising(before, small), { width: largeSide, height: largeSide }]);
  const opened = await openLarge(server, page, large, before);
  const many = await folder('many', rising(smallImages, small));
  const edits = await editTimes(server, page, many, quick ? 15 : 60);
  console.log(`  edit on this disk: ${shownMs(edits.kept)}; the page knows: ${shownMs(edits.known)}`);
  console.log(`  edit on the server: ${shownMs(edits.answered)}`);
  const grown = await walk(server, page, many, quick ? 400 : 1000);
  return {
    next_image_ms: figure(quantile(steps, 0.95), 'ms', { goal: '<= 50' }),
    open_10240_ms: figure(opened.drawable, 'ms', { goal: '<= 1000' }),
    open_10240_clear_ms: figure(opened.clear, 'ms'),
    open_10240_sharp_ms: figure(opened.sharp, 'ms'),
    edit_to_outbox_p95_ms: figure(quantile(edits.kept, 0.95), 'ms', { goal: '<= 20' }),
    edit_known_to_page_p95_ms: figure(quantile(edits.known, 0.95), 'ms'),
    edit_to_server_p95_ms: figure(quantile(edits.answered, 0.95), 'ms', { goal: '<= 1500' }),
    heap_growth_1000_images: figure(grown.heap, 'of the heap', { goal: '<= 0.1' }),
    process_growth_mb: figure(grown.process, 'MB'),
  };
}

export const bench: Bench = {
  title: 'what a person waits for in the workbench, and its memory over a thousand images',
  run: ({ quick }) =>
    withServer(async (server) => {
      const page = await openWorkbench(server);
      try {
        await page.route(`**${readerPath}`, (route) =>
          route.fulfill({ contentType: 'text/javascript', body: readerSource }),
        );
        await page.addInitScript(watchPage, { opsPath: routeUrl(api.imageOps), reader: readerPath });
        return await measure(server, page, quick);
      } finally {
        await page.context().browser()?.close();
      }
    }),
};
