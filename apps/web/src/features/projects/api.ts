/** What other features may use of projects: the name and choice of a project. */
import type { Project } from '@loupe/contract';
import { useEffect } from 'react';
import { useApi } from '../../core/query.ts';
import { rememberedProject, rememberProject } from '../../core/remembered.ts';
import { useFamily } from '../../core/scene.tsx';

export { ProjectFilter } from './parts/ProjectFilter.tsx';
export { ProjectMark, ProjectName } from './parts/ProjectMark.tsx';
export { ProjectSelect } from './parts/ProjectSelect.tsx';
export { ProjectTools } from './parts/ProjectTools.tsx';

/** How many own projects the family has, undefined while it is asked; and the one, where there is no other. */
export const useOnlyProject = (): { total: number | undefined; only: Project | undefined } => {
  const { data } = useApi('projectList', { family: useFamily(), pageSize: 1 });
  return { total: data?.total, only: data?.total === 1 ? data.list[0] : undefined };
};

/** The project with this id; undefined while it loads and for id 0. Forms for something new then begin with it. */
export const useProject = (id: number): Project | undefined => {
  const project = useApi('projectInfo', { id }, { enabled: id > 0, silent: true }).data;
  useEffect(() => {
    if (project) rememberProject(project.family, project.id);
  }, [project]);
  return project;
};

/** The project that a form for something new begins with: the requested one, the one looked at last, or the only one. */
export const useFirstProject = (
  requested: number,
): { first: number | undefined; total: number | undefined; isLoaded: boolean } => {
  const family = useFamily();
  const remembered = requested > 0 ? 0 : rememberedProject(family);
  const last = useApi('projectInfo', { id: remembered }, { enabled: remembered > 0, silent: true });
  const { total, only } = useOnlyProject();
  const first = requested > 0 ? requested : (last.data?.id ?? only?.id);
  return {
    first,
    total,
    isLoaded: first !== undefined || (total !== undefined && !(remembered > 0 && last.isPending)),
  };
};
