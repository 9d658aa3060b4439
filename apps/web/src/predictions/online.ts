/** What an online verdict shows: one for each prediction type. */
import type { PredictionType } from '@loupe/contract';
import { onlineBoxes } from './boxes/Online.tsx';
import { onlineScoremap } from './scoremap/Online.tsx';
import type { OnlineKind } from './online-kind.ts';

const own: { readonly [P in PredictionType]: OnlineKind } = { boxes: onlineBoxes, scoremap: onlineScoremap };
const registered = new Map<string, OnlineKind>(Object.entries(own));

export function registerOnline(type: string, kind: OnlineKind): void {
  if (registered.has(type)) throw new Error(`prediction type ${type} is registered twice`);
  registered.set(type, kind);
}

export function onlineKindOf(type: string): OnlineKind {
  const found = registered.get(type);
  if (!found) throw new Error(`prediction type ${type} is not registered`);
  return found;
}
