/** Folders of the model's training set, and the share that validates. */
import { setInRole } from '../../ui/use-folders.ts';
import { FoldersAndShare } from '../FoldersAndShare.tsx';
import type { TrainDataProps } from '../train-data.ts';

/** The ready-made reader learns nothing, so that nothing has to be marked. */
export const TrainData = (props: TrainDataProps) => (
  <FoldersAndShare
    {...props}
    datasetId={setInRole(props.model, 'train')}
    areMarked={props.form.values['training'] !== 'none'}
  />
);
