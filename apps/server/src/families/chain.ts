/**
 * How the networks of a model type follow each other (decision 0028). A model type of one stage needs nothing of this; one of
 * several registers a chain of three pure functions, and the predictor does the rest: files, processes, faults, cancelling.
 */
import type { Prediction, Thresholds } from '@loupe/contract';
import type { Settings } from '../predictions/index.ts';

/** A part of an image, in its pixels. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Four corners within it, in its own pixels; for networks that straighten what they look at. */
  quad?: number[];
}
/** What a stage found in a region, in that region's own pixels. The region of the first stage is the whole image. */
export interface RegionPrediction {
  region: Region;
  prediction: Prediction;
}
/** A stage with what it was trained with: a rule of crops is among its parameters, so that engine and server have one. */
export interface ChainStage {
  ordinal: number;
  recipe: string;
  params: Readonly<Record<string, unknown>>;
}

export interface Chain {
  /** What the graph of a stage is given beside the image. */
  settingsOf: (stage: ChainStage, thresholds: Thresholds) => Settings;
  /** What this stage is given, by what the one before it found. None: the chain ends here. Regions lie within the image. */
  regionsOf: (
    stage: ChainStage,
    before: readonly RegionPrediction[],
    image: { width: number; height: number },
  ) => Region[];
  /**
   * The one prediction of the version, in pixels of the image, from what each stage found; stages behind the end of the chain
   * have nothing. `last`: the last stage, with what its graph was given.
   */
  merge: (
    found: readonly (readonly RegionPrediction[])[],
    image: { width: number; height: number },
    last: { stage: ChainStage; settings: Settings },
  ) => Prediction;
}
