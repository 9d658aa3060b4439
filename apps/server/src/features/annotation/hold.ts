/** Takes hold of a picture that is the actor's to edit, with one statement: its folder, the picture and the labels it needs. */
import type { FamilyId, SetType } from '@loupe/contract';
import { sql, type SQL } from 'drizzle-orm';
import { ownProjects, type Actor } from '../../core/actor.ts';
import { project } from '../projects/tables.ts';

/** What an edit needs to know of a picture and where it is; under lock until the transaction ends. */
export interface HeldPicture {
  id: number;
  folderId: number | null;
  datasetId: number;
  projectId: number;
  state: string;
  revision: number;
  nShapes: number;
  width: number;
  height: number;
  setType: SetType;
  role: string;
  family: FamilyId;
  /** The counts of its folder may change, or it is in none. */
  folderLocked: boolean;
  /** Those of the labels that are live; these stay, too. */
  labels: number[];
}

export const liveLabels = (ids: readonly number[], datasetId: SQL): SQL => sql`
  select l.id from label l where l.id = any(${sql.param([...new Set(ids)])}::bigint[]) and l.dataset_id = ${datasetId}
    and l.deleted_at is null order by l.id for key share`;

interface Wanted {
  imageId: number;
  labelIds: readonly number[];
  /** How many shapes may go. */
  deletes: number;
  /** Lock the folder in any case. */
  withFolder: boolean;
}

/**
 * Locks the folder, then the picture, then the labels. The folder is left to others where a guess says that its counts will
 * stay: an edit of a picture that is and stays annotated. No row for a picture that is deleted or not the actor's.
 */
export const holding = (actor: Actor, { imageId, labelIds, deletes, withFolder }: Wanted): SQL => sql`
  with own as materialized (
    select i.id, i.folder_id, i.state, i.n_shapes, d.set_type, d.role, ${project.family} as family
    from image i join dataset d on d.id = i.dataset_id join project on project.id = i.project_id
    where i.id = ${imageId} and i.deleted_at is null and ${ownProjects(actor)}),
  place as materialized (
    select f.id from folder f
    where f.id = (select folder_id from own where ${withFolder} or state <> 'annotated' or n_shapes <= ${deletes})
    for no key update),
  -- each part reads the one before it, so that the locks are taken in this order
  picture as materialized (
    select i.id, i.folder_id as "folderId", i.dataset_id as "datasetId", i.project_id as "projectId", i.state, i.revision,
      i.n_shapes as "nShapes", i.width, i.height
    from image i
    where i.id = (select id from own) and i.deleted_at is null and (select count(*) from place) >= 0
    for no key update),
  labels as materialized (${liveLabels(labelIds, sql`(select "datasetId" from picture)`)})
  select picture.*, own.set_type as "setType", own.role, own.family,
    own.folder_id is null or exists (select 1 from place) as "folderLocked",
    array_to_json(array(select id from labels)) as labels
  from picture, own`;
