/** What a version and a data set have to do with each other: whether it can propose shapes there, and which labels match. */
import {
  families,
  roleOf,
  shapeKindsOf,
  type FamilyId,
  type ProposingVersion,
  type SetType,
  type ShapeKind,
} from '@loupe/contract';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { withNeed } from '../../core/access.ts';
import type { Tx } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { predictionTypeOfModel } from '../../predictions/index.ts';
import { label, type dataset } from '../../tables/datasets.ts';
import { model, snapshot, version } from '../../tables/models.ts';
import type { project } from '../../tables/projects.ts';
import { task } from '../../tables/tasks.ts';
import { ownDataset } from '../datasets/index.ts';
import { assessmentOf, fewStepsOf, modelName, ownModel, ownVersion, type VersionRow } from '../models/index.ts';

/** A data set with its project. */
export interface Place {
  dataset: typeof dataset.$inferSelect;
  project: typeof project.$inferSelect;
}
export interface MappedLabel {
  name: string;
  color: string;
  labelId: number | null;
}

export const kindsOf = ({ dataset: set, project: of }: Place): readonly ShapeKind[] =>
  shapeKindsOf(families[of.family as FamilyId], set.setType as SetType);

/** Whether images are marked one by one; else their data set says what they are. */
export const isMarked = ({ dataset: set, project: of }: Place): boolean =>
  roleOf(of.family as FamilyId, set.role).truth === 'shapes';

/** Whether what models of this type find may become shapes of the data set. */
function canPropose(place: Place, modelType: string): boolean {
  const kinds = kindsOf(place);
  return predictionTypeOfModel(modelType).proposals?.kinds.some((kind) => kinds.includes(kind)) ?? false;
}

export const liveLabels = (tx: Tx, datasetId: number) =>
  tx
    .select({ id: label.id, name: label.name })
    .from(label)
    .where(and(eq(label.datasetId, datasetId), isNull(label.deletedAt)));

/** By name, as label names are told apart: without regard to case. */
function mapped(labels: unknown, own: readonly { id: number; name: string }[]): MappedLabel[] {
  const byName = new Map(own.map(({ id, name }) => [name.toLowerCase(), id]));
  return (labels as { name: string; color: string }[]).map(({ name, color }) => ({
    name,
    color,
    labelId: byName.get(name.toLowerCase()) ?? null,
  }));
}

export const mapLabels = async (tx: Tx, datasetId: number, labels: unknown): Promise<MappedLabel[]> =>
  mapped(labels, await liveLabels(tx, datasetId));

/** The version, where it is ready and can propose shapes for the data set. */
export async function versionFor(tx: Tx, actor: Actor, id: number, place: Place): Promise<VersionRow> {
  // it is only used: whoever sees the project may
  const viewer = withNeed(actor, 'view');
  const used = await ownVersion(tx, viewer, id);
  const { type } = await ownModel(tx, viewer, used.modelId);
  const isNear = used.projectId === place.project.id && [null, used.modelId].includes(place.dataset.modelId);
  if (!isNear || !canPropose(place, type)) throw new AppError('preannotate.wrongVersion');
  if (used.state !== 'ready') throw new AppError('version.notReady');
  return used;
}

export async function proposingVersions(
  { db }: Services,
  actor: Actor,
  datasetId: number,
): Promise<ProposingVersion[]> {
  const place = await ownDataset(db, actor, datasetId);
  const own = await liveLabels(db, datasetId);
  // where images are not marked, shapes need a label that is there
  if (own.length === 0 && !isMarked(place)) return [];
  const { modelId } = place.dataset;
  const rows = await db
    .select({
      version,
      name: modelName(),
      type: model.type,
      result: task.result,
      fewSteps: fewStepsOf(),
      train: snapshot.nTrain,
      val: snapshot.nVal,
    })
    .from(version)
    .innerJoin(model, eq(model.id, version.modelId))
    .innerJoin(snapshot, eq(snapshot.id, version.snapshotId))
    .leftJoin(task, eq(task.id, version.taskId))
    .where(
      and(
        eq(version.projectId, place.project.id),
        eq(version.state, 'ready'),
        modelId === null ? undefined : eq(version.modelId, modelId),
      ),
    )
    .orderBy(desc(version.id))
    .limit(200);
  return rows
    .filter(({ type }) => canPropose(place, type))
    .map(({ version: one, name, type, ...trained }) => ({
      id: one.id,
      modelId: one.modelId,
      model: name,
      number: one.number,
      labels: mapped(one.labels, own),
      level: assessmentOf(type, { ...trained, metrics: one.metrics }, trained).level,
      createdAt: one.createdAt.toISOString(),
    }));
}
