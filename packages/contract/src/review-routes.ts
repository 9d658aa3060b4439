/** The calls that submit an image for review, accept it and return it. */
import { z } from 'zod';
import { Count, Id, readText, Uuid } from './core/fields.ts';
import { limits } from './core/limits.ts';
import { route } from './core/route.ts';
import { ImageSelection, SelectionCursor } from './datasets/images.ts';
import { ImageReview, reviewActions } from './review.ts';

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
  imagesSubmit: route({
    method: 'POST',
    path: 'dataset/picture/submitMany',
    permission,
    needs: reviewActions.submit.needs,
    input: z.object({ selection: ImageSelection, clientId: Uuid }),
    /** `leftOut`: not annotated, or submitted already. */
    output: z.object({ submitted: Count, leftOut: Count, next: SelectionCursor.nullable() }),
    summary: 'Submit those of the chosen images for review that can be submitted',
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
    input: Seen.extend({ remark: readText(limits.remarkLength) }),
    output: ImageReview,
    summary: 'Return a submitted or accepted image with a remark that says what to change',
  }),
};
