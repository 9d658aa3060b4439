/**
 * Deleting with a look ahead: `const remove = useDelete({preview: 'projectDeletePreview', remove: 'projectDelete',
 * invalidates: ['projectList']}); remove(id)`. It asks what would go, says so, and deletes after the person agreed.
 */
import { api, asksForName, type DeletePreview, type RouteName } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { call } from '../core/call.ts';
import { handleError } from '../core/errors.ts';
import { invalidate } from '../core/query.ts';
import { useConfirm } from './confirm.tsx';
import { binDays, useDeleted } from './undo.ts';

type PreviewRoute = 'projectDeletePreview' | 'datasetDeletePreview' | 'folderDeletePreview' | 'modelDeletePreview';
type DeleteRoute = 'projectDelete' | 'datasetDelete' | 'folderDelete' | 'modelDelete';

const counted = ['datasets', 'folders', 'images', 'shapes', 'models', 'versions', 'onlineEntries'] as const;

/** What is deleted counts itself; the title names it already. */
const own: { readonly [R in DeleteRoute]?: (typeof counted)[number] } = {
  datasetDelete: 'datasets',
  folderDelete: 'folders',
  modelDelete: 'models',
};

function Takes({ preview, remove, days }: { preview: DeletePreview; remove: DeleteRoute; days: number }) {
  const { t } = useTranslation();
  const countOf = (key: (typeof counted)[number]) => preview[key] - (own[remove] === key ? 1 : 0);
  const rows = counted.filter((key) => countOf(key) > 0);
  const toBin = <p>{t('ui.toBin', { days })}</p>;
  if (rows.length === 0) return toBin;
  return (
    <>
      <p>{t('ui.deleteTakes')}</p>
      <ul style={{ margin: '8px 0 0', paddingInlineStart: 20 }}>
        {rows.map((key) => (
          <li key={key}>{t(`ui.counts.${key}`, { count: countOf(key) })}</li>
        ))}
      </ul>
      {preview.entriesOn > 0 ? <p style={{ marginTop: 8 }}>{t('ui.deleteEntriesOn')}</p> : null}
      <div style={{ marginTop: 8 }}>{toBin}</div>
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
  const deleted = useDeleted();
  const run = async (id: number) => {
    const [preview, days] = await Promise.all([call(api[options.preview], { id }), binDays()]);
    const typeName = options.remove === 'projectDelete' && asksForName(preview) ? preview.name : undefined;
    const title = t('ui.deleteTitle', { name: preview.name });
    const content = <Takes preview={preview} remove={options.remove} days={days} />;
    if (!(await confirm({ title, content, danger: true, okText: t('ui.delete'), typeName }))) return;
    const confirmed = typeName === undefined ? {} : { confirmName: typeName };
    const { binId } = await call(api[options.remove], { id, ...confirmed });
    deleted(t('ui.movedToBin'), [binId]);
    options.onDeleted?.();
    await invalidate(...options.invalidates, 'dashboardInfo');
  };
  return (id) => {
    run(id).catch(handleError);
  };
};
