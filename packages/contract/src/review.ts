/**
 * Review of annotations: an annotator submits an image, and a second person accepts it or returns it with a remark. It is
 * switched on for each data set; elsewhere nothing of it exists.
 */
import { z } from 'zod';
import { Count, Id, Time, Uuid } from './core/fields.ts';
import { limits } from './core/limits.ts';
import type { ProjectNeed } from './core/need.ts';
import { route } from './core/route.ts';

export const ReviewState = z.enum(['submitted', 'accepted', 'returned']);
export type ReviewState = z.infer<typeof ReviewState>;

/** `null`: nobody has submitted it yet. An edit of an accepted image submits it again, which no row says: nobody asks for it. */
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

/** How they stand among the edits of an image. `reopen`: an edit of an accepted image submits it again. */
export const reviewWords = ['submit', 'accept', 'return', 'reopen'] as const;

/** How many images of a data set or folder are in each state. */
export const ReviewCounts = z.object({ submitted: Count, accepted: Count, returned: Count });
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
});
export type ImageReview = z.infer<typeof ImageReview>;

const permission = 'dataset/picture/handleImg';
/** `clientId`: as of the edits, so that a page knows its own. `revision`: what the person has seen of the image. */
const Subject = z.object({ imageId: Id, clientId: Uuid });
const Seen = Subject.extend({ revision: Count });

export const review = {
  imageSubmit: route({
    method: 'POST',
    path: 'dataset/picture/submit',
    permission,
    needs: reviewActions.submit.needs,
    input: Subject,
    output: ImageReview,
    summary: 'Submit an annotated image for review',
  }),
  imageAccept: route({
    method: 'POST',
    path: 'dataset/picture/accept',
    permission,
    needs: reviewActions.accept.needs,
    input: Seen,
    output: ImageReview,
    summary: 'Accept a submitted image. Refused where somebody has changed it after that revision',
  }),
  imageReturn: route({
    method: 'POST',
    path: 'dataset/picture/return',
    permission,
    needs: reviewActions.return.needs,
    input: Seen.extend({ remark: z.string().trim().min(1).max(limits.remarkLength) }),
    output: ImageReview,
    summary: 'Return a submitted or accepted image with a remark that says what to change',
  }),
};
