/** Folders of the model's own data sets, and the share that validates; the part of each image says the rest. */
import { FoldersAndShare } from '../FoldersAndShare.tsx';
import type { TrainDataProps } from '../train-data.ts';

export const TrainData = (props: TrainDataProps) => <FoldersAndShare {...props} areMarked={false} />;
