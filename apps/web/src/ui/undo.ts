/** Taking a deletion back: `const deleted = useDeleted(); deleted(t('ui.deleted'), [binId])` says so and offers it. */
import { api, type Restored } from '@loupe/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../core/call.ts';
import { handleError } from '../core/errors.ts';
import { asParagraph } from '../core/i18n.ts';
import { notify } from '../core/notify.ts';
import { apiQuery, queryClient } from '../core/query.ts';

/** Restores from the bin, refreshes everything that is shown, and says what is not as it was. */
export const useRestore = (): ((binIds: readonly number[]) => Promise<void>) => {
  const { t } = useTranslation();
  return useCallback(
    async (binIds) => {
      const all: Restored[] = [];
      try {
        // oxlint-disable-next-line no-await-in-loop
        for (const id of binIds) all.push(await call(api.binRestore, { id }));
      } catch (error) {
        handleError(error);
      }
      await queryClient.invalidateQueries();
      if (all.length === 0) return;
      const renamed = all.flatMap((one) => one.renamed);
      const more = all.reduce((sum, one) => sum + one.moreRenamed, 0);
      const off = all.reduce((sum, one) => sum + one.entriesOff, 0);
      const first = renamed[0];
      const texts = [t('ui.restored')];
      if (first && renamed.length + more === 1) texts.push(t('ui.restoredName', { ...first }));
      else if (first) texts.push(t('ui.restoredNames', { ...first, more: renamed.length + more }));
      if (off > 0) texts.push(t('ui.restoredOff', { count: off }));
      if (texts.length === 1) notify.success(texts[0]!);
      else notify.warning(asParagraph(texts));
    },
    [t],
  );
};

export const useDeleted = (): ((text: string, binIds: readonly number[]) => void) => {
  const { t } = useTranslation();
  const restore = useRestore();
  return useCallback(
    (text, binIds) => {
      const undo = { text: t('ui.undo'), run: () => void restore(binIds) };
      notify.success(text, binIds.length > 0 ? undo : undefined);
    },
    [t, restore],
  );
};

/** For how many days what is deleted now stays in the bin. */
export const binDays = async (): Promise<number> => (await queryClient.fetchQuery(apiQuery('binSetting', {}))).days;
