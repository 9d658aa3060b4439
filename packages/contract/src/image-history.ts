/** What was done on an image: who, what and when, newest first, and how the image was at any of these moments. */
import { z } from 'zod';
import { Count, Id, Time, Uuid } from './core/fields.ts';
import { route } from './core/route.ts';
import { ShapeKind, StoredShape } from './shapes.ts';

/** `accepted`: a model's prediction that a person made an annotation. `copied`: kept beside somebody else's edit. `keptBoth`: both are wanted. `reopened`: an accepted image was edited; `acceptedAgain`: it is as it was accepted again. */
export const historyKinds = [
  'added',
  'imported',
  'accepted',
  'acceptedSimilar',
  'copied',
  'removed',
  'restored',
  'moved',
  'relabelled',
  'typed',
  'changed',
  'rejected',
  'unrejected',
  'keptBoth',
  'unkeptBoth',
  'checkedEmpty',
  'uncheckedEmpty',
  'submitted',
  'reviewAccepted',
  'returned',
  'reopened',
  'acceptedAgain',
] as const;
export type HistoryKind = (typeof historyKinds)[number];

export const HistoryChange = z.object({
  /** The image's revision after it. */
  seq: Count,
  what: z.enum(historyKinds),
  /** Null: nobody in person, or somebody who is not known any more. */
  actorId: Id.nullable(),
  actor: z.string().nullable(),
  clientId: Uuid,
  shapeKind: ShapeKind.nullable(),
  /** After the change; of what is gone, before it. */
  labelId: Id.nullable(),
  /** Before it, where another label was given. */
  fromLabelId: Id.nullable(),
  /** What a reviewer said; else null. */
  remark: z.string().nullable(),
  at: Time,
});
export type HistoryChange = z.infer<typeof HistoryChange>;

/** What persons had turned down of a run (`at`: when it was made); `versionId` as in its proposals. */
export const PastDecisions = z.object({ versionId: Id.nullable(), at: Time, rejected: z.array(Uuid) });
export type PastDecisions = z.infer<typeof PastDecisions>;

/** Changes that one page has. */
export const historyPage = 200;

const own = { method: 'POST', permission: 'dataset/picture/handleImg', needs: 'view' } as const;
export const imageHistory = {
  imageHistory: route({
    ...own,
    path: 'dataset/picture/history',
    /** `before`: changes older than this revision; null for the newest. */
    input: z.object({ imageId: Id, before: Count.nullable() }),
    output: z.object({ changes: z.array(HistoryChange).max(historyPage), hasMore: z.boolean() }),
    summary: 'What was done on an image, newest first, a page at a time',
  }),
  imageAt: route({
    ...own,
    path: 'dataset/picture/at',
    input: z.object({ imageId: Id, seq: Count }),
    output: z.object({
      shapes: z.array(StoredShape),
      isCheckedEmpty: z.boolean(),
      /** Of the runs whose proposals the image has now; without those that came later. */
      decisions: z.array(PastDecisions),
    }),
    summary: 'The shapes of an image as they were at a revision',
  }),
};
