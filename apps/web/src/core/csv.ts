/** `csvText(rows)` as spreadsheets read it, and `saveText(name, text)` into a file. */
import { saveParts } from './save.ts';

export type CsvCell = string | number | null | undefined;

/** What a spreadsheet would take for a formula gets a quote before it (CWE-1236). */
const formula = /^[=+\-@\t\r]/;

const cellText = (cell: CsvCell): string => {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) || safe !== cell ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const csvText = (rows: readonly (readonly CsvCell[])[]): string =>
  `${rows.map((row) => row.map(cellText).join(',')).join('\r\n')}\r\n`;

/** Without the mark at the beginning, spreadsheets read Chinese as something else. */
const byteOrderMark = '\uFEFF';

export const saveText = (name: string, text: string): void => saveParts(name, [byteOrderMark, text]);
