/**
 * Server state. `useApi('projectList', input)` reads, `useApiMutation('projectAdd', {invalidates: ['projectList']})`
 * changes; both are typed by the contract. Keys are `[routeName, input]`, so `invalidate('projectList')` refreshes
 * every list of projects. Failures are shown by one handler; a query that fails keeps its error for the page as well.
 */
import { api, CallError, type Input, type Output, type RouteName } from '@loupe/contract';
import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { call, NetworkError } from './call.ts';
import { faultyField, handleError, isSessionOver } from './errors.ts';
import { notify } from './notify.ts';

type Api = typeof api;
export type ApiInput<N extends RouteName> = Input<Api[N]>;
export type ApiOutput<N extends RouteName> = Output<Api[N]>;

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { silent?: boolean };
    mutationMeta: { invalidates?: readonly RouteName[]; success?: string; silent?: boolean; inForm?: boolean };
  }
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // A refresh in the background that fails is told by the connection state, not by a message a time.
      const isRefresh = query.state.data !== undefined && !(error instanceof CallError);
      const isShown = isSessionOver(error) || error instanceof NetworkError || !query.meta?.silent;
      if (isShown && !isRefresh) handleError(error);
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      const { silent, inForm } = mutation.meta ?? {};
      const isShownThere = silent || (inForm && faultyField(error) !== null);
      if (isSessionOver(error) || !isShownThere) handleError(error);
    },
    onSuccess: async (_data, _variables, _result, mutation) => {
      if (mutation.meta?.success) notify.success(mutation.meta.success);
      await invalidate(...(mutation.meta?.invalidates ?? []));
    },
  }),
  defaultOptions: {
    // Offline calls must fail with "network anomaly" rather than wait in silence.
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      retry: (count, error) => count < 2 && error instanceof NetworkError && !error.offline,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Refreshes every query of these routes. */
export const invalidate = async (...routes: RouteName[]): Promise<void> => {
  await Promise.all(routes.map((route) => queryClient.invalidateQueries({ queryKey: [route] })));
};

/** What shows images or counts of them: refreshed whenever images came, went or changed sides. */
export const ofImages = [
  'imageList',
  'folderInfo',
  'folderList',
  'datasetInfo',
  'datasetList',
  'modelInfo',
  'modelList',
  'dashboardInfo',
] as const satisfies readonly RouteName[];

/** Options of one query, for `useQueries`, `prefetchQuery` and the like. */
export const apiQuery = <N extends RouteName>(name: N, input: ApiInput<N>) =>
  queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal }): Promise<ApiOutput<N>> => call(api[name] as Api[N], input, { signal }),
  });

export interface ApiOptions<T> {
  enabled?: boolean;
  /** Milliseconds between refreshes, or a function of the data that says so (false: none). */
  refetchInterval?: number | ((data: T | undefined) => number | false);
  /** Show the data of the previous input until the new one is there (lists). */
  keepPrevious?: boolean;
  /** The page shows the failure itself; no message. A session that is over is told in any case. */
  silent?: boolean;
}

export const useApi = <N extends RouteName>(
  name: N,
  input: ApiInput<N>,
  options: ApiOptions<ApiOutput<N>> = {},
): UseQueryResult<ApiOutput<N>> => {
  const { refetchInterval, keepPrevious, silent, enabled = true } = options;
  return useQuery<ApiOutput<N>>({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(api[name] as Api[N], input, { signal }),
    enabled,
    refetchInterval:
      typeof refetchInterval === 'function' ? (query) => refetchInterval(query.state.data) : (refetchInterval ?? false),
    ...(keepPrevious ? { placeholderData: keepPreviousData as never } : {}),
    ...(silent ? { meta: { silent } } : {}),
  });
};

export interface ApiMutationOptions {
  /** Routes whose queries are refreshed after success. */
  invalidates?: readonly RouteName[];
  /** Message after success. */
  success?: string;
  /** The caller shows the failure itself; no message. */
  silent?: boolean;
  /** A `FormModal` submits it, whose fields are named as the input's: what concerns one of them stands there. */
  inForm?: boolean;
}

export const useApiMutation = <N extends RouteName>(
  name: N,
  meta: ApiMutationOptions = {},
): UseMutationResult<ApiOutput<N>, Error, ApiInput<N>> =>
  useMutation({ mutationFn: (input: ApiInput<N>): Promise<ApiOutput<N>> => call(api[name] as Api[N], input), meta });
