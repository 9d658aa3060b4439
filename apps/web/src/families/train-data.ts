/** What a person chooses of the data of a new training; each family shows it with a body of its own. */
import type { Model, TrainCheck } from '@loupe/contract';
import type { ParamValues } from '../ui/param-values.ts';

export interface TrainDraft {
  folderIds: number[];
  /** Validation images are split off, or stand in folders of their own. */
  validation: 'split' | 'chosen';
  validationFolderIds: number[];
  /** The version whose weights the training begins with. */
  startVersionId: number | null;
  /** Stages that stay as they are in that version. */
  keptStages: number[];
  /** `auto`, `cpu`, or a graphics card as the server names it. */
  device: string;
}

/** The parameter that has its own place beside the folders. */
export const splitParam = 'validationSplit';

interface StageValues {
  values: ParamValues;
  setValues: (values: ParamValues) => void;
}

export interface TrainDataProps {
  model: Pick<Model, 'id' | 'projectId' | 'type' | 'datasets' | 'latestVersionNumber'>;
  form: StageValues & {
    draft: TrainDraft;
    setDraft: (change: Partial<TrainDraft>) => void;
    /** Of the stages after the first. */
    later: readonly StageValues[];
    check: TrainCheck | undefined;
  };
}
