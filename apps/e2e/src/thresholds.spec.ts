/** Thresholds of a version that nothing supports: open in the form of an entry until a person takes them from a test. */
import { expect } from '@playwright/test';
import { button, comesIn, dialog, slowMs } from './pages/parts.ts';
import { modelPage } from './pages/model-page.ts';
import { addBoxes } from './support/shown.ts';
import { test } from './support/signed-in.ts';
import { forgetEvidence } from './support/versions.ts';
import { wordsOf } from './support/words.ts';

const words = wordsOf('zh');
const { t, fill } = words;

test('what a person takes from a test is offered for the line, and the form says so', async ({ page }) => {
  test.setTimeout(2 * slowMs);
  const { modelId, versionId, testId } = await addBoxes('taken_thresholds');
  await forgetEvidence(versionId);
  const model = `/model/index?id=${modelId}`;
  const versions = modelPage(page, words);
  const form = dialog(page, t.online.add);
  const confidence = form.getByRole('spinbutton', { name: `${t.online.confidence}, 0–1` });
  await page.goto(model);
  await versions.act(fill(t.models.versionN, { n: 1 }), t.models.useOnline);
  await expect(confidence).toHaveValue('');
  await expect(form).toContainText(t.models.assessment.noThreshold);

  await page.goto(`/model/result?id=${testId}&confidence=0.42`);
  await button(page, t.results.use).click();
  const question = dialog(page, fill(t.results.useTitle, { n: 1 }));
  await comesIn(question);
  await button(question, t.results.use).click();
  await expect(button(page, t.results.inUse)).toBeDisabled();

  await page.goto(model);
  await versions.act(fill(t.models.versionN, { n: 1 }), t.models.useOnline);
  await expect(confidence).toHaveValue('0.42');
  await expect(form).toContainText(fill(t.online.fromTest, { id: testId }).split('{{time}}')[0]!);
});
