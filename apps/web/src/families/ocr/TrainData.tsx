/** Folders of the model's training set, and the share that validates. */
import { isReadyStage } from '@loupe/contract';
import { setInRole } from '../../ui/use-folders.ts';
import { FoldersAndShare } from '../FoldersAndShare.tsx';
import type { TrainDataProps } from '../train-data.ts';
import { OpenImages } from './OpenImages.tsx';

/** The ready-made reader learns nothing, so that nothing has to be marked. */
export function TrainData(props: TrainDataProps) {
  const learnsNothing = isReadyStage(props.form.values);
  return (
    <>
      <FoldersAndShare
        {...props}
        datasetId={setInRole(props.model, 'train')}
        areMarked={!learnsNothing}
        learnsNothing={learnsNothing}
      />
      {learnsNothing ? null : <OpenImages {...props} />}
    </>
  );
}
