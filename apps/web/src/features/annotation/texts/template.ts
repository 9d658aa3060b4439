/** How the texts of a data set look: a pattern that a text is held to while it is typed, kept in this browser. */
import type { Words } from '@loupe/contract';
import { comparedText, fitsPattern, patternFault } from '@loupe/metrics';

export interface TextTemplate {
  id: string;
  name: Words;
  pattern: string;
}

export const templates: readonly TextTemplate[] = [
  { id: 'date', name: { zh: '日期 2026-11-30', en: 'Date 2026-11-30' }, pattern: '\\d{4}[-./]\\d{2}[-./]\\d{2}' },
  { id: 'dateShort', name: { zh: '日期 20261130', en: 'Date 20261130' }, pattern: '20\\d{2}[01]\\d[0-3]\\d' },
  { id: 'serial', name: { zh: '序列号 AB12345', en: 'Serial number AB12345' }, pattern: '[A-Z]{1,4}\\d{3,12}' },
  { id: 'vin', name: { zh: '车架号 VIN（17 位）', en: 'VIN (17 characters)' }, pattern: '[A-HJ-NPR-Z0-9]{17}' },
  { id: 'digits', name: { zh: '仅数字', en: 'Digits only' }, pattern: '\\d+' },
  { id: 'capitals', name: { zh: '大写字母与数字', en: 'Capitals and digits' }, pattern: '[A-Z0-9]+' },
];

/** Whether a text looks as it should. */
export type Template = (text: string) => boolean;

/** The whole text has to match, as by a rule of a verdict; null where the pattern is empty or cannot be read. */
export const templateOf = (pattern: string): Template | null =>
  pattern === '' || patternFault(pattern) ? null : (text) => fitsPattern(pattern, false, comparedText(text, false));
