/**
 * Review of annotations: an annotator submits an image, and a second person accepts it or returns it with a remark. It is
 * switched on for each data set; elsewhere nothing of it exists.
 */
import { z } from 'zod';
import { Count, Time } from './core/fields.ts';
import type { ProjectNeed } from './core/need.ts';

export const ReviewState = z.enum(['submitted', 'accepted', 'returned']);
export type ReviewState = z.infer<typeof ReviewState>;

/** `null`: nobody has submitted it yet. An edit of an accepted image submits it again, and an undo of it accepts it again, which no row says: nobody asks for it. */
interface ReviewAction {
  from: readonly (ReviewState | null)[];
  to: ReviewState;
  needs: ProjectNeed;
}
export const reviewActions = {
  submit: { from: [null, 'returned'], to: 'submitted', needs: 'annotate' },
  accept: { from: ['submitted'], to: 'accepted', needs: 'edit' },
  return: { from: ['submitted', 'accepted'], to: 'returned', needs: 'edit' },
} as const satisfies Readonly<Record<string, ReviewAction>>;
export type ReviewActionId = keyof typeof reviewActions;

export const canReview = (action: ReviewActionId, state: ReviewState | null): boolean =>
  (reviewActions[action].from as readonly (ReviewState | null)[]).includes(state);

/**
 * How they stand among the edits of an image. `reopen`: an edit of an accepted image submits it again. `reaccept`: further edits
 * have brought it back to what was accepted.
 */
export const reviewWords = ['submit', 'accept', 'return', 'reopen', 'reaccept'] as const;

/**
 * What a list of images is narrowed to: a state, or what somebody has to do. `unsubmitted`: annotated or checked, and nobody
 * has submitted it. `toReview`: submitted, and the person who asks may accept it. `returnedToMe`: they had submitted it.
 */
export const ReviewFilter = z.enum([...ReviewState.options, 'unsubmitted', 'toReview', 'returnedToMe']);
export type ReviewFilter = z.infer<typeof ReviewFilter>;

/** How many images of a data set or folder each of them has, as the person who asks sees it. */
export const ReviewCounts = z.object({
  submitted: Count,
  accepted: Count,
  returned: Count,
  unsubmitted: Count,
  toReview: Count,
  returnedToMe: Count,
}) satisfies z.ZodType<Record<ReviewFilter, number>>;
export type ReviewCounts = z.infer<typeof ReviewCounts>;

/** Where the review of one image stands, and the last word on it. */
export const ImageReview = z.object({
  state: ReviewState.nullable(),
  /** Who said it; null where nobody has, or they are not known any more. */
  by: z.string().nullable(),
  at: Time.nullable(),
  /** What is to be changed; empty but for a returned image. */
  remark: z.string(),
  /** The person who asks submitted it, and somebody else in the project is there to accept it. */
  isOwn: z.boolean(),
  /** The person who asks said the last word. */
  bySelf: z.boolean(),
  /** It was accepted, and edits alone have come since. */
  isReopened: z.boolean(),
});
export type ImageReview = z.infer<typeof ImageReview>;
