/** One data set (`?id=`): its labels and its folders. */
import { PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { FolderState, type Dataset, type Folder } from '@loupe/contract';
import { Button } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { formatCount, formatDate } from '../../../core/format.ts';
import { useApi } from '../../../core/query.ts';
import { SceneLink, useGo } from '../../../core/scene.tsx';
import { urlId, useUrlState } from '../../../core/search.ts';
import { Page, PageSkeleton } from '../../../ui/Page.tsx';
import { PageError } from '../../../ui/PageError.tsx';
import { PageTable, type ListColumn } from '../../../ui/PageTable.tsx';
import { StatusTag, ToneTag } from '../../../ui/StatusTag.tsx';
import { useDelete } from '../../../ui/use-delete.tsx';
import { askUpload, ExportDialog, type ExportSubject } from '../../transfers/api.ts';
import { FolderForm } from '../parts/FolderForm.tsx';
import { LabelsCard } from '../parts/LabelsCard.tsx';
import { useAnnotate } from '../parts/use-annotate.ts';

const IdSearch = z.object({ id: urlId });

const useColumns = (): ListColumn<Folder>[] => {
  const { t } = useTranslation();
  return [
    {
      key: 'name',
      title: t('datasets.folderName'),
      sort: 'name',
      width: 260,
      render: (f) => (
        <SceneLink screen="PictureList" search={{ id: f.id }}>
          {f.name}
        </SceneLink>
      ),
    },
    { key: 'type', title: t('datasets.folderType'), width: 110, render: (f) => t(`datasets.folderTypes.${f.type}`) },
    { key: 'state', title: t('datasets.state'), width: 140, render: (f) => <StatusTag state={f.state} /> },
    {
      key: 'images',
      title: t('datasets.pictures'),
      sort: 'images',
      number: true,
      width: 110,
      render: (f) => formatCount(f.images),
    },
    {
      key: 'annotated',
      title: t('datasets.annotatedOnly'),
      number: true,
      width: 110,
      render: (f) => formatCount(f.annotated),
    },
    {
      key: 'createdAt',
      title: t('ui.createdAt'),
      sort: 'createdAt',
      width: 120,
      render: (f) => formatDate(f.createdAt),
    },
  ];
};

function Facts({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  return (
    <>
      <span>{t(`datasets.setTypes.${dataset.setType}`)}</span>
      <span className="num">{t('ui.pictures', { count: dataset.pictures })}</span>
      {dataset.referenced ? (
        <ToneTag tone="busy" icon={null}>
          {t('datasets.referenced')}
        </ToneTag>
      ) : null}
    </>
  );
}

function Upload({ datasetId }: { datasetId: number }) {
  const { t } = useTranslation();
  return (
    <Button icon={<UploadOutlined />} onClick={() => askUpload({ sources: [], folder: null, datasetId })}>
      {t('transfers.startTitle')}
    </Button>
  );
}

function Folders({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const go = useGo();
  const annotate = useAnnotate();
  const columns = useColumns();
  const [isBare, setBare] = useState(true);
  const onTotal = useCallback((_total: number, bare: boolean) => setBare(bare), []);
  const [exported, setExported] = useState<ExportSubject | null>(null);
  const [form, setForm] = useState<{ folder: Folder | null } | null>(null);
  const remove = useDelete({
    preview: 'folderDeletePreview',
    remove: 'folderDelete',
    invalidates: ['folderList', 'datasetInfo', 'datasetList'],
  });
  const addButton = (size: 'middle' | 'large') => (
    <Button type="primary" size={size} icon={<PlusOutlined />} onClick={() => setForm({ folder: null })}>
      {t('datasets.folderAdd')}
    </Button>
  );
  return (
    <Page
      title={dataset.name}
      crumbs={[
        { text: t('datasets.title'), screen: 'DatasetList' },
        { text: dataset.projectName, screen: 'DatasetList', search: { projectId: dataset.projectId } },
        { text: dataset.name },
      ]}
      sub={<Facts dataset={dataset} />}
      extra={
        isBare ? null : (
          <>
            <Upload datasetId={dataset.id} />
            {addButton('middle')}
          </>
        )
      }
    >
      <LabelsCard dataset={dataset} />
      <PageTable
        name="folderList"
        fixed={{ datasetId: dataset.id }}
        filters={[
          { kind: 'text', key: 'name', placeholder: t('datasets.searchFolder') },
          {
            kind: 'select',
            key: 'state',
            placeholder: t('datasets.allStates'),
            options: FolderState.options.map((value) => ({ value, label: t(`ui.states.${value}`) })),
          },
        ]}
        columns={columns}
        onTotal={onTotal}
        rowActions={(f) => [
          { key: 'annotate', text: t('datasets.annotate'), onClick: () => annotate(dataset, f) },
          { key: 'export', text: t('transfers.export'), onClick: () => setExported({ dataset, folder: f }) },
          { key: 'edit', text: t('ui.edit'), onClick: () => setForm({ folder: f }) },
          { key: 'delete', text: t('ui.delete'), danger: true, onClick: () => remove(f.id) },
        ]}
        empty={{
          title: t('datasets.folderEmptyTitle'),
          text: t('datasets.folderEmptyText'),
          actions: addButton('large'),
        }}
      />
      <FolderForm
        open={form !== null}
        datasetId={dataset.id}
        folder={form?.folder ?? null}
        onClose={() => setForm(null)}
        onAdded={(folder) => go('PictureList', { id: folder.id })}
      />
      <ExportDialog subject={exported} onClose={() => setExported(null)} />
    </Page>
  );
}

export function FolderListPage() {
  const [{ id }] = useUrlState(IdSearch);
  const dataset = useApi('datasetInfo', { id }, { silent: true });
  if (dataset.error)
    return <PageError error={dataset.error} onRetry={() => void dataset.refetch()} back="DatasetList" />;
  if (!dataset.data) return <PageSkeleton />;
  return <Folders key={id} dataset={dataset.data} />;
}
