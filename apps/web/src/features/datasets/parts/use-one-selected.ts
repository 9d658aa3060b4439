/** The image that alone is selected, wherever it is in the list. */
import type { DatasetImage } from '@loupe/contract';
import { useApi } from '../../../core/query.ts';
import type { Selection } from './selection.ts';

export const useOneSelected = (selection: Selection, count: number): DatasetImage | undefined => {
  const id = !selection.all && count === 1 ? [...selection.ids][0]! : 0;
  return useApi('imageInfo', { id }, { enabled: id > 0, silent: true }).data;
};
