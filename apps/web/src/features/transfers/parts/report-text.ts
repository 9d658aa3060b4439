/** The report of an import as a text: a line a file, for a spreadsheet or a mail. */
import type { DuplicateFile, ImportReport, Locale } from '@loupe/contract';

export const reportText = (report: ImportReport, locale: Locale, duplicateText: (duplicate: DuplicateFile) => string) =>
  [
    ...report.problems.map((p) => `${p.file}\t${locale === 'zh' ? p.msg : p.en_msg}`),
    ...report.duplicates.map((d) => `${d.file}\t${duplicateText(d)}`),
  ].join('\n');
