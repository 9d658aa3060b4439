/** `csvText(rows)` as spreadsheets read it, and with the mark that makes them read Chinese as what it is. */

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

/** Before the text of a file: without it, spreadsheets read Chinese as something else. */
export const byteOrderMark = '\uFEFF';
