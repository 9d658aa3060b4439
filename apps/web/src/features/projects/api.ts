/** What other features may use of projects: the name and choice of a project. */
import { limits, type Project, type RouteName } from '@loupe/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useKnowsLevels, useMay } from '../../core/access.ts';
import { useApi } from '../../core/query.ts';
import { rememberedProject, rememberProject } from '../../core/remembered.ts';
import { useFamily } from '../../core/scene.tsx';

export { ProjectFilter } from './parts/ProjectFilter.tsx';
export { ProjectMark, ProjectName } from './parts/ProjectMark.tsx';
export { ProjectSelect } from './parts/ProjectSelect.tsx';
export { ProjectTools } from './parts/ProjectTools.tsx';

/** The projects of the family in which this may be done; undefined while it is asked. */
const useOpen = (route: RouteName): { total: number; seen: number; only: Project | undefined } | undefined => {
  const may = useMay();
  const isKnown = useKnowsLevels();
  const isListed = may('projectList', null);
  const input = { family: useFamily(), pageSize: limits.pageSizeMax };
  const { data, isError } = useApi('projectList', input, { enabled: isListed, silent: true });
  if (!isListed) return { total: 0, seen: 0, only: undefined };
  if (!isKnown || (!data && !isError)) return undefined;
  const list = (data?.list ?? []).filter(({ id }) => may(route, id));
  // of very many, those that are not read count as open: the choice shows which are
  const others = data ? data.total - data.list.length : 1;
  const total = list.length + others;
  return { total, seen: data?.total ?? total, only: total === 1 ? list[0] : undefined };
};

/**
 * Why nothing can be added in any project, for the button that would add it; null where it can, and while that is not
 * known. Where there is no project at all, the form itself leads to the first one; with `hasAdd` it always does.
 */
export const useNoProject = (route: RouteName, { hasAdd = false }: { hasAdd?: boolean } = {}): string | null => {
  const { t } = useTranslation();
  const open = useOpen(route);
  const leadsOn = useMay()('projectAdd', null) && (hasAdd || open?.seen === 0);
  return open?.total === 0 && !leadsOn ? t('projects.noneToEdit') : null;
};

/** The project with this id; undefined while it loads and for id 0. Forms for something new then begin with it. */
export const useProject = (id: number): Project | undefined => {
  const project = useApi('projectInfo', { id }, { enabled: id > 0, silent: true }).data;
  useEffect(() => {
    if (project) rememberProject(project.family, project.id);
  }, [project]);
  return project;
};

/**
 * The project that a form for something new begins with: the requested one, the one looked at last, or the only one; of
 * those in which `route` may be used.
 */
export const useFirstProject = (
  requested: number,
  route: RouteName,
): { first: number | undefined; total: number | undefined; isLoaded: boolean } => {
  const family = useFamily();
  const may = useMay();
  const isKnown = useKnowsLevels();
  const remembered = requested > 0 ? 0 : rememberedProject(family);
  const last = useApi('projectInfo', { id: remembered }, { enabled: remembered > 0, silent: true });
  const open = useOpen(route);
  const wanted = requested > 0 ? requested : last.data?.id;
  const first = wanted !== undefined && may(route, wanted) ? wanted : open?.only?.id;
  return {
    first,
    total: open?.total,
    isLoaded: isKnown && (first !== undefined || (open !== undefined && !(remembered > 0 && last.isPending))),
  };
};
