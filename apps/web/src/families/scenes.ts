/** Every scene of every family: the router makes one route of each row. */
import { families, type FamilyId } from '@loupe/contract';
import type { Scene } from '../core/scene.tsx';
import { anomalyRedirects, anomalyScenes } from './anomaly/scenes.ts';
import { ocrRedirects, ocrScenes } from './ocr/scenes.ts';
import { detectionRedirects, detectionScenes } from './detection/scenes.ts';

const byFamily: { readonly [F in FamilyId]: readonly Scene[] } = {
  detection: detectionScenes,
  ocr: ocrScenes,
  anomaly: anomalyScenes,
};
const all: Scene[] = (Object.keys(byFamily) as FamilyId[]).flatMap((f) => byFamily[f]);

/** Before the router is made of them (`registerFamilyScreens`). */
export function addScenes(more: readonly Scene[]): void {
  for (const { family } of more) if (!Object.hasOwn(families, family)) throw new Error(`${family} is not registered`);
  all.push(...more);
}

export const scenes: readonly Scene[] = all;

export const redirects = [...detectionRedirects, ...ocrRedirects, ...anomalyRedirects];
