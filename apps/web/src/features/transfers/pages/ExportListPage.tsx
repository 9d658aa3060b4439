/** The export history: what was exported, its state and its file. */
import { exportFormats, ExportState, families, type ExportRecord } from '@loupe/contract';
import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatCount, formatMinute, formatShare } from '../../../core/format.ts';
import { contractText, useText } from '../../../core/i18n.ts';
import { setName } from '../../../core/label-name.ts';
import { useApiMutation } from '../../../core/query.ts';
import { SceneLink, useGo } from '../../../core/scene.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { ListPage } from '../../../ui/ListPage.tsx';
import type { ListColumn } from '../../../ui/PageTable.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { downloadExport } from '../parts/download.ts';

function State({ record }: { record: ExportRecord }) {
  const { t } = useTranslation();
  const text = useText();
  const { state, progress, causeText } = record;
  const share = state === 'processing' && progress && progress.total > 0 ? progress.done / progress.total : null;
  const words = t(`ui.states.${state}`);
  return (
    <Tooltip title={causeText ? text(causeText) : null}>
      <span>
        <StatusTag state={state} text={share === null ? words : `${words} ${formatShare(share)}`} />
      </span>
    </Tooltip>
  );
}

const useColumns = (): ListColumn<ExportRecord>[] => {
  const { t } = useTranslation();
  const text = useText();
  return [
    {
      key: 'dataset',
      title: t('transfers.dataset'),
      width: 170,
      render: (r) => (
        <>
          <SceneLink screen="FolderList" search={{ id: r.datasetId }}>
            {setName(r.datasetName, families[r.family])}
          </SceneLink>
          {r.modelName === null ? null : <div className="hint">{r.modelName}</div>}
        </>
      ),
    },
    {
      key: 'folders',
      title: t('transfers.folder'),
      width: 110,
      render: (r) => r.folders?.join(' · ') ?? t('transfers.allFolders'),
    },
    {
      key: 'format',
      title: t('transfers.format'),
      width: 184,
      render: (r) => (
        <>
          {text(exportFormats[r.format].name)}
          <div className="hint num">
            {r.bytes > 0 ? formatBytes(r.bytes) : null}
            {r.withImages ? null : ` ${t('transfers.annotationsOnly')}`}
          </div>
        </>
      ),
    },
    { key: 'state', title: t('transfers.state'), width: 134, render: (r) => <State record={r} /> },
    { key: 'images', title: t('transfers.images'), number: true, width: 80, render: (r) => formatCount(r.images) },
    { key: 'createdBy', title: t('transfers.exportedBy'), width: 106, render: (r) => r.createdBy },
    {
      key: 'createdAt',
      title: t('transfers.exportTime'),
      sort: 'createdAt',
      width: 140,
      render: (r) => formatMinute(r.createdAt),
    },
  ];
};

export function ExportListPage() {
  const { t } = useTranslation();
  const go = useGo();
  const confirm = useConfirm();
  const columns = useColumns();
  const cancel = useApiMutation('exportCancel', { invalidates: ['exportList'], success: t('transfers.canceled') });
  const remove = useApiMutation('exportDelete', { invalidates: ['exportList'], success: t('ui.deleted') });
  const askCancel = async (record: ExportRecord) => {
    const agreed = await confirm({ title: t('transfers.cancelExport'), okText: t('transfers.cancelExportYes') });
    if (agreed) cancel.mutate({ id: record.id });
  };
  const askDelete = async (record: ExportRecord) => {
    const agreed = await confirm({
      title: t('transfers.deleteExport'),
      content: t('transfers.deleteExportText'),
      okText: t('ui.delete'),
      danger: true,
    });
    if (agreed) remove.mutate({ id: record.id });
  };
  return (
    <ListPage
      title={t('transfers.historyTitle')}
      crumbs={[{ text: t('transfers.historyTitle') }]}
      name="exportList"
      filters={[
        { kind: 'text', key: 'name', placeholder: t('transfers.searchDataset') },
        {
          kind: 'select',
          key: 'state',
          placeholder: t('transfers.allStates'),
          options: ExportState.options.map((value) => ({ value, label: t(`ui.states.${value}`) })),
        },
      ]}
      columns={columns}
      rowActions={(record) => [
        record.state === 'processing'
          ? { key: 'cancel', text: t('ui.cancel'), onClick: () => void askCancel(record) }
          : {
              key: 'download',
              text: t('transfers.download'),
              disabled: record.fileName === null,
              reason: contractText('export.noFile'),
              onClick: () => void downloadExport(record.id),
            },
        { key: 'delete', text: t('ui.delete'), danger: true, onClick: () => void askDelete(record) },
      ]}
      empty={{
        title: contractText('export.none'),
        text: t('transfers.historyEmptyText'),
        actions: (
          <Button type="primary" size="large" onClick={() => go('DatasetList')}>
            {t('ui.toDatasets')}
          </Button>
        ),
      }}
    />
  );
}
