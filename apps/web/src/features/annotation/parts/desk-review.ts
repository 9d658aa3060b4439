/** Review of the shown image: what is known of it, and the words that a person says. */
import { api, type ImageReview, type ReviewActionId } from '@loupe/contract';
import i18next from 'i18next';
import { call } from '../../../core/call.ts';
import { handleError } from '../../../core/errors.ts';
import { notify } from '../../../core/notify.ts';
import { invalidate } from '../../../core/query.ts';
import { currentOutbox, savedStore } from '../outbox-link.ts';
import { atHand, type DeskState } from './desk-state.ts';

/** Somebody said a word, an edit took one back, or review was switched on or off. */
export async function refreshReview({ shown, stores, annotations }: DeskState): Promise<void> {
  if (!shown) return;
  const { review } = await annotations.fresh(shown.imageId);
  if (stores.image.get()?.image.id === shown.imageId) stores.review.set(review);
}

/** What the person is told, when an edit of theirs has changed the review of the image. */
function tellChange(before: ImageReview, after: ImageReview | null): void {
  if (before.state === 'accepted' && after?.isReopened) notify.info(i18next.t('review.reopenedByEdit'));
  else if (before.isReopened && after?.state === 'accepted') notify.info(i18next.t('review.acceptedAgain'));
}

/**
 * Edits of our own: the server says nothing of them to us, and an accepted image waits for review after one, until it is as it
 * was accepted again. Only a row is asked for until then; asked again where edits came meanwhile.
 */
export async function afterOwnEdit(state: DeskState): Promise<void> {
  const { stores, shown } = state;
  const before = stores.review.get();
  if (!shown || before === null || !(before.state === 'accepted' || before.isReopened)) return;
  const { review } = await call(api.imageInfo, { id: shown.imageId });
  if (state.shown !== shown || review === before.state || stores.review.get() !== before) return;
  await refreshReview(state);
  tellChange(before, stores.review.get());
}

/** Resolves when all edits of this browser are on the server, or when it is known that they will not be soon. */
async function areSaved(imageId: number): Promise<boolean> {
  while (savedStore.get().kind === 'pending') {
    // oxlint-disable-next-line no-await-in-loop -- until the next news of the outbox
    await new Promise<void>((resolve) => {
      const stop = savedStore.subscribe(() => {
        stop();
        resolve();
      });
    });
  }
  if (savedStore.get().kind === 'saved') return true;
  return (await currentOutbox()?.pending(imageId))?.length === 0;
}

const send = (
  action: ReviewActionId,
  input: { imageId: number; clientId: string; revision: number },
  remark: string,
): Promise<ImageReview> => {
  const { imageId, clientId } = input;
  if (action === 'submit') return call(api.imageSubmit, { imageId, clientId });
  return action === 'accept' ? call(api.imageAccept, input) : call(api.imageReturn, { ...input, remark });
};

/** Lists and counts that hold it. */
const touched = ['imageList', 'imageNeighbours', 'folderInfo', 'folderList', 'datasetInfo'] as const;

/**
 * True when it was said. What went wrong has been shown, and what the image says now is asked for. `seen`: the revision that
 * it is about, where the person has written for a while; left out: that of this moment.
 */
export async function sayReview(
  state: DeskState,
  action: ReviewActionId,
  remark: string,
  seen?: number,
): Promise<boolean> {
  const { annotations, stores } = state;
  const shown = atHand(state);
  const clientId = currentOutbox()?.clientId;
  if (!shown || clientId === undefined) return false;
  const { imageId } = shown;
  // before anything is waited for: what others do meanwhile has not been seen
  const revision = seen ?? shown.sync.revision();
  try {
    if (!(await areSaved(imageId))) {
      notify.warning(i18next.t('review.notSaved'));
      return false;
    }
    const review = await send(action, { imageId, clientId, revision }, remark);
    annotations.forget(imageId);
    if (stores.image.get()?.image.id === imageId) stores.review.set(review);
    void Promise.all(touched.map((name) => invalidate(name)));
    return true;
  } catch (error) {
    handleError(error);
    annotations.forget(imageId);
    shown.sync.catchUp();
    void refreshReview(state).catch(() => undefined);
    return false;
  }
}
