/** What a family says of a training before it is queued: which images train and which validate, what forbids it, what a person should know. */
import type { MessageArgs, MessageKey, ModelTypeDef, TrainCheck } from '@loupe/contract';
import type { Tx } from '../core/db.ts';

export interface ClassLabel {
  labelId: number;
  name: string;
  color: string;
}

export type Part = 'train' | 'val' | 'test';
export interface SplitImage {
  id: number;
  folderId: number | null;
  datasetId: number;
  groupKey: string;
  part: string | null;
}
export interface Split {
  /** Null: the image takes no part. */
  partOf: (image: SplitImage) => Part | null;
  train: number;
  val: number;
  /** How the split came about; kept with the snapshot. */
  rule: 'folders' | 'groups' | 'images' | 'roles' | 'none';
  /** Also images that nobody has marked take part: nothing is learned from them. */
  takesUnmarked?: boolean;
}

export interface PlanRequest {
  modelType: ModelTypeDef;
  /** All folders of the training, those that were chosen to validate among them. */
  folderIds: readonly number[];
  validationFolderIds: readonly number[];
  classes: readonly ClassLabel[];
  params: Readonly<Record<string, unknown>>;
  /** Of the stages after the first. */
  laterParams: readonly Readonly<Record<string, unknown>>[];
  /** Image size below which a training is a trial. */
  trialBelow: number;
  /** Labels of the version that it starts from. */
  known: readonly string[] | undefined;
  seed: number;
}

/** What a person should know before the start. */
export interface Warning {
  key: MessageKey;
  args?: MessageArgs;
}

export interface TrainingPlan {
  split: Split;
  check: Omit<TrainCheck, 'seconds' | 'stepSeconds' | 'cards' | 'warnings' | 'conflicts' | 'train' | 'val'>;
  warnings: Warning[];
}

/** Reads within the transaction of the caller. Throws what forbids the training. */
export type PlanTraining = (tx: Tx, request: PlanRequest) => Promise<TrainingPlan>;
