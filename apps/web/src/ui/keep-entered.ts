/** A page with a form asks, as dialogs do, before what was entered in it is lost to a link, to *Back* or to a closed tab. */
import { useBlocker } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm, type Question } from './ask.ts';

/** The question, wherever something entered would be lost. */
export const useDiscardQuestion = (): Question => {
  const { t } = useTranslation();
  return {
    title: t('ui.discardTitle'),
    okText: t('ui.discard'),
    cancelText: t('ui.keepEditing'),
    danger: true,
  };
};

/** Answers what to call once it is saved, right before the page is left: then there is nothing to lose. */
export function useKeepEntered(isEntered: () => boolean): () => void {
  const confirm = useConfirm();
  const question = useDiscardQuestion();
  const isSaved = useRef(false);
  const isAtRisk = () => !isSaved.current && isEntered();
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // filters and tabs of the page itself lose nothing, and who is signed out cannot be held
      if (next.pathname === current.pathname || next.pathname === '/login' || !isAtRisk()) return false;
      return !(await confirm(question));
    },
    enableBeforeUnload: isAtRisk,
  });
  return useCallback(() => {
    isSaved.current = true;
  }, []);
}
