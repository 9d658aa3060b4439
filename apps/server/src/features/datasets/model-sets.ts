/** The data sets that a model owns: one for each role of its family, with a first folder. */
import { families, type FamilyId, type Locale } from '@loupe/contract';
import type { Tx } from '../../core/db.ts';
import { insertLabels } from './labels.ts';
import { dataset, folder } from '../../tables/datasets.ts';

export interface SetsOwner {
  modelId: number;
  projectId: number;
  family: string;
  userId: number;
  /** Of the labels' names. */
  language: Locale;
}

/** Adds them; a family whose data sets are the project's gets none. */
export async function addModelSets(tx: Tx, { modelId, projectId, family, userId, language }: SetsOwner): Promise<void> {
  const owned = families[family as FamilyId].roles.filter(({ name }) => name !== null);
  for (const { role, labels, firstFolder } of owned) {
    const name = role.toUpperCase();
    const fields = { projectId, modelId, role, dataType: 'image', setType: 'detection', name, createdBy: userId };
    // one connection: in turn
    // oxlint-disable-next-line no-await-in-loop
    const [added] = await tx.insert(dataset).values(fields).returning({ id: dataset.id });
    const named = labels.map(({ name: words, color }) => ({ name: words[language], color }));
    // oxlint-disable-next-line no-await-in-loop
    await insertLabels(tx, added!.id, named);
    // oxlint-disable-next-line no-await-in-loop
    await tx.insert(folder).values({ datasetId: added!.id, projectId, name: firstFolder?.[language] ?? name });
  }
}
