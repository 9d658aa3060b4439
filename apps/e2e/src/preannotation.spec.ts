/** A folder is pre-annotated by a version, and a person decides on what it proposes with one key each; then without one, by examples. */
import { expect } from '@playwright/test';
import { api } from '@loupe/contract';
import { dialog, button, slowMs } from './pages/parts.ts';
import { listPage } from './pages/list-page.ts';
import { workbenchPage } from './pages/workbench-page.ts';
import { drawImages } from './support/png.ts';
import { addFolder } from './support/seed.ts';
import { test } from './support/signed-in.ts';
import { addBoxVersion } from './support/versions.ts';
import { wordsOf } from './support/words.ts';

const words = wordsOf('zh');
const { t, fill } = words;

test('a folder is pre-annotated; predictions are accepted and rejected by key, and what came of it is kept', async ({
  page,
  client: { call },
}) => {
  test.setTimeout(3 * slowMs);
  const { project, dataset, folder } = await addFolder(call, 'proposed', drawImages('proposed', 3, 811));
  const model = await call(api.modelAdd, { projectId: project.id, planName: 'proposed', functionName: 'find' });
  const { user } = await call(api.userInfo, {});
  const versionId = await addBoxVersion(user.id, { projectId: project.id, modelId: model.id }, [1, 2]);

  await page.goto(`/dataset/datasetInfo?id=${dataset.id}`);
  await listPage(page, words).act(folder.name, t.preannotation.open);
  const form = dialog(page, fill(t.preannotation.title, { name: folder.name }));
  // the version knows a label that the data set has not: it is told before
  await expect(form).toContainText('dent');
  await form.getByRole('radio', { name: t.preannotation.create }).check();
  await button(form, t.preannotation.start).click();
  await expect(form).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: folder.name });
  await expect(row).toContainText(t.ui.states.preLabeled, { timeout: slowMs });

  const { list } = await call(api.imageList, { folderId: folder.id });
  const [image] = list;
  const stateOf = async (id: number) => (await call(api.imageInfo, { id })).state;
  expect(await stateOf(image!.id)).toBe('preLabeled');
  const desk = workbenchPage(page, words);
  await page.goto(`/dataset/handleImg?folderId=${folder.id}&id=${image!.id}`);
  await desk.expectShown(image!.name);
  const panel = page.getByTestId('predictions');
  await expect(panel).toContainText(`proposed / find · ${fill(t.models.versionN, { n: 1 })}`);
  await expect(panel.getByRole('slider', { name: t.annotation.limit })).toHaveAttribute('aria-valuenow', '0.25');
  await desk.press('y');
  await expect(desk.acceptedShape('dent', 1)).toBeVisible();
  await desk.expectSaved();
  expect(await call(api.imageShapes, { imageId: image!.id })).toMatchObject({
    image: { state: 'annotated' },
    shapes: [{ versionId, source: 'person', author: user.username }],
  });

  await desk.press('u');
  await expect(page).not.toHaveURL(new RegExp(`id=${image!.id}(&|$)`));
  const second = Number(new URL(page.url()).searchParams.get('id'));
  await expect(button(panel, fill(t.annotation.rejectAll, { count: 2 }))).toBeEnabled();
  await desk.press('Shift+X');
  await desk.expectSaved();
  await expect.poll(() => stateOf(second)).toBe('unannotated');
  // what was turned down is still there to be looked at, and one of it is taken back, also after a reload
  await page.reload();
  await button(panel, fill(t.annotation.rejectedCount, { count: 2 })).click();
  await panel.getByRole('listitem').first().getByRole('button').first().click();
  await panel.getByRole('listitem').first().getByRole('button').last().click();
  await expect(panel.getByRole('listitem')).toHaveCount(1);
  await expect.poll(() => stateOf(second)).toBe('preLabeled');
  await desk.press('Control+z');
  await expect.poll(() => stateOf(second)).toBe('unannotated');
  await desk.press('Control+z');
  await expect.poll(() => stateOf(second)).toBe('preLabeled');

  // once more on this image alone: a run of its own, and nothing else has changed
  const setsOf = async () => (await call(api.imageShapes, { imageId: second })).proposals;
  const [before] = await setsOf();
  await desk.press('i');
  await expect.poll(async () => (await setsOf())[0]!.at).not.toBe(before!.at);
  const [ofVersion] = await setsOf();

  // what was accepted is an example: the rest is searched for what is like it, by a task
  await page.goto(`/dataset/handleImg?folderId=${folder.id}&id=${image!.id}`);
  await desk.expectShown(image!.name);
  await desk.press('Control+a');
  await desk.press('Shift+U');
  const search = dialog(page, t.preannotation.similar.title);
  await expect(search).toContainText(fill(t.preannotation.similar.images_other, { count: 2 }));
  await button(search, t.preannotation.start).click();
  await expect(search).toBeHidden();
  // how far it is stands where it was started; then it leads to what it has found
  const note = page.getByTestId('preannotation-note');
  await expect(note).toContainText(t.ui.states.completed, { timeout: slowMs });
  await expect(note).toContainText('2 / 2');
  // what the version proposes stands beside it
  expect(await setsOf()).toMatchObject([{ source: 'similar', versionId: null }, ofVersion!]);
  await button(note, t.preannotation.toNext).click();
  await expect(page).not.toHaveURL(new RegExp(`id=${image!.id}(&|$)`));
  const eyeOf = (name: string) => button(panel, fill(t.annotation.showSource, { name }));
  await expect(eyeOf(t.annotation.bySimilar)).toHaveAttribute('aria-pressed', 'true');
  // each has a score of its own to set, where it has said something
  const source = `proposed / find · ${fill(t.models.versionN, { n: 1 })}`;
  const ownScore = panel.getByRole('slider', {
    name: fill(t.annotation.ofSource, { text: t.annotation.limit, source }),
  });
  await expect(ownScore).toHaveCount(1);
  await eyeOf(source).click();
  await expect(eyeOf(source)).toHaveAttribute('aria-pressed', 'false');
  await expect(ownScore).toHaveCount(0);
  await eyeOf(source).click();
  await expect(ownScore).toHaveCount(1);
  await button(note, t.preannotation.seen).click();
  await expect(note).toHaveCount(0);
});
