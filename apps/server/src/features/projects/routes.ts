/** Routes of projects. */
import type { projects, sharing } from '@loupe/contract';
import type { Handlers } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';
import {
  handOver,
  leaveProject,
  listMembers,
  projectAccess,
  removeMember,
  searchPeople,
  setMember,
} from './members.ts';
import { addProject, deleteProject, listProjects, previewDelete, projectInfo, updateProject } from './service.ts';

export function makeProjectHandlers(services: Services): Handlers<typeof projects & typeof sharing> {
  return {
    projectList: (actor, input) => listProjects(services, actor, input),
    projectInfo: (actor, { id }) => projectInfo(services, actor, id),
    projectAdd: (actor, input) => addProject(services, actor, input),
    projectUpdate: (actor, input) => updateProject(services, actor, input),
    projectDeletePreview: (actor, { id }) => previewDelete(services, actor, id),
    projectDelete: (actor, input) => deleteProject(services, actor, input),
    projectAccess: (actor) => projectAccess(services, actor),
    memberList: (actor, { id }) => listMembers(services, actor, id),
    memberSearch: (actor, input) => searchPeople(services, actor, input),
    memberSet: (actor, input) => setMember(services, actor, input),
    memberRemove: (actor, input) => removeMember(services, actor, input),
    projectLeave: async (actor, { id }) => {
      await leaveProject(services, actor, id);
      return null;
    },
    projectHandOver: (actor, input) => handOver(services, actor, input),
  };
}
