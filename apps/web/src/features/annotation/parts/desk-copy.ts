/** Copies what persons drew on the image before: with what of it still waits to be sent. */
import i18next from 'i18next';
import { shapesOf } from '../../../canvas/index.ts';
import { handleError } from '../../../core/errors.ts';
import { notify } from '../../../core/notify.ts';
import { currentOutbox } from '../outbox-link.ts';
import { atHand, type DeskState } from './desk-state.ts';
import { isPrediction } from './shape-facts.ts';

export async function copyFromPrevious(state: DeskState): Promise<void> {
  const { previousId, annotations, stores } = state;
  const shown = atHand(state);
  if (!shown || !stores.mayAnnotate.get()) return;
  if (previousId === null) return void notify.info(i18next.t('annotation.nothingToCopy'));
  try {
    const { image, shapes } = await annotations.get(previousId);
    const pending = (await currentOutbox()?.pending(previousId)) ?? [];
    // meanwhile the person may have gone on
    if (atHand(state)?.imageId !== shown.imageId) return;
    const { width, height } = image;
    const drawn = shapesOf({ imageId: previousId, width, height, shapes, pending });
    const count = state.stage?.editor.copyIn(drawn.filter((shape) => !isPrediction(shape))) ?? 0;
    notify.info(i18next.t(count > 0 ? 'annotation.copiedIn' : 'annotation.nothingToCopy', { count }));
  } catch (error) {
    handleError(error);
  }
}
