/** Folders of the model's training set, and the share that validates. */
import { setInRole } from '../../ui/use-folders.ts';
import { FoldersAndShare } from '../FoldersAndShare.tsx';
import type { TrainDataProps } from '../train-data.ts';
import { OpenImages } from './OpenImages.tsx';

/** The ready-made reader learns nothing, so that nothing has to be marked. */
export function TrainData(props: TrainDataProps) {
  const areMarked = props.form.values['training'] !== 'none';
  return (
    <>
      <FoldersAndShare {...props} datasetId={setInRole(props.model, 'train')} areMarked={areMarked} />
      {areMarked ? <OpenImages {...props} /> : null}
    </>
  );
}
