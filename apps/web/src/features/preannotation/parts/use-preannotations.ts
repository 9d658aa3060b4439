/** The pre-annotations of a data set, newest first. */
import type { Task } from '@loupe/contract';
import { useApi } from '../../../core/query.ts';
import { useCan } from '../../../core/session.ts';

export interface SetPlace {
  datasetId: number;
  projectId: number;
}

const looked = 50;

export function usePreannotations(place: SetPlace | null): { tasks: readonly Task[]; isPending: boolean } {
  const may = useCan()('model/pageList');
  const { datasetId = 0, projectId = 0 } = place ?? {};
  const list = useApi(
    'taskList',
    { kind: 'preannotate', projectId, pageSize: looked },
    { enabled: may && projectId > 0, silent: true },
  );
  const tasks = (list.data?.list ?? []).filter(({ params }) => params['datasetId'] === datasetId);
  return { tasks, isPending: list.isPending };
}
