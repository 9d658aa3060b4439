/** Switching an online entry on and off, and deleting it with its records. */
import type { OnlineListed } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { handleError } from '../../../core/errors.ts';
import { useApiMutation } from '../../../core/query.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { binDays, useDeleted } from '../../../ui/undo.ts';
import { useAskOnline } from './use-ask-online.tsx';

const changed = ['onlineList', 'onlineInfo', 'dashboardInfo'] as const;

export const useEntryActions = (
  onDeleted?: () => void,
): { toggle: (entry: OnlineListed) => void; remove: (entry: OnlineListed) => void; isPending: boolean } => {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const update = useApiMutation('onlineUpdate', { invalidates: changed, success: t('ui.saved') });
  const erase = useApiMutation('onlineDelete', { invalidates: ['onlineList'] });
  const deleted = useDeleted();
  const ask = async (entry: OnlineListed) => {
    const agreed = await confirm({
      title: t('ui.deleteTitle', { name: entry.name }),
      content: t('online.deleteText', { count: entry.records, days: await binDays() }),
      okText: t('ui.delete'),
      danger: true,
    });
    if (!agreed) return;
    const onSuccess = ({ binId }: { binId: number }) => {
      deleted(t('ui.movedToBin'), [binId]);
      onDeleted?.();
    };
    erase.mutate({ id: entry.id }, { onSuccess });
  };
  const askOnline = useAskOnline();
  const toggle = async ({ id, name, versionId, enabled }: OnlineListed) => {
    if (!enabled && !(await askOnline(versionId))) return;
    update.mutate({ id, name, versionId, enabled: !enabled, confirmed: !enabled });
  };
  return {
    toggle: (entry) => void toggle(entry),
    remove: (entry) => void ask(entry).catch(handleError),
    isPending: update.isPending || erase.isPending,
  };
};
