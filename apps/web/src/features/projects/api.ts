/** What other features may use of projects: the name and choice of a project. */
import type { Project } from '@loupe/contract';
import { useApi } from '../../core/query.ts';
import { useFamily } from '../../core/scene.tsx';

export { ProjectFilter } from './parts/ProjectFilter.tsx';
export { ProjectSelect } from './parts/ProjectSelect.tsx';
export { ProjectTools } from './parts/ProjectTools.tsx';

/** How many own projects the family has, undefined while it is asked; and the one, where there is no other. */
export const useOnlyProject = (): { total: number | undefined; only: Project | undefined } => {
  const { data } = useApi('projectList', { family: useFamily(), pageSize: 1 });
  return { total: data?.total, only: data?.total === 1 ? data.list[0] : undefined };
};

/** The project with this id; undefined while it loads and for id 0. */
export const useProject = (id: number): Project | undefined =>
  useApi('projectInfo', { id }, { enabled: id > 0, silent: true }).data;
