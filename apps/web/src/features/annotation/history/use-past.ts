/** Shows a moment of the image on the stage while it is pointed at, and goes back to one. */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { handleError } from '../../../core/errors.ts';
import { formatDateTime } from '../../../core/format.ts';
import { notify } from '../../../core/notify.ts';
import { apiQuery, queryClient } from '../../../core/query.ts';
import type { Desk } from '../parts/desk-types.ts';
import { decidedThen } from '../parts/prediction-facts.ts';

/** Milliseconds: who only passes by asks for nothing. */
const pointMs = 120;

export interface Moment {
  seq: number;
  /** Null: before all changes. */
  at: string | null;
}

export function usePast(desk: Desk, imageId: number) {
  const { t } = useTranslation();
  const wanted = useRef<{ seq: number | null; timer: ReturnType<typeof setTimeout> | undefined }>({
    seq: null,
    timer: undefined,
  });
  const read = (seq: number) =>
    queryClient.fetchQuery({ ...apiQuery('imageAt', { imageId, seq }), staleTime: Infinity, meta: { silent: true } });
  /** The image that is on the stage is the one whose history this is. */
  const isShown = () => desk.image.get()?.image.id === imageId && desk.phase.get().kind === 'ready';
  const leave = () => {
    clearTimeout(wanted.current.timer);
    wanted.current.seq = null;
    desk.editor()?.showPast(null);
    desk.past.set(null);
  };
  const point = ({ seq, at }: Moment) => {
    clearTimeout(wanted.current.timer);
    wanted.current.seq = seq;
    wanted.current.timer = setTimeout(() => {
      read(seq)
        .then(({ shapes }) => {
          if (wanted.current.seq !== seq || !isShown()) return;
          desk.editor()?.showPast(shapes);
          desk.past.set(at === null ? t('history.first') : formatDateTime(at));
        })
        .catch(handleError);
    }, pointMs);
  };
  const restore = async ({ seq, at }: Moment) => {
    try {
      const { shapes, isCheckedEmpty, decisions } = await read(seq);
      leave();
      // meanwhile the person may have gone on
      if (!isShown()) return;
      // of runs that came later nothing was decided then
      const decided = decidedThen(desk.proposals.get(), decisions);
      const result = desk.editor()?.restorePast(shapes, isCheckedEmpty, decided);
      if (!result) return;
      const time = at === null ? t('history.first') : formatDateTime(at);
      if (result.left > 0) notify.warning(t('history.left', { count: result.left }));
      else notify.info(t(result.changed > 0 ? 'history.restored' : 'history.same', { time }));
      desk.focus();
    } catch (error) {
      handleError(error);
    }
  };
  const leaving = useRef(leave);
  useEffect(() => {
    leaving.current = leave;
  });
  useEffect(() => () => leaving.current(), []);
  return { point, leave, restore: (moment: Moment) => void restore(moment) };
}
