/** Models and versions as their owner may see them, and the names under which others are shown them. */
import { and, eq, sql, type SQL } from 'drizzle-orm';
import { inReach, reached } from '../../core/access.ts';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { found } from '../../core/errors.ts';
import { model, version } from '../../tables/models.ts';
import { project } from '../../tables/projects.ts';

export type ModelRow = typeof model.$inferSelect;
export type VersionRow = typeof version.$inferSelect;

/** What a model is called where one word must do: plan and function name; `model` must be joined. */
export const modelName = (): SQL<string> => sql<string>`${model.planName} || ' / ' || ${model.functionName}`;

export async function ownModel(tx: Tx, actor: Actor, id: number): Promise<ModelRow> {
  const read = (one: Actor) =>
    tx
      .select()
      .from(model)
      .where(and(eq(model.id, id), inReach(one, model.projectId)));
  return reached(tx, actor, read, ({ projectId }) => projectId);
}

export async function ownVersion(tx: Tx, actor: Actor, id: number): Promise<VersionRow> {
  const read = (one: Actor) =>
    tx
      .select()
      .from(version)
      .where(and(eq(version.id, id), inReach(one, version.projectId)));
  return reached(tx, actor, read, ({ projectId }) => projectId);
}

/** Keeps the model and its project out of the bin until the transaction ends; 404 where one of them is there by now. */
export async function holdModel(tx: Tx, place: { projectId: number; modelId: number }): Promise<void> {
  // one connection, and in the order of all locks
  found((await tx.select({ id: project.id }).from(project).where(eq(project.id, place.projectId)).for('key share'))[0]);
  found((await tx.select({ id: model.id }).from(model).where(eq(model.id, place.modelId)).for('key share'))[0]);
}

/** A pattern for `ilike` that finds the text literally. */
export const literally = (text: string): string => `%${text.replace(/[%_\\]/g, '\\$&')}%`;
