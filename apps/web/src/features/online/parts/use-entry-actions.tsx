/** Switching an online entry on and off, and deleting it with its records. */
import type { OnlineEntry } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../core/format.ts';
import { useApiMutation } from '../../../core/query.ts';
import { useConfirm } from '../../../ui/confirm.tsx';

const changed = ['onlineList', 'onlineInfo', 'dashboardInfo'] as const;

export const useEntryActions = (
  onDeleted?: () => void,
): { toggle: (entry: OnlineEntry) => void; remove: (entry: OnlineEntry) => void; isPending: boolean } => {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const update = useApiMutation('onlineUpdate', { invalidates: changed, success: t('ui.saved') });
  const erase = useApiMutation('onlineDelete', { invalidates: ['onlineList'], success: t('ui.deleted') });
  const ask = async (entry: OnlineEntry) => {
    const agreed = await confirm({
      title: t('ui.deleteTitle', { name: entry.name }),
      content: t('online.deleteText', { count: formatCount(entry.records) as never }),
      okText: t('ui.delete'),
      danger: true,
    });
    if (agreed) erase.mutate({ id: entry.id }, { onSuccess: () => onDeleted?.() });
  };
  return {
    toggle: ({ id, name, versionId, thresholds, enabled }) =>
      update.mutate({ id, name, versionId, thresholds, enabled: !enabled }),
    remove: (entry) => void ask(entry),
    isPending: update.isPending || erase.isPending,
  };
};
