/** What a person chose for the classes of an upload: refused while all of it can still be changed, not by the import itself. */
import { ClassMapping, cutText, limits, type Inspection, type Label } from '@loupe/contract';
import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../../../core/db.ts';
import { AppError } from '../../../core/errors.ts';
import { holdingStates } from '../../../tasks-runner/state.ts';
import { dataset, label } from '../../../tables/datasets.ts';
import { task } from '../../../tables/tasks.ts';
import { upload } from '../../../tables/uploads.ts';
import { labelsOf, lock } from '../../datasets/index.ts';
import { missingLabels, namesOther } from '../imports/begin.ts';

type UploadRow = typeof upload.$inferSelect;

/** A label that the data set does not have, or no longer: by its name where it was one of it. */
async function labelGone(tx: Tx, datasetId: number, { name, target }: ClassMapping): Promise<AppError> {
  const args = { name: cutText(name, 100) };
  const ids = target.to === 'label' ? [target.labelId] : [];
  const [gone] = await tx
    .select({ name: label.name })
    .from(label)
    .where(and(inArray(label.id, ids), eq(label.datasetId, datasetId)));
  return gone
    ? new AppError('upload.labelDeleted', { args: { ...args, label: gone.name } })
    : new AppError('upload.labelUnknown', { args });
}

/** What imports will add that are confirmed and have not begun: their labels are as good as there. */
async function announced(tx: Tx, { id, datasetId }: UploadRow): Promise<ClassMapping[]> {
  const rows = await tx
    .select({ mapping: upload.mapping })
    .from(upload)
    .innerJoin(task, eq(task.id, upload.taskId))
    .where(
      and(
        eq(upload.datasetId, datasetId),
        ne(upload.id, id),
        isNotNull(upload.mapping),
        sql`${task.state} in (${holdingStates})`,
        sql`coalesce(${task.result} -> 'labels', 'null') = 'null'`,
      ),
    );
  return rows.flatMap(({ mapping }) => z.array(ClassMapping).parse(mapping));
}

/**
 * Every class has a target, every label that is named belongs to the data set, and there is room for the new ones. From
 * here to the end of the transaction nobody else adds a label, nor confirms another import into the data set.
 */
export async function checkMapping(
  tx: Tx,
  row: UploadRow,
  { classes }: Inspection,
  mapping: ClassMapping[],
): Promise<void> {
  const chosen = new Set(mapping.map(({ name }) => name));
  const open = classes.find(({ name }) => !chosen.has(name));
  if (open) throw new AppError('upload.mapping', { args: { name: cutText(open.name, 100) } });
  await lock(tx, dataset, row.datasetId, 'no key update');
  const there: Label[] = await labelsOf(tx, [row.datasetId], 'bounded');
  const other = mapping.find(namesOther(there));
  if (other) throw await labelGone(tx, row.datasetId, other);
  const max = limits.labelsPerDataset;
  const own = missingLabels(there, mapping).length;
  if (there.length + own > max) throw new AppError('label.tooMany', { args: { max } });
  const before = await announced(tx, row);
  const others = missingLabels(there, before).length;
  const all = missingLabels(there, [...before, ...mapping]).length;
  if (there.length + all > max)
    throw new AppError('upload.labelsTaken', { args: { max, there: there.length, others, own: all - others } });
}
