/** The audit log, read on from its last line whenever more is asked for. */
import { api, type Output } from '@loupe/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../core/call.ts';
import type { AuditAsk } from './audit-filters.ts';

type Answer = Output<(typeof api)['auditList']>;

export const useAudit = (ask: AuditAsk) =>
  useInfiniteQuery({
    queryKey: ['auditList', ask],
    queryFn: ({ pageParam, signal }): Promise<Answer> =>
      call(api.auditList, { ...ask, ...(pageParam ? { after: pageParam } : {}) }, { signal }),
    initialPageParam: null as Answer['next'],
    getNextPageParam: ({ next }) => next,
    meta: { silent: true },
  });
