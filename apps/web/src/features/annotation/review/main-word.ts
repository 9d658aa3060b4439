/** Which word of a review a person most likely says next: its button is the main one of the workbench, else *next image* is. */
import { canReview, type ImageReview, type MessageKey, type ReviewActionId } from '@loupe/contract';
import { useMay } from '../../../core/access.ts';
import { useStore } from '../../../core/store.ts';
import type { Mode } from '../parts/desk-stores.ts';
import type { Desk } from '../parts/desk-types.ts';

export const reviewRoutes = { submit: 'imageSubmit', accept: 'imageAccept', return: 'imageReturn' } as const;

/** Why it cannot be said of this image as it is. */
export function hindranceOf(
  mode: Pick<Mode, 'shapeCount' | 'isCheckedEmpty'> | null,
  review: ImageReview | null,
  action: ReviewActionId,
): MessageKey | null {
  if (action === 'accept' && review?.isOwn) return 'review.own';
  const isAnnotated = mode !== null && (mode.shapeCount > 0 || mode.isCheckedEmpty);
  if (isAnnotated || action === 'return') return null;
  return action === 'accept' ? 'review.nothingToAccept' : 'review.notAnnotated';
}

/** To return an image takes a remark, and is the exception: it is never the main one. Both others go on to the next image. */
const mainWords: readonly ReviewActionId[] = ['submit', 'accept'];

export function mainWordOf(
  mode: Parameters<typeof hindranceOf>[0],
  review: ImageReview | null,
  may: (action: ReviewActionId) => boolean,
): ReviewActionId | null {
  if (review === null) return null;
  // the next word is with whoever corrects it
  if (review.state === 'returned' && review.bySelf && may('accept')) return null;
  const isNext = (action: ReviewActionId) =>
    may(action) && canReview(action, review.state) && hindranceOf(mode, review, action) === null;
  return mainWords.find(isNext) ?? null;
}

export function useMainWord(desk: Desk): ReviewActionId | null {
  const projectId = useStore(desk.image)?.image.projectId;
  const allowed = useMay();
  return mainWordOf(useStore(desk.mode), useStore(desk.review), (action) => allowed(reviewRoutes[action], projectId));
}
