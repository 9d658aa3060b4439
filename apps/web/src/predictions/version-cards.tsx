/** What a version says of itself beside its figures, by its prediction type; a type without a row says nothing. */
import { typeOfThresholds, type PredictionType, type Version } from '@loupe/contract';
import type { ComponentType, ReactNode } from 'react';
import { FindsCard } from './scoremap/finds/FindsCard.tsx';

type VersionCard = ComponentType<{ version: Version }>;
const cards: { readonly [P in PredictionType]?: VersionCard } = { scoremap: FindsCard };

export function versionCardOf(version: Version): ReactNode {
  const Shown = cards[typeOfThresholds(version.thresholds)];
  return Shown ? <Shown version={version} /> : null;
}
