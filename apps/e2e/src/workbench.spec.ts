/** The workbench with real keys and a real mouse: whose label a key sets, what Space does, the way through a folder. */
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { api, limits, type DatasetImage } from '@loupe/contract';
import { imagePage } from './pages/image-page.ts';
import { workbenchPage } from './pages/workbench-page.ts';
import { fileOf, type Client } from './support/client.ts';
import { drawImages } from './support/png.ts';
import { addFolder } from './support/seed.ts';
import { test } from './support/signed-in.ts';
import { wordsOf } from './support/words.ts';

const words = wordsOf('zh');
const { t, fill, message } = words;

/** A folder of new images whose data set has the labels scratch (key 1) and dent (key 2). */
const folderOf = async ({ call }: Client, name: string, count: number, seed: number) => {
  const { dataset, folder } = await addFolder(call, name, []);
  const drawn = drawImages(name, count, seed);
  for (let i = 0; i < count; i += limits.uploadImages) {
    const files = drawn.slice(i, i + limits.uploadImages).map(fileOf);
    await call(api.imageUpload, { folderId: folder.id }, { files });
  }
  await call(api.labelAdd, { datasetId: dataset.id, name: 'dent', color: '#ffa51f' });
  const { list } = await call(api.imageList, { folderId: folder.id, pageNum: 1, pageSize: 100 });
  return { folder, images: list };
};
const addressOf = ({ folderId, id }: DatasetImage) => `/dataset/handleImg?folderId=${folderId}&id=${id}`;
const shapesOf = async ({ call }: Client, imageId: number) => (await call(api.imageShapes, { imageId })).shapes;

test('key, draw, key, draw: each shape has the label of the key before it; Select relabels and says so', async ({
  page,
  client,
  notices,
}) => {
  const { images } = await folderOf(client, 'keys_line', 1, 701);
  const desk = workbenchPage(page, words);
  await page.goto(addressOf(images[0]!));
  await desk.expectShown(images[0]!.name);
  await desk.press('r');
  await desk.press('1');
  await desk.drag([20, 20], [80, 80]);
  await desk.press('2');
  await expect(desk.label('dent')).toHaveAttribute('aria-pressed', 'true');
  await desk.drag([120, 20], [180, 80]);
  await desk.label('scratch').click();
  await desk.drag([220, 20], [280, 80]);
  await expect(desk.shape('scratch', 2)).toBeVisible();
  await expect(desk.shape('dent', 1)).toBeVisible();
  await desk.expectSaved();
  const drawn = (await shapesOf(client, images[0]!.id)).toSorted((a, b) => a.points[0]! - b.points[0]!);
  const { labels } = await client.call(api.imageShapes, { imageId: images[0]!.id });
  const nameOf = (id: number | null) => labels.find((label) => label.id === id)?.name;
  expect(drawn.map((shape) => nameOf(shape.labelId))).toEqual(['scratch', 'dent', 'scratch']);

  await desk.press('v');
  await desk.press('2');
  await notices.expect(fill(t.annotation.relabelled, { from: 'scratch #2', to: 'dent' }));
  await expect(desk.shape('dent', 2)).toBeVisible();
  await desk.press('Control+z');
  await expect(desk.shape('scratch', 2)).toBeVisible();
});

test("after a slider was dragged the keys are the canvas's, and Space always pans", async ({ page, client }) => {
  const { images } = await folderOf(client, 'space_line', 1, 711);
  const image = images[0]!;
  const desk = workbenchPage(page, words);
  await page.goto(addressOf(image));
  await desk.expectShown(image.name);
  await desk.press('r');
  await desk.drag([100, 100], [220, 220]);
  await desk.press('v');
  await desk.expectSaved();
  await expect.poll(async () => (await shapesOf(client, image.id)).length).toBe(1);
  const [before] = await shapesOf(client, image.id);

  const area = (await desk.stage.boundingBox())!;
  const clip = { x: area.x + 4, y: area.y + area.height / 2, width: 4, height: 4 };
  const ground = await page.screenshot({ clip });
  const handle = desk.slider(t.annotation.brightness);
  const box = (await handle.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 30, box.y + box.height / 2, { steps: 3 });
  await page.mouse.up();
  await expect(desk.stage).toBeFocused();
  await expect(handle).not.toHaveAttribute('aria-valuenow', '0');
  // the image is brighter, not what it lies on
  expect((await page.screenshot({ clip })).equals(ground)).toBe(true);

  // The slider in focus by key, a button in focus: Space is the canvas's all the same.
  for (const focused of [handle, desk.undo]) {
    await focused.focus();
    await page.keyboard.down('Space');
    await desk.moveTo([150, 150]);
    await page.mouse.down();
    await desk.moveTo([170, 160]);
    await expect(desk.stage).toHaveCSS('cursor', 'grabbing');
    await desk.moveTo([150, 150]);
    await page.mouse.up();
    await page.keyboard.up('Space');
    await expect(desk.stage).toHaveCSS('cursor', /^(?!grab)/);
  }
  await expect(desk.shapes).toHaveCount(1);
  expect(await shapesOf(client, image.id)).toEqual([before]);

  // Not by chance: the same drag without Space moves it.
  await desk.drag([150, 150], [170, 160]);
  await desk.expectSaved();
  await expect.poll(async () => (await shapesOf(client, image.id))[0]!.points).not.toEqual(before!.points);
});

test('the filter and order of the list live on; next unannotated by key and by button; the list keeps its place', async ({
  page,
  client,
  notices,
}) => {
  const { folder, images } = await folderOf(client, 'filtered_line', 60, 721);
  const names = images.map(({ name }) => name);
  // Annotated already: the 2nd and the 58th.
  for (const at of [1, 57]) {
    const ops = [{ opId: randomUUID(), kind: 'checkEmpty' as const, shapeId: null, base: null, shape: null }];
    await client.call(api.imageOps, { imageId: images[at]!.id, clientId: randomUUID(), ops });
  }
  const grid = imagePage(page, words);
  const desk = workbenchPage(page, words);
  await page.goto(`/dataset/fileInfo?id=${folder.id}&state=unannotated&sort=-name`);
  await expect(grid.image(names[59]!)).toBeVisible();
  await page.getByRole('grid').press('End');
  await grid.open(names[3]!);
  await desk.expectShown(names[3]!);
  await expect(desk.place(56, 58)).toBeVisible();
  await desk.press('r');
  const relisted = page.waitForResponse((answer) => answer.url().endsWith(api.imageList.path));
  await desk.drag([20, 20], [80, 80]);
  await desk.expectSaved();
  // The list comes again without it; what is on top still is its name, not that of the one that moved up.
  await (await relisted).finished();
  await desk.expectShown(names[3]!);
  await expect(desk.frames.and(page.locator('[aria-current=true]'))).toHaveAttribute('title', new RegExp(names[3]!));
  await desk.next.click();
  await desk.expectShown(names[2]!);
  await expect(desk.place(56, 57)).toBeVisible();
  // Back to what was annotated just now, though the filter leaves it out; it stands in the strip.
  await desk.press('a');
  await desk.expectShown(names[3]!);
  await expect(desk.frames.and(page.locator('[aria-current=true]'))).toHaveAttribute('title', new RegExp(names[3]!));
  await desk.press('d');
  await desk.expectShown(names[2]!);
  await desk.next.click();
  await desk.expectShown(names[0]!);
  await desk.next.click();
  await notices.expect(t.annotation.lastListed);

  await desk.back();
  await expect(page).toHaveURL(/state=unannotated/);
  await expect(page).toHaveURL(/sort=-name/);
  await expect(grid.image(names[0]!)).toBeInViewport();

  // In the whole folder, only a leap passes the annotated ones by.
  await page.goto(addressOf(images[0]!));
  await desk.expectShown(names[0]!);
  await desk.press('Shift+D');
  await desk.expectShown(names[2]!);
  await desk.nextOpen.click();
  await desk.expectShown(names[4]!);
  await desk.press('Shift+A');
  await desk.expectShown(names[2]!);

  await page.goto(`${addressOf(images[0]!)}&state=empty`);
  await desk.expectShown(names[0]!);
  await desk.press('d');
  await desk.expectShown(names[1]!);
  await desk.narrowed.click();
  await expect(page).not.toHaveURL(/state=/);
  await expect(desk.place(2, 60)).toBeVisible();
  await desk.press('d');
  await desk.expectShown(names[2]!);

  // An address that names the image alone has its folder all the same.
  await page.goto(`/dataset/handleImg?id=${images[4]!.id}`);
  await desk.expectShown(names[4]!);
  await expect(page).toHaveURL(new RegExp(`folderId=${folder.id}`));
  await expect(desk.place(5, 60)).toBeVisible();
});

test('undo survives a reload; what somebody else changed meanwhile is not taken back', async ({ page, client }) => {
  const { images } = await folderOf(client, 'undo_line', 2, 801);
  const [image, other] = images as [DatasetImage, DatasetImage];
  const desk = workbenchPage(page, words);
  await page.goto(addressOf(image));
  await desk.expectShown(image.name);
  await desk.press('r');
  await desk.drag([20, 20], [80, 80]);
  await desk.drag([120, 120], [180, 180]);
  await desk.drag([220, 220], [280, 280]);
  await desk.press('Delete');
  await expect(desk.shapes).toHaveCount(2);
  await desk.expectSaved();

  await page.reload();
  await desk.expectShown(image.name);
  await desk.undo.click();
  await expect(desk.shapes).toHaveCount(3);
  await desk.press('Control+z');
  await expect(desk.shapes).toHaveCount(2);
  await desk.redo.click();
  await expect(desk.shapes).toHaveCount(3);
  await desk.expectSaved();
  await desk.press('d');
  await desk.expectShown(other.name);
  await expect(desk.undo).toBeDisabled();

  // Somebody else moves the second shape: what was done before that stays done.
  const [first, second, third] = (await shapesOf(client, image.id)).toSorted((a, b) => a.points[0]! - b.points[0]!);
  const { rev, authorId: _, author: __, conflictOf: ___, ...shape } = second!;
  const moved = { ...shape, points: [130, 130, 190, 190] };
  await client.call(api.imageOps, {
    imageId: image.id,
    clientId: randomUUID(),
    ops: [{ opId: randomUUID(), kind: 'put', shapeId: second!.id, base: rev, shape: moved }],
  });
  await page.goto(addressOf(image));
  await desk.expectShown(image.name);
  await expect(desk.undo).toBeEnabled();
  await desk.undo.click();
  await expect(desk.shapes).toHaveCount(2);
  await expect(desk.undo).toBeDisabled();
  await desk.expectSaved();
  const left = await shapesOf(client, image.id);
  expect(left.map(({ id }) => id).sort()).toEqual([first!.id, second!.id].sort());
  expect(left.find(({ id }) => id === second!.id)!.points).toEqual(moved.points);
  expect(left.some(({ id }) => id === third!.id)).toBe(false);
});

test('nothing takes a half-drawn shape away: neither a key nor a button leaves the image or the tool', async ({
  page,
  client,
  notices,
}) => {
  const { folder, images } = await folderOf(client, 'held_line', 2, 741);
  const [first, second] = images as [DatasetImage, DatasetImage];
  const desk = workbenchPage(page, words);
  await page.goto(`/dataset/fileInfo?id=${folder.id}`);
  await imagePage(page, words).open(first.name);
  await desk.expectShown(first.name);
  await desk.press('p');
  await desk.press('1');
  for (const point of [
    [40, 40],
    [160, 40],
    [160, 160],
  ] as const)
    await desk.click(point);
  const ways = [
    () => desk.press('d'),
    () => desk.press('v'),
    () => desk.next.click(),
    () => desk.nextOpen.click(),
    () => desk.frames.nth(1).click(),
    () => desk.back(),
    () => page.goBack(),
  ];
  for (const leave of ways) {
    // oxlint-disable-next-line no-await-in-loop
    await leave();
    // oxlint-disable-next-line no-await-in-loop
    await notices.expect(message('canvas.unfinished'));
  }
  await desk.expectShown(first.name);
  // whether the browser would ask before the page is closed or loaded again
  const asks = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(await asks()).toBe(true);
  await desk.saving(() => desk.press('Enter'));
  expect(await asks()).toBe(false);
  await desk.next.click();
  await desk.expectShown(second.name);
  expect((await shapesOf(client, first.id)).map(({ kind }) => kind)).toEqual(['polygon']);
});

test('says over the image that it was deleted, names it beside what was not saved, and never says saved', async ({
  page,
  client,
  faults,
}) => {
  faults.allowHttp(404);
  const { images } = await folderOf(client, 'gone_line', 2, 751);
  const image = images[0]!;
  const desk = workbenchPage(page, words);
  await page.goto(addressOf(image));
  await desk.expectShown(image.name);
  await client.call(api.imageDelete, { ids: [image.id] });
  await desk.press('r');
  await desk.press('1');
  await desk.drag([40, 40], [120, 120]);
  await expect(page.getByRole('alert').filter({ hasText: t.annotation.goneTitle })).toBeVisible();
  await expect(desk.chip).toHaveAttribute('data-kind', 'refused');
  await desk.chip.click();
  const details = page.getByRole('tooltip').filter({ hasText: t.annotation.rejectedTitle });
  await expect(details).toContainText(image.name);
  await details.getByRole('button', { name: t.annotation.dismiss }).click();
  await desk.frames.nth(1).click();
  await desk.expectShown(images[1]!.name);
  await desk.press('r');
  await desk.saving(() => desk.drag([40, 40], [120, 120]));
  await desk.expectSaved();
});

test('while the next image is long in coming nothing is drawn, and no image stands below its name', async ({
  page,
  client,
}) => {
  const { images } = await folderOf(client, 'slow_line', 2, 761);
  const [first, second] = images as [DatasetImage, DatasetImage];
  const desk = workbenchPage(page, words);
  const way = Promise.withResolvers<void>();
  await page.route(`**/${api.imageShapes.path}`, async (route) => {
    if ((route.request().postDataJSON() as { imageId: number }).imageId === second.id) await way.promise;
    await route.continue();
  });
  await page.goto(addressOf(first));
  await desk.expectShown(first.name);
  await desk.press('r');
  await desk.press('1');
  await desk.saving(() => desk.drag([40, 40], [120, 120]));
  await desk.press('d');
  // still the first one's name, or none of the first one's shapes
  await desk.drag([140, 140], [220, 220]);
  await expect(page).toHaveTitle(`${second.name} · Loupe`);
  await expect(desk.shapes).toHaveCount(0);
  await desk.drag([140, 140], [220, 220]);
  way.resolve();
  await desk.expectShown(second.name);
  await expect(desk.shapes).toHaveCount(0);
  expect(await shapesOf(client, second.id)).toEqual([]);
  expect(await shapesOf(client, first.id)).toHaveLength(1);
  await desk.saving(() => desk.drag([140, 140], [220, 220]));
  expect(await shapesOf(client, second.id)).toHaveLength(1);
});

test('keys may come faster than images: none is lost, and each acts on the image that it was pressed for', async ({
  page,
  client,
}) => {
  const { images } = await folderOf(client, 'fast_line', 8, 771);
  const desk = workbenchPage(page, words);
  const pressAll = (...keys: readonly string[]) => Promise.all(keys.map((key) => page.keyboard.press(key)));
  await page.goto(addressOf(images[0]!));
  await desk.expectShown(images[0]!.name);
  await desk.press('v');
  await pressAll('d', 'd', 'd', 'd', 'a', 'd');
  await desk.expectShown(images[4]!.name);
  await expect(page).toHaveTitle(`${images[4]!.name} · Loupe`);
  expect(new URL(page.url()).searchParams.get('id')).toBe(String(images[4]!.id));
  // what is drawn as soon as the next image is there is drawn on that one
  await desk.press('r');
  await desk.press('1');
  await page.keyboard.press('d');
  await desk.expectShown(images[5]!.name);
  await desk.saving(() => desk.drag([40, 40], [120, 120]));
  await desk.expectSaved();
  const counts = await Promise.all(images.map(async ({ id }) => (await shapesOf(client, id)).length));
  expect(counts).toEqual([0, 0, 0, 0, 0, 1, 0, 0]);
});
