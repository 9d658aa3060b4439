/** What a person may say of the shown image, saying it, and where it goes on from there. */
import { canReview, type ImageReview, type ReviewActionId } from '@loupe/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReviewCommand } from '../../../canvas/index.ts';
import { useMay } from '../../../core/access.ts';
import { handleError } from '../../../core/errors.ts';
import { contractText } from '../../../core/i18n.ts';
import { notify } from '../../../core/notify.ts';
import { useStore } from '../../../core/store.ts';
import type { Desk } from '../parts/desk-types.ts';
import { nearestWith, type StepPlace } from '../parts/use-step.ts';
import { reviewRoutes } from './main-word.ts';

export interface ReviewUse {
  /** Null where images are not reviewed. */
  review: ImageReview | null;
  /** The right to it; whether it can be said now is another question. */
  may: (action: ReviewActionId) => boolean;
  can: (action: ReviewActionId) => boolean;
  isBusy: boolean;
  onReview: (command: ReviewCommand) => void;
  /** The remark is being written. */
  isReturning: boolean;
  stopReturning: () => void;
  /** Rejects when it was not said: what was written stays. */
  sendBack: (remark: string) => Promise<void>;
  /** The dialog of the remark has faded out: until then the image that it is about stays. */
  goneReturning: () => void;
  /** From the dialog on until the next image is asked for: nothing about the return moves the image meanwhile. */
  isAtReturn: boolean;
}

interface ReviewPlace {
  place: StepPlace;
  projectId: number | undefined;
  /** The next image of the list; none at its end. */
  nextId: number | undefined;
  open: (imageId: number) => void;
}

export function useReview(desk: Desk, { place, projectId, nextId, open }: ReviewPlace): ReviewUse {
  const { t } = useTranslation();
  const review = useStore(desk.review);
  const allowed = useMay();
  const [isBusy, setBusy] = useState(false);
  const [isReturning, setReturning] = useState(false);
  const [isAtReturn, setAtReturn] = useState(false);
  /** What the next image waits for: the return is said, and the dialog has gone, in either order. */
  const returning = useRef({ isSaid: false, isGone: true });
  /** Revision of the image when the remark was begun, or when its person was told that the image had changed. */
  const seen = useRef<number | undefined>(undefined);
  const may = (action: ReviewActionId) => review !== null && allowed(reviewRoutes[action], projectId);
  const can = (action: ReviewActionId) => may(action) && canReview(action, review!.state);
  const nextToReview = async (isAfterWord: boolean) => {
    const target = await nearestWith({ review: 'toReview' }, place, true);
    if (target && target.id !== place.id) open(target.id);
    else notify.info(t(isAfterWord ? 'review.allDone' : 'review.noneWaiting'));
  };
  const goOn = async (action: ReviewActionId) => {
    notify.success(t(`review.done.${action}`));
    if (action !== 'submit') await nextToReview(true);
    else if (nextId !== undefined) open(nextId);
  };
  const whileBusy = async <T>(work: () => Promise<T>): Promise<T> => {
    setBusy(true);
    return work().finally(() => setBusy(false));
  };
  const say = async (action: ReviewActionId) => {
    if (await desk.say(action, '')) await goOn(action).catch(handleError);
  };
  const leave = () => {
    const { isSaid, isGone } = returning.current;
    if (!isGone) return;
    if (!isSaid) return setAtReturn(false);
    returning.current.isSaid = false;
    void whileBusy(() => goOn('return').catch(handleError)).finally(() => setAtReturn(false));
  };
  const onReview = (command: ReviewCommand) => {
    if (review === null) return;
    if (command === 'review.next') return void nextToReview(false).catch(handleError);
    const action = command.slice('review.'.length) as ReviewActionId;
    if (!may(action)) return;
    if (!can(action)) return void notify.info(t(`review.notNow.${action}`));
    if (action === 'accept' && review.isOwn) return void notify.warning(contractText('review.own'));
    if (action === 'return') {
      returning.current = { isSaid: false, isGone: false };
      seen.current = desk.seen();
      setReturning(true);
      setAtReturn(true);
    } else if (!isBusy) void whileBusy(() => say(action));
  };
  return {
    review,
    may,
    can,
    isBusy,
    onReview,
    isReturning,
    stopReturning: () => setReturning(false),
    sendBack: async (remark) => {
      if (isBusy) throw new Error('not returned');
      if (!(await whileBusy(() => desk.say('return', remark, seen.current)))) {
        seen.current = desk.seen();
        throw new Error('not returned');
      }
      returning.current.isSaid = true;
      leave();
    },
    goneReturning: () => {
      returning.current.isGone = true;
      leave();
    },
    isAtReturn,
  };
}
