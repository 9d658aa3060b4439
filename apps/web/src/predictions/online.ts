/** What an online verdict shows: one for each prediction type. */
import { addRow, rowOf, type PredictionType } from '@loupe/contract';
import { onlineObjects } from './boxes/Online.tsx';
import { onlineScoremap } from './scoremap/Online.tsx';
import { onlineTexts } from './texts/Online.tsx';
import type { OnlineView } from './online-view.ts';

const own: { readonly [P in PredictionType]: OnlineView } = {
  boxes: onlineObjects,
  masks: onlineObjects,
  scoremap: onlineScoremap,
  texts: onlineTexts,
};
const views: Readonly<Record<string, OnlineView>> = own;

export function registerOnline(type: string, view: OnlineView): void {
  addRow(views, type, view);
}

export function onlineViewOf(type: string): OnlineView {
  return rowOf(views, type, 'prediction type');
}
