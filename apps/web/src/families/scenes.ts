/** Every scene of every family: the router makes one route of each row. */
import { families, type FamilyId } from '@loupe/contract';
import type { Scene } from '../core/scene.tsx';
import { anomalyRedirects, anomalyScenes } from './anomaly/scenes.ts';
import { detectionRedirects, detectionScenes } from './detection/scenes.ts';

const byFamily: { readonly [F in FamilyId]: readonly Scene[] } = { detection: detectionScenes, anomaly: anomalyScenes };

export const scenes: readonly Scene[] = (Object.keys(families) as FamilyId[]).flatMap((f) => byFamily[f]);

export const redirects = [...detectionRedirects, ...anomalyRedirects];
