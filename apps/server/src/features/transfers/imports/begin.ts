/**
 * Before the first image: the labels that the mapping asks for, and what the archive has to say about itself. Once; the labels
 * again where one was deleted meanwhile and the classes were confirmed again.
 */
import { ClassMapping, type Label, type LabelDraft, type Problem } from '@loupe/contract';
import { z } from 'zod';
import { AppError } from '../../../core/errors.ts';
import type { Tx } from '../../../core/db.ts';
import { colorAt, insertLabels, labelsOf, lock } from '../../datasets/index.ts';
import { dataset } from '../../../tables/datasets.ts';
import type { ImportResult } from './result.ts';
import { addNotes, writeResult } from './write-result.ts';

interface Beginning {
  taskId: number;
  datasetId: number;
  /** As the person confirmed it; null where there are no classes. */
  mapping: unknown;
  problems: readonly Problem[];
  skipped: number;
}

/** Whether a class is put under a label by an id that the data set does not have. */
export function namesOther(there: readonly Label[]): (one: ClassMapping) => boolean {
  const ids = new Set(there.map((one) => one.id));
  return ({ target }) => target.to === 'label' && !ids.has(target.labelId);
}

/** The labels that a mapping asks for and the data set does not have. */
export function missingLabels(there: readonly Label[], mapping: readonly ClassMapping[]): LabelDraft[] {
  const known = new Set(there.map((one) => one.name.toLowerCase()));
  const missing: LabelDraft[] = [];
  for (const { target } of mapping) {
    if (target.to !== 'new' || known.has(target.name.toLowerCase())) continue;
    known.add(target.name.toLowerCase());
    missing.push({ name: target.name, color: target.color ?? colorAt(there.length + missing.length) });
  }
  return missing;
}

/** The label of each class; null where it is left out. */
async function makeLabels(tx: Tx, datasetId: number, mapping: ClassMapping[]) {
  await lock(tx, dataset, datasetId, 'no key update');
  const there: Label[] = await labelsOf(tx, [datasetId], 'bounded');
  if (mapping.some(namesOther(there))) throw new AppError('cause.import.labels');
  const missing = missingLabels(there, mapping);
  const added = await insertLabels(tx, datasetId, missing).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('cause.import.labels') : error;
  });
  const byName = new Map([...there, ...added].map((one) => [one.name.toLowerCase(), one.id]));
  const labels = mapping.map(({ name, target }): [string, number | null] => {
    if (target.to === 'label') return [name, target.labelId];
    return [name, target.to === 'new' ? byName.get(target.name.toLowerCase())! : null];
  });
  return { labels: Object.fromEntries(labels), added: added.length };
}

export async function begin(tx: Tx, beginning: Beginning, result: ImportResult): Promise<ImportResult> {
  const { taskId, datasetId, problems, skipped } = beginning;
  const mapping = z.array(ClassMapping).nullable().parse(beginning.mapping);
  const made = mapping ? await makeLabels(tx, datasetId, mapping) : { labels: {}, added: 0 };
  const { labels, added } = made;
  const begun = { ...result, labels, labelsAdded: result.labelsAdded + added, skipped, isBegun: true };
  const notes = { problems: result.isBegun ? [] : problems, duplicates: [] };
  return writeResult(tx, taskId, await addNotes(tx, taskId, begun, notes), null);
}
