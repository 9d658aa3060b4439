/** What an online verdict shows: one for each prediction type. */
import { addRow, rowOf, type PredictionType } from '@loupe/contract';
import { onlineBoxes } from './boxes/Online.tsx';
import { onlineScoremap } from './scoremap/Online.tsx';
import type { OnlineKind } from './online-kind.ts';

const own: { readonly [P in PredictionType]: OnlineKind } = { boxes: onlineBoxes, scoremap: onlineScoremap };
const kinds: Readonly<Record<string, OnlineKind>> = own;

export function registerOnline(type: string, kind: OnlineKind): void {
  addRow(kinds, type, kind);
}

export function onlineKindOf(type: string): OnlineKind {
  return rowOf(kinds, type, 'prediction type');
}
