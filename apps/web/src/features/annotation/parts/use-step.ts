/** Steps from image to image: through the list, or to the next one that nobody has annotated. */
import { api, type DatasetImage } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import type { StepCommand } from '../../../canvas/index.ts';
import { call } from '../../../core/call.ts';
import { handleError } from '../../../core/errors.ts';
import { notify } from '../../../core/notify.ts';
import { filterOf, isNarrowed, type ImageChoice } from '../../../core/image-choice.ts';
import type { Strip } from './use-strip.ts';

export interface StepPlace extends ImageChoice {
  folderId: number;
  id: number;
}

/** The nearest image of the list with what is wanted instead of what is chosen, on from the shown one and then from the other end of the list. */
export async function nearestWith(
  wanted: Partial<ImageChoice>,
  { folderId, id, ...choice }: StepPlace,
  isForward: boolean,
): Promise<DatasetImage | null> {
  const { folderId: _, ...filter } = filterOf(folderId, { ...choice, ...wanted });
  const { sort } = choice;
  const near = await call(api.imageNeighbours, { id, filter, sort });
  const found = isForward ? near.next : near.previous;
  const others = near.total - 1;
  if (found || others === 0) return found;
  const pageNum = isForward ? 1 : others + (near.isListed ? 1 : 0);
  const { list } = await call(api.imageList, { folderId, ...filter, sort, pageNum, pageSize: 1 });
  return list[0] ?? null;
}

/** Within what is listed, but for its state: an image without annotation has no label, no conflict, and is not reviewed. */
const nearestIn = (state: 'unannotated' | 'preLabeled', place: StepPlace, isForward: boolean) =>
  nearestWith({ state, label: 0, conflict: '', review: '' }, place, isForward);

/** Where nothing is left that nobody has looked at: what a model has looked at, and nobody has decided on. */
const nearestOpen = async (place: StepPlace, isForward: boolean): Promise<DatasetImage | null> => {
  const found = await nearestIn('unannotated', place, isForward);
  return found && found.id !== place.id ? found : nearestIn('preLabeled', place, isForward);
};

/** At the end of the list the person is told. Nothing has to be saved first. */
export const useStep = (
  strip: Strip,
  place: StepPlace,
  open: (id: number) => void,
): ((command: StepCommand) => void) => {
  const { t } = useTranslation();
  const walk = (isForward: boolean) => {
    const target = isForward ? strip.next : strip.previous;
    if (target) open(target.id);
    else if (strip.index >= 0) {
      const end = isForward ? 'last' : 'first';
      notify.info(t(isNarrowed(place) ? `annotation.${end}Listed` : `annotation.${end}Image`));
    }
  };
  const leap = async (isForward: boolean) => {
    try {
      const target = await nearestOpen(place, isForward);
      if (target && target.id !== place.id) open(target.id);
      else notify.info(t('annotation.noneOpen'));
    } catch (error) {
      handleError(error);
    }
  };
  return (command) => {
    if (command === 'image.nextOpen' || command === 'image.previousOpen') void leap(command === 'image.nextOpen');
    else walk(command === 'image.next');
  };
};
