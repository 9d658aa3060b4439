/** The data of a new training, by family; one that is missing does not compile. */
import type { FamilyId } from '@loupe/contract';
import type { ComponentType } from 'react';
import { TrainData as AnomalyData } from './anomaly/TrainData.tsx';
import { TrainData as DetectionData } from './detection/TrainData.tsx';
import { TrainData as OcrData } from './ocr/TrainData.tsx';
import type { TrainDataProps } from './train-data.ts';

export const trainBodies: { readonly [F in FamilyId]: ComponentType<TrainDataProps> } = {
  detection: DetectionData,
  ocr: OcrData,
  anomaly: AnomalyData,
};
