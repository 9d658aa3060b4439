/** Shapes in conflict: two people edited the same shape, both edits were kept, and nobody has decided yet. */
import { z } from 'zod';
import { ById, Count, Id } from './core/fields.ts';
import { route } from './core/route.ts';

export const Conflicts = z.object({
  shapes: Count,
  images: Count,
  /** Where they are, at most 20 folders. */
  folders: z.array(z.object({ id: Id, name: z.string(), images: Count })),
});
export type Conflicts = z.infer<typeof Conflicts>;

export const conflicts = {
  datasetConflicts: route({
    method: 'POST',
    path: 'dataset/conflicts',
    permission: 'dataset/pageList',
    needs: 'view',
    input: ById,
    output: Conflicts,
    summary: 'How many shapes of a data set are in conflict and are therefore left out of training, tests and exports',
  }),
};
