/** Images of a folder: choosing files, the report of an upload, the grid. */
import type { Page } from '@playwright/test';
import type { Words } from '../support/words.ts';

interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export const imagePage = (page: Page, { t, fill }: Words) => {
  const report = page.getByRole('region', { name: t.datasets.uploads });
  return {
    goto: (folderId: number) => page.goto(`/dataset/fileInfo?id=${folderId}`),
    chooseFiles: (files: ChosenFile[]) => page.locator('input[type=file]').setInputFiles(files),
    /** What became of the last upload. */
    report: report.first(),
    closeReport: () => report.first().getByRole('button', { name: t.datasets.closeReport }).click(),
    image: (name: string) => page.getByRole('article').filter({ hasText: name }),
    images: page.getByRole('article'),
    open: (name: string) => page.getByRole('link', { name: fill(t.datasets.openImage, { name }) }).click(),
  };
};
