/** What an edit needs to know of an image, read with one statement; and the locks under which it must still be so. */
import type { FamilyId, SetType } from '@loupe/contract';
import { sql, type SQL } from 'drizzle-orm';
import { projectInReach } from '../../core/access.ts';
import type { Actor } from '../../core/actor.ts';
import type { Parts } from '../../core/prepared.ts';
import { project } from '../../tables/projects.ts';
import { isPreLabeling } from '../datasets/index.ts';
import { uuids, type OpRow } from './read-state.ts';

export interface ImageFacts {
  id: number;
  folderId: number | null;
  datasetId: number;
  projectId: number;
  state: string;
  revision: number;
  nShapes: number;
  review: string | null;
  /** The revision that was accepted, while nothing but edits has come since. */
  acceptedSeq: number | null;
  width: number;
  height: number;
  setType: SetType;
  role: string;
  family: FamilyId;
  /** The data set has a live label. */
  hasLabels: boolean;
  /** Shapes of it are in conflict. */
  hasCopies: boolean;
  /** Those of the labels that are live. */
  labels: number[];
  /** Those of the versions that belong to the image's project. */
  versions: number[];
  /** Those of the ops that were here before. */
  earlier: OpRow[];
  /** What is proposed for it, by source. */
  proposed: Proposed[];
  /** A pre-annotation is about to run on it. */
  isPreLabeling: boolean;
  /** Transaction that wrote the image's row last, of an edit or of a run that proposes. */
  writtenBy: string;
}

export interface Proposed {
  /** That ran; it may be deleted since. */
  versionId: number;
  ids: string[];
  rejected: string[];
}

const bigints = (ids: Iterable<number>): SQL => sql`${sql.param([...new Set(ids)])}::bigint[]`;

export const liveLabels = (ids: Iterable<number>, datasetId: SQL): SQL => sql`
  select l.id from label l where l.id = any(${bigints(ids)}) and l.dataset_id = ${datasetId} and l.deleted_at is null`;

interface Wanted {
  imageId: number;
  labelIds: readonly number[];
  versionIds: readonly number[];
  /** Ops, and those that they stand on. */
  opIds: readonly string[];
}

/** No row for an image that is deleted or not the actor's. Nothing is locked. */
export const factsOf = (actor: Actor, { imageId, labelIds, versionIds, opIds }: Wanted): SQL => sql`
  select i.id, i.folder_id as "folderId", i.dataset_id as "datasetId", i.project_id as "projectId", i.state, i.revision,
    i.n_shapes as "nShapes", i.review, i.accepted_seq as "acceptedSeq", i.width, i.height, d.set_type as "setType", d.role, ${project.family} as family,
    exists (select from label l where l.dataset_id = i.dataset_id and l.deleted_at is null) as "hasLabels",
    exists (select from shape s where s.image_id = i.id and s.conflict_of is not null) as "hasCopies",
    array_to_json(array(${liveLabels(labelIds, sql`i.dataset_id`)})) as labels,
    array_to_json(array(
      select v.id from version v where v.id = any(${bigints(versionIds)}) and v.project_id = i.project_id)) as versions,
    (select coalesce(json_agg(json_build_object('opId', o.op_id, 'kind', o.kind, 'seq', o.seq, 'status', o.status, 'shapeId', o.shape_id,
       'after', encode(o.after, 'hex'))), '[]')
     from op o where o.image_id = i.id and o.op_id = any(${uuids(opIds)})) as earlier,
    (select coalesce(json_agg(json_build_object('versionId', p.version_id, 'ids', p.ids, 'rejected', p.rejected)), '[]')
     from proposal p where p.image_id = i.id) as proposed,
    ${isPreLabeling(sql`i.id`)} as "isPreLabeling", i.xmin::text as "writtenBy"
  from image i join folder f on f.id = i.folder_id join dataset d on d.id = i.dataset_id join project on project.id = i.project_id
  where i.id = ${imageId} and i.deleted_at is null and ${projectInReach(actor)}`;

export interface Needed {
  /** Labels that must be live. */
  labelIds: readonly number[];
  /** The counts of its folder change. */
  withFolder: boolean;
}

/**
 * Parts of a statement that lock the folder, then the image, then the labels, each reading the one before it, so that the
 * locks are taken in this order. The last, `held`, has a row where all of it is as it was read: whatever changes an image or
 * what is proposed for it writes the image's row. Who waited for that row sees it as it is then, and other tables as they
 * were before: so proposals are asked of the row too.
 */
export function stillSo({ id, folderId, datasetId, writtenBy }: ImageFacts, needed: Needed): Parts {
  const labelIds = [...new Set(needed.labelIds)];
  const folders = needed.withFolder && folderId !== null ? [folderId] : [];
  return {
    place: sql`select f.id from folder f where f.id = any(${bigints(folders)}) for no key update`,
    own: sql`
      select i.id from image i
      where i.id = ${id} and i.xmin::text = ${writtenBy} and (select count(*) from place) = ${folders.length}
      for no key update`,
    labels: sql`
      ${liveLabels(labelIds, sql`${datasetId}`)} and exists (select from own) order by l.id for key share of l`,
    held: sql`select id from own where (select count(*) from labels) = ${labelIds.length}`,
  };
}

/** For the parts that write: only where the image is held. */
export const isHeld: SQL = sql`exists (select from held)`;
