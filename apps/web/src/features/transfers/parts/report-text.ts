/** The report of an import as a text: a line a file, for a spreadsheet or a mail. */
import type { ImportReport, Locale } from '@loupe/contract';

export const reportText = (
  report: ImportReport,
  locale: Locale,
  duplicateText: (of: string, folder: string) => string,
) =>
  [
    ...report.problems.map((p) => `${p.file}\t${locale === 'zh' ? p.msg : p.en_msg}`),
    ...report.duplicates.map((d) => `${d.file}\t${duplicateText(d.of, d.folder)}`),
  ].join('\n');
