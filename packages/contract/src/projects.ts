/** Projects: the room in which data sets and models of one family live. */
import { z } from 'zod';
import { ById, Count, Description, Id, Name50, SearchText, Time, StoredName } from './core/fields.ts';
import { limits } from './core/limits.ts';
import { levels } from './core/need.ts';
import { pageInput, pageOf } from './core/paging.ts';
import { route } from './core/route.ts';
import { FamilyId } from './families/ids.ts';

export const Project = z.object({
  id: Id,
  family: FamilyId,
  name: StoredName,
  description: Description,
  datasets: Count,
  models: Count,
  createdBy: z.string(),
  ownerId: Id,
  owner: z.string(),
  /** What the person who asks is in it. */
  level: z.enum(levels),
  /** With how many people it is shared. */
  members: Count,
  /** Example data: everybody sees it. */
  example: z.boolean(),
  createdAt: Time,
});
export type Project = z.infer<typeof Project>;

/** The example-data toggle, with the values of the specification. Takes the key `sys/example`. */
export const exampleValues = { on: 0, off: -1 } as const;
const Example = z.union([z.literal(exampleValues.on), z.literal(exampleValues.off)]).optional();

/** What a deletion takes with it; shown before the person confirms. */
export const DeletePreview = z.object({
  name: z.string(),
  datasets: Count,
  folders: Count,
  images: Count,
  shapes: Count,
  models: Count,
  versions: Count,
  onlineEntries: Count,
  /** Those of them that are switched on: programs may be using them now. */
  entriesOn: Count,
});
export type DeletePreview = z.infer<typeof DeletePreview>;

/** Whether deleting a project asks for its name: it would stop a line, or it holds much work. */
export const asksForName = ({ entriesOn, images }: Pick<DeletePreview, 'entriesOn' | 'images'>): boolean =>
  entriesOn > 0 || images >= limits.askNameImages;

/** What a deletion answers: where it can be taken back. */
export const Deleted = z.object({ binId: Id });
export type Deleted = z.infer<typeof Deleted>;

const permission = 'project/pageList';

export const projects = {
  projectList: route({
    method: 'POST',
    path: 'project/pageList',
    permission,
    needs: 'view',
    input: pageInput(
      { family: FamilyId.optional(), name: SearchText.optional(), whose: z.enum(['mine', 'shared']).optional() },
      ['name', 'createdAt'],
    ),
    output: pageOf(Project),
    summary: 'Projects',
  }),
  projectInfo: route({
    method: 'POST',
    path: 'project/info',
    permission,
    needs: 'view',
    input: ById,
    output: Project,
    summary: 'One project',
  }),
  projectAdd: route({
    method: 'POST',
    path: 'project/add',
    permission,
    needs: 'write',
    input: z.object({ family: FamilyId, name: Name50, description: Description.default(''), example: Example }),
    output: Project,
    summary: 'Add a project',
  }),
  projectUpdate: route({
    method: 'POST',
    path: 'project/update',
    permission,
    needs: 'edit',
    input: ById.extend({ name: Name50, description: Description, example: Example }),
    output: Project,
    summary: 'Rename or describe a project',
  }),
  projectDeletePreview: route({
    method: 'POST',
    path: 'project/deletePreview',
    permission,
    needs: 'own',
    input: ById,
    output: DeletePreview,
    summary: 'What deleting the project would delete',
  }),
  projectDelete: route({
    method: 'POST',
    path: 'project/delete',
    permission,
    needs: 'own',
    /** `confirmName`: the project's name, typed by the person, where `asksForName` says so. */
    input: ById.extend({ confirmName: z.string().max(200).optional() }),
    output: Deleted,
    summary: 'Move a project with its data sets and models to the bin',
  }),
};
