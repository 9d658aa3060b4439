/**
 * Deleting with a look ahead: `const remove = useDelete({preview: 'projectDeletePreview', remove: 'projectDelete',
 * invalidates: ['projectList']}); remove(id)`. It asks what would go, says so, and deletes after the person agreed.
 */
import { api, type DeletePreview, type RouteName } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { call } from '../core/call.ts';
import { handleError } from '../core/errors.ts';
import { invalidate } from '../core/query.ts';
import { notify } from '../core/notify.ts';
import { useConfirm } from './confirm.tsx';

type PreviewRoute = 'projectDeletePreview' | 'datasetDeletePreview' | 'folderDeletePreview' | 'modelDeletePreview';
type DeleteRoute = 'projectDelete' | 'datasetDelete' | 'folderDelete' | 'modelDelete';

const counted = ['datasets', 'folders', 'pictures', 'shapes', 'models', 'versions', 'onlineEntries'] as const;

function Takes({ preview }: { preview: DeletePreview }) {
  const { t } = useTranslation();
  const rows = counted.filter((key) => preview[key] > 0);
  if (rows.length === 0) return <p>{t('ui.deleteNothing')}</p>;
  return (
    <>
      <p>{t('ui.deleteTakes')}</p>
      <ul style={{ margin: '8px 0 0', paddingInlineStart: 20 }}>
        {rows.map((key) => (
          <li key={key}>{t(`ui.deleteCounts.${key}`, { count: preview[key] })}</li>
        ))}
      </ul>
    </>
  );
}

export const useDelete = (options: {
  preview: PreviewRoute;
  remove: DeleteRoute;
  invalidates: readonly RouteName[];
  onDeleted?: () => void;
}): ((id: number) => void) => {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const run = async (id: number) => {
    const preview = await call(api[options.preview], { id });
    const title = t('ui.deleteTitle', { name: preview.name });
    if (!(await confirm({ title, content: <Takes preview={preview} />, danger: true, okText: t('ui.delete') }))) return;
    await call(api[options.remove], { id });
    notify.success(t('ui.deleted'));
    options.onDeleted?.();
    await invalidate(...options.invalidates, 'dashboardInfo');
  };
  return (id) => {
    run(id).catch(handleError);
  };
};
