/** The report of an import, in the words of what was imported, wherever it is opened. */
import type { ImportReport, Upload } from '@loupe/contract';
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { reportStore } from './ask.ts';
import { ReportDialog } from './ReportDialog.tsx';

const id = '0190a8c0-0000-7000-8000-000000000003';
const report = {
  images: 12,
  okNg: null,
  shapes: 18,
  annotated: 0,
  empty: 1,
  labelsAdded: 0,
  foldersAdded: 0,
  duplicates: [],
  moreDuplicates: 0,
  skipped: 0,
  problems: [],
  moreProblems: 0,
  boxes: 0,
} as unknown as ImportReport;

afterEach(() => reportStore.set(null));

it.each([
  ['ocr', en.transfers.factShapes_texts, en.transfers.factEmpty_texts],
  ['detection', en.transfers.factShapes, en.transfers.factEmpty],
] as const)('of %s', async (family, shapes, empty) => {
  fakeApi({ uploadReport: report as never });
  reportStore.set(id);
  await show(<ReportDialog uploads={[{ id, name: 'lot.zip', family } as Upload]} />);
  expect((await screen.findByText(shapes)).nextSibling?.textContent).toBe('18');
  expect(screen.getByText(empty).nextSibling?.textContent).toBe('1');
});
