/** What other features may use of projects: the name and choice of a project. */
import type { Project } from '@loupe/contract';
import { useApi } from '../../core/query.ts';
import { useFamily } from '../../core/scene.tsx';

export { ProjectSelect } from './parts/ProjectSelect.tsx';
export { ProjectTools } from './parts/ProjectTools.tsx';

/** Every own project of the family, for a select: 200 at most. */
export const useProjectOptions = (): { projects: Project[]; options: { value: string; label: string }[] } => {
  const family = useFamily();
  const { data } = useApi('projectList', { family, pageSize: 200, sort: 'name' });
  const projects = data?.list ?? [];
  return { projects, options: projects.map((p) => ({ value: String(p.id), label: p.name })) };
};

/** The project with this id; undefined while it loads and for id 0. */
export const useProject = (id: number): Project | undefined =>
  useApi('projectInfo', { id }, { enabled: id > 0, silent: true }).data;
