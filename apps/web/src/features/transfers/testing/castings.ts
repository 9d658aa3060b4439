/** A server with one data set, for tests of what begins uploads; nothing is taken by it. */
import { fakeApi, Refusal } from '../../../testing/fake-api.ts';

const dataset = { id: 3, name: 'castings', family: 'detection' as const, role: 'pool' as const, modelId: null };
export const page = <T>(list: readonly T[]) => ({ list, total: list.length, pageNum: 1, pageSize: 20 });
export const server = (folders: readonly { id: number; name: string }[]) =>
  fakeApi({
    datasetInfo: dataset as never,
    datasetList: page([dataset]) as never,
    folderList: page(folders) as never,
    folderAdd: { id: 9, name: 'lot_7' },
    uploadAdd: new Refusal('offline'),
    uploadList: page([]) as never,
  });
