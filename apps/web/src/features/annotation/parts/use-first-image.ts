/** Where work begins in a list: the first image that nobody has annotated, else the first of all. */
import { filterOf, type ImageChoice } from '../../../core/image-choice.ts';
import { useApi } from '../../../core/query.ts';

interface FirstImage {
  id: number | undefined;
  isEmpty: boolean;
  error: Error | null;
  refetch: () => void;
}

export const useFirstImage = (folderId: number, choice: ImageChoice): FirstImage => {
  const place = { ...filterOf(folderId, choice), pageNum: 1, pageSize: 1, sort: choice.sort };
  const { state = 'unannotated' } = place;
  const open = useApi('imageList', { ...place, state }, { enabled: folderId > 0, silent: true });
  const isDone = open.data?.list.length === 0;
  const any = useApi('imageList', place, { enabled: isDone, silent: true });
  return {
    id: open.data?.list[0]?.id ?? any.data?.list[0]?.id,
    isEmpty: any.data?.list.length === 0,
    error: open.error ?? any.error,
    refetch: () => void Promise.all([open.refetch(), any.refetch()]),
  };
};
