/** What the figures of a test at any threshold are computed from, as the server packs it for its prediction type. */
import { api } from '@loupe/contract';
import { useQuery } from '@tanstack/react-query';
import { callBytes } from '../../core/bytes.ts';

const keepMs = 60_000;

/** `images`: a test that goes on later has more of them. Of no test (0) nothing is fetched. */
export const useTable = (taskId: number, images = 0) =>
  useQuery({
    queryKey: ['testTable', { taskId }, images],
    queryFn: ({ signal }) => callBytes(api.testTable, { taskId }, signal),
    enabled: taskId > 0,
    // The screen of an ended test: another one is fetched when it is opened again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keepMs,
    meta: { silent: true },
  });
