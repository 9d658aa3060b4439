/** An image of a 12-bit camera in the workbench: shown through a window that is set, kept, and set back. */
import { expect } from '@playwright/test';
import { api, fullWindow, windowTable } from '@loupe/contract';
import { workbenchPage } from './pages/workbench-page.ts';
import { fileOf } from './support/client.ts';
import { imageSide } from './support/png.ts';
import { addFolder } from './support/seed.ts';
import { test } from './support/signed-in.ts';
import { wordsOf } from './support/words.ts';

const words = wordsOf('zh');
const { t } = words;
const [dark, bright] = [500, 3000];

/** Grey, 16 bits, little endian: the left half dark, the right one bright. */
function halves(): Buffer {
  const samples = Uint16Array.from({ length: imageSide ** 2 }, (_, i) =>
    i % imageSide < imageSide / 2 ? dark : bright,
  );
  const pixels = Buffer.from(samples.buffer);
  const tags = [256, imageSide, 257, imageSide, 258, 16, 259, 1, 262, 1, 273, 8, 277, 1, 278, imageSide];
  tags.push(279, pixels.length);
  const directory = Buffer.alloc(2 + 6 * tags.length + 4);
  directory.writeUInt16LE(tags.length / 2);
  for (let i = 0; i < tags.length; i += 2) {
    const at = 2 + 6 * i;
    directory.writeUInt16LE(tags[i]!, at);
    directory.writeUInt16LE(4, at + 2);
    directory.writeUInt32LE(1, at + 4);
    directory.writeUInt32LE(tags[i + 1]!, at + 8);
  }
  const head = Buffer.from('49492a0000000000', 'hex');
  head.writeUInt32LE(8 + pixels.length, 4);
  return Buffer.concat([head, pixels, directory]);
}

test('16 bits: automatic at first, by the slider, the full range that a model sees; kept over a reload', async ({
  page,
  client,
}) => {
  const { folder } = await addFolder(client.call, 'deep_line', []);
  const file = fileOf({ name: 'camera.tif', png: halves() });
  const { added, problems } = await client.call(api.imageUpload, { folderId: folder.id }, { files: [file] });
  expect(problems).toEqual([]);
  const { id } = added[0]!;
  const desk = workbenchPage(page, words);
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(`/dataset/handleImg?folderId=${folder.id}&id=${id}`);
  await desk.expectShown('camera.tif');
  const group = page.getByRole('group', { name: t.annotation.window });
  /** What the canvas of the image shows in the middle of either half. */
  const shown = () =>
    desk.stage.evaluate((stage) => {
      const canvas = stage.querySelector('canvas')!;
      const { width, height } = canvas;
      const at = (x: number) => canvas.getContext('2d')!.getImageData(x, height / 2, 1, 1).data[0];
      return [at(width / 2 - 40), at(width / 2 + 40)];
    });
  const through = (low: number, high: number) => {
    const table = windowTable({ low, high });
    return [table[dark], table[bright]];
  };
  await expect(group).toContainText(`${dark} – ${bright}`);
  await expect.poll(shown).toEqual(through(dark, bright));
  await group.getByRole('button', { name: t.annotation.windowFull }).click();
  await expect.poll(shown).toEqual([dark >> 8, bright >> 8]);
  await group.getByRole('button', { name: t.annotation.windowAuto }).click();
  await expect.poll(shown).toEqual(through(dark, bright));
  await group.getByRole('slider', { name: t.annotation.windowLow }).press('Home');
  await expect.poll(shown).toEqual(through(0, bright));
  await desk.moveTo([imageSide / 4, imageSide / 2]);
  await expect(page.locator('footer')).toContainText(`I ${dark}`);
  await expect
    .poll(async () => (await client.call(api.imageInfo, { id })).window)
    .toEqual({ low: fullWindow.low, high: bright });
  await page.reload();
  await desk.expectShown('camera.tif');
  await expect.poll(shown).toEqual(through(0, bright));
  await page.getByRole('button', { name: t.annotation.resetView }).click();
  await expect.poll(async () => (await client.call(api.imageInfo, { id })).window).toBeNull();
});
