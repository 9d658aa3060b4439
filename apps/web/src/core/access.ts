/**
 * May the signed-in person do this here: the one place from which screens take their buttons. `const may = useMay();
 * may('datasetUpdate', projectId)` asks the contract what the route needs, and the server what one is in the project.
 * The server decides again with each call; this only keeps what would be refused from being offered.
 */
import {
  api,
  isProjectNeed,
  levelRefusal,
  suffices,
  type Level,
  type ProjectAccess,
  type RouteName,
} from '@loupe/contract';
import { useCallback } from 'react';
import { contractText, useLocale } from './i18n.ts';
import { queryClient, useApi } from './query.ts';
import { useCan } from './session.ts';

// Every screen asks; news of it come by the socket.
queryClient.setQueryDefaults(['projectAccess'], { staleTime: 60_000, gcTime: Infinity });

interface Known {
  /** Of projects of others; undefined while it is asked. */
  list: readonly ProjectAccess[] | undefined;
  isFailed: boolean;
}

const useKnown = (): Known => {
  const { data, isError } = useApi('projectAccess', {}, { silent: true });
  return { list: data, isFailed: isError };
};

const levelOf = ({ list, isFailed }: Known, projectId: number): Level | undefined => {
  if (list) return list.find((one) => one.projectId === projectId)?.level ?? 'owner';
  // Without an answer the buttons stay, and each call is answered for itself.
  return isFailed ? 'owner' : undefined;
};

/**
 * `projectId`: of the thing that the route is about; undefined while it loads (then nothing is offered yet); null where it
 * is about no project, or about one that is still to be chosen: then the permission key alone decides.
 */
export type May = (route: RouteName, projectId: number | null | undefined) => boolean;

export const useMay = (): May => {
  const can = useCan();
  const { list, isFailed } = useKnown();
  return useCallback(
    (route, projectId) => {
      const { permission, needs } = api[route];
      if (projectId === undefined || !can(permission)) return false;
      if (projectId === null || !isProjectNeed(needs)) return true;
      const level = levelOf({ list, isFailed }, projectId);
      return level !== undefined && suffices(level, needs);
    },
    [can, list, isFailed],
  );
};

/**
 * Whether some project of those that the person sees allows it; undefined while that is not known. `seen`: how many they
 * see, of all families.
 */
export const useMaySomewhere = (): ((route: RouteName, seen: number) => boolean | undefined) => {
  const may = useMay();
  const { list, isFailed } = useKnown();
  return (route, seen) => {
    if (!may(route, null)) return false;
    if (isFailed) return true;
    return list && seen > list.filter(({ projectId }) => !may(route, projectId)).length;
  };
};

/** Of the actions of a row, those that may be done; one that names no route only looks. */
export const useAllowed = (): (<A extends { route?: RouteName }>(
  projectId: number | undefined,
  actions: readonly A[],
) => A[]) => {
  const may = useMay();
  return useCallback(
    (projectId, actions) => actions.filter(({ route }) => route === undefined || may(route, projectId)),
    [may],
  );
};

/** Whether the levels are known, or will not be. */
export const useKnowsLevels = (): boolean => {
  const { list, isFailed } = useKnown();
  return isFailed || list !== undefined;
};

/** Why it may not be done there, and whom to ask; null where it may, and while that is not known. */
export const useWhyNot = (route: RouteName, projectId: number | undefined): string | null => {
  const foreign = useForeign(projectId);
  const may = useMay();
  useLocale();
  if (!foreign || foreign.level === 'owner' || may(route, projectId)) return null;
  return contractText(levelRefusal(foreign.level, foreign.example), { owner: foreign.owner });
};

/** The project as one of somebody else; undefined for own ones, and for whoever sees all data. */
export const useForeign = (projectId: number | undefined): ProjectAccess | undefined =>
  useKnown().list?.find((one) => one.projectId === projectId);
