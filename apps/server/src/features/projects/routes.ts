/** Routes of projects. */
import type { projects } from '@loupe/contract';
import type { Handlers } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';
import { addProject, deleteProject, listProjects, previewDelete, projectInfo, updateProject } from './service.ts';

export function makeProjectHandlers(services: Services): Handlers<typeof projects> {
  return {
    projectList: (actor, input) => listProjects(services, actor, input),
    projectInfo: (actor, { id }) => projectInfo(services, actor, id),
    projectAdd: (actor, input) => addProject(services, actor, input),
    projectUpdate: (actor, input) => updateProject(services, actor, input),
    projectDeletePreview: (actor, { id }) => previewDelete(services, actor, id),
    projectDelete: (actor, input) => deleteProject(services, actor, input),
  };
}
