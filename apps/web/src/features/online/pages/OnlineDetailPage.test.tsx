/** An entry with its verdicts: what is shown belongs to the image that was given last, and says which it is. */
import { permissionKeys, type Locale, type OnlineAnswer, type OnlineEntry } from '@loupe/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { sessionStore } from '../../../core/session.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi, Refusal, type Answers } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { OnlineDetailPage } from './OnlineDetailPage.tsx';

beforeEach(() => sessionStore.set(sessionOf(permissionKeys)));

const t = en.online;
const labels = [{ name: 'dent', color: '#f5a623' }];
const thresholds = { confidence: 0.5, nms: 0.6, iou: 0.5 };
const entry = {
  id: 5,
  name: 'line_1',
  projectId: 1,
  modelId: 2,
  modelName: 'gear / front',
  versionId: 3,
  versionNumber: 1,
  labels,
  thresholds,
  enabled: true,
  hasKey: false,
  records: 1,
  drift: null,
} as unknown as OnlineEntry;

const answer = {
  recordId: 7,
  at: '2026-11-24T12:00:00.000Z',
  fileName: 'first.png',
  entryId: 5,
  versionId: 3,
  versionNumber: 1,
  verdict: 'OK',
  thresholds,
  labels,
  width: 640,
  height: 480,
  prediction: { type: 'boxes', items: [] },
  ms: { total: 12, decode: 2, model: 9 },
} as unknown as OnlineAnswer;
const record = {
  id: 7,
  at: '2026-11-24T12:00:00.000Z',
  fileName: 'first.png',
  verdict: 'OK',
  detections: 0,
  score: null,
  ms: 12,
  by: 'browser',
  hasImage: false,
};

async function page(more: Answers = {}, locale: Locale = 'en') {
  const fake = fakeApi({
    onlineInfo: entry as never,
    onlineRecords: { list: [record], total: 1 } as never,
    onlineRecord: answer as never,
    versionInfo: {
      id: 3,
      number: 1,
      labels,
      state: 'ready',
      assessment: { level: 'good', why: [], next: [] },
    } as never,
    ...more,
  });
  const shown = await show(<OnlineDetailPage />, { screen: 'OnlineDetail', search: '?id=5', locale });
  await waitFor(() => expect(verdict()).toBe('OK'));
  return { ...fake, ...shown };
}
const verdict = () => document.querySelector<HTMLElement>('[data-verdict]')?.dataset['verdict'];
const give = async (user: Awaited<ReturnType<typeof page>>['user'], ...files: File[]) =>
  user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, files);
const fileOf = (name: string, content = 'x') => new File([content], name, { type: 'image/png' });

it('shows no earlier verdict below a refusal, which names the file and the reason', async () => {
  const { user } = await page({ onlineDetect: new Refusal('online.imageRule') });
  await give(user, fileOf('notes.png'));
  expect(await screen.findByText(t.refused.content)).toBeTruthy();
  expect(screen.getByText('“notes.png” was not judged')).toBeTruthy();
  expect(verdict()).toBeUndefined();
  await give(user, fileOf('empty.png', ''));
  expect(await screen.findByText('“empty.png” was not judged')).toBeTruthy();
  expect(screen.getByText(t.refused.empty)).toBeTruthy();
  // the earlier one is there again when a person asks for it
  await user.click(screen.getByTitle(/^first\.png/));
  await waitFor(() => expect(verdict()).toBe('OK'));
  expect(screen.queryByText(t.refused.empty)).toBeNull();
});

it('says of a record which image it was and when it was judged', async () => {
  await page();
  expect(screen.getByText(/^first\.png · 2026-11-24 \d\d:\d\d:\d\d · 640 × 480$/)).toBeTruthy();
});

it('has a call to copy that gives the expected text where a rule compares with it', async () => {
  const rules = [{ type: 'equals', which: 'any', to: { by: 'field', field: 'expected' } }];
  const reader = { ...entry, thresholds: { binary: 0.3, box: 0.5, unclip: 1.5, edgeCut: 0, textScore: 0.5, rules } };
  await page({ onlineInfo: reader as never });
  expect(document.querySelector('pre')!.textContent).toContain('\'input={"expected":');
  expect(screen.getByText(new RegExp(en.texts.expectedCall))).toBeTruthy();
});

it('gives a rule of texts a row of its own among the figures', async () => {
  const rules = [{ type: 'matches', which: 'any', pattern: '(LOT|NO)[-: ]?[A-Z0-9]+' }];
  const reading = { binary: 0.3, box: 0.5, unclip: 1, edgeCut: 0, textScore: 0.5, rules };
  await page({ onlineRecord: { ...answer, thresholds: reading } as never });
  const rule = await screen.findByText(/\(LOT\|NO\)/);
  expect(rule.parentElement!.dataset['wide']).toBe('true');
  expect(screen.getByText('Version 1').parentElement!.dataset['wide']).toBe('false');
});

it('gives a short rule in Chinese a row of its own too: its characters are twice as wide', async () => {
  const rules = [{ type: 'matches', which: 'any', pattern: 'C[A-Z]' }];
  const reading = { binary: 0.3, box: 0.5, unclip: 1, edgeCut: 0, textScore: 0.5, rules };
  await page({ onlineRecord: { ...answer, thresholds: reading } as never }, 'zh');
  const rule = await screen.findByText(/C\[A-Z\]/);
  expect(rule.parentElement!.dataset['wide']).toBe('true');
  expect(screen.getByText('第 1 版').parentElement!.dataset['wide']).toBe('false');
});

it('says that an entry is gone, or that the address names none, and leads back', async () => {
  fakeApi({ onlineInfo: new Refusal('notFound', {}, null, 404) });
  for (const search of ['?id=99', '']) {
    await show(<OnlineDetailPage />, { screen: 'OnlineDetail', search });
    await screen.findByText(en.ui.missingText);
    expect(screen.getAllByRole('button').map((one) => one.textContent)).toContain(en.shell.goBack);
    cleanup();
  }
});
