/** Projects: the room in which data sets and models of one family live. */
import { z } from 'zod';
import { ById, Count, Description, Id, Name50, Nothing, SearchText, Time } from './core/fields.ts';
import { pageInput, pageOf } from './core/paging.ts';
import { route } from './core/route.ts';
import { FamilyId } from './families/ids.ts';

export const Project = z.object({
  id: Id,
  family: FamilyId,
  name: Name50,
  description: Description,
  datasets: Count,
  models: Count,
  createdBy: z.string(),
  createdAt: Time,
});
export type Project = z.infer<typeof Project>;

/** What a deletion takes with it; shown before the person confirms. */
export const DeletePreview = z.object({
  name: z.string(),
  datasets: Count,
  folders: Count,
  pictures: Count,
  shapes: Count,
  models: Count,
  versions: Count,
  onlineEntries: Count,
});
export type DeletePreview = z.infer<typeof DeletePreview>;

const permission = 'project/pageList';

export const projects = {
  projectList: route({
    method: 'POST',
    path: 'project/pageList',
    permission,
    input: pageInput({ family: FamilyId.optional(), name: SearchText.optional() }, ['name', 'createdAt']),
    output: pageOf(Project),
    summary: 'Projects',
  }),
  projectInfo: route({
    method: 'POST',
    path: 'project/info',
    permission,
    input: ById,
    output: Project,
    summary: 'One project',
  }),
  projectAdd: route({
    method: 'POST',
    path: 'project/add',
    permission,
    input: z.object({ family: FamilyId, name: Name50, description: Description.default('') }),
    output: Project,
    summary: 'Add a project',
  }),
  projectUpdate: route({
    method: 'POST',
    path: 'project/update',
    permission,
    input: ById.extend({ name: Name50, description: Description }),
    output: Project,
    summary: 'Rename or describe a project',
  }),
  projectDeletePreview: route({
    method: 'POST',
    path: 'project/deletePreview',
    permission,
    input: ById,
    output: DeletePreview,
    summary: 'What deleting the project takes with it',
  }),
  projectDelete: route({
    method: 'POST',
    path: 'project/delete',
    permission,
    input: ById,
    output: Nothing,
    summary: 'Delete a project with its data sets and models',
  }),
};
