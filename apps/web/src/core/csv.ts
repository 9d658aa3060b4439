/** `saveText(name, csvText(rows))`: a table into a file, as spreadsheets read it. */
import { byteOrderMark } from '@loupe/contract';
import { saveParts } from './save.ts';

export { csvText, type CsvCell } from '@loupe/contract';

export const saveText = (name: string, text: string): void => saveParts(name, [byteOrderMark, text]);
