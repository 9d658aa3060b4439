/** Pictures of a folder (`?id=`): grid, upload, selection, deletion, COCO labels, way into the workbench. */
import { EditOutlined, ImportOutlined, UploadOutlined } from '@ant-design/icons';
import { limits, PictureState, type Dataset, type Folder } from '@loupe/contract';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { notify } from '../../../core/notify.ts';
import { useApi, useApiMutation } from '../../../core/query.ts';
import { urlId, urlText, useUrlState } from '../../../core/search.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx';
import { Page, PageSkeleton } from '../../../ui/Page.tsx';
import { PageError } from '../../../ui/PageError.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { CocoImport } from '../parts/CocoImport.tsx';
import { DropZone } from '../parts/DropZone.tsx';
import { PictureBar } from '../parts/PictureBar.tsx';
import { PictureGrid } from '../parts/PictureGrid.tsx';
import styles from '../parts/pictures.module.css';
import { acceptAttribute } from '../parts/upload-rule.ts';
import { UploadPanel } from '../parts/UploadPanel.tsx';
import { startUpload } from '../parts/uploads.ts';
import { useAnnotate } from '../parts/use-annotate.ts';
import { useGridPictures, type GridPictures } from '../parts/use-pictures.ts';
import { useSelection } from '../parts/use-selection.ts';

const GridSearch = z.object({
  id: urlId,
  name: urlText,
  state: z.union([PictureState, z.literal('')]).catch(''),
});

/** Deletes after asking; the selection ends with it. */
const useDeletePictures = (clear: () => void): ((ids: number[]) => Promise<void>) => {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const remove = useApiMutation('pictureDelete', {
    invalidates: ['pictureList', 'folderInfo', 'folderList', 'datasetInfo', 'datasetList', 'dashboardInfo'],
  });
  return async (ids) => {
    const agreed = await confirm({
      title: t('datasets.deletePictures', { count: ids.length }),
      content: t('datasets.deletePicturesText'),
      okText: t('ui.delete'),
      danger: true,
    });
    if (!agreed) return;
    let deleted = 0;
    for (let i = 0; i < ids.length; i += 1000) {
      // One request after the other: each is one transaction of the server.
      // eslint-disable-next-line no-await-in-loop
      deleted += (await remove.mutateAsync({ ids: ids.slice(i, i + 1000) })).deleted;
    }
    clear();
    notify.success(t('datasets.picturesDeleted', { count: deleted }));
  };
};

function EmptyFolder({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={`card ${styles.center}`}>
      <EmptyState
        title={t('datasets.pictureEmptyTitle')}
        text={t('datasets.pictureEmptyText', { max: limits.uploadPictures })}
        actions={
          <Button type="primary" size="large" icon={<UploadOutlined />} onClick={onChoose}>
            {t('datasets.choosePictures')}
          </Button>
        }
      />
    </div>
  );
}

/** Filters, selection and grid of a folder that has pictures. */
function Browse({ folderId, pictures }: { folderId: number; pictures: GridPictures }) {
  const { t } = useTranslation();
  const [{ name, state }, patch] = useUrlState(GridSearch);
  const selection = useSelection();
  const deletePictures = useDeletePictures(selection.clear);
  const loadedIds = () => pictures.loaded.map((p) => p.id);
  return (
    <>
      <PictureBar
        folderId={folderId}
        state={state}
        name={name}
        onFilter={patch}
        selected={selection.ids.size}
        onSelectLoaded={() => selection.add(loadedIds())}
        onClear={selection.clear}
        onDelete={() => void deletePictures([...selection.ids])}
      />
      {pictures.total === 0 ? (
        <div className={`card ${styles.center}`}>
          <EmptyState small title={t('ui.noResultTitle')} text={t('ui.noResultText')} />
        </div>
      ) : (
        <PictureGrid
          pictures={pictures}
          selected={selection.ids}
          onToggle={(id, isRange) => selection.toggle(id, isRange ? loadedIds() : null)}
        />
      )}
    </>
  );
}

function Facts({ folder }: { folder: Folder }) {
  const { t } = useTranslation();
  return (
    <>
      <StatusTag state={folder.state} />
      <span className="num">{t('datasets.pictureCount', { count: folder.images })}</span>
      <span className="num">{t('datasets.annotatedCount', { count: folder.annotated })}</span>
    </>
  );
}

function Pictures({ folder, dataset }: { folder: Folder; dataset: Dataset | undefined }) {
  const { t } = useTranslation();
  const [{ name, state }] = useUrlState(GridSearch);
  const pictures = useGridPictures({ folderId: folder.id, name, state });
  const annotate = useAnnotate();
  const input = useRef<HTMLInputElement>(null);
  const [importing, setImporting] = useState(false);
  const isEmpty = pictures.total === 0 && name === '' && state === '';
  const choose = () => input.current?.click();
  const buttons = (
    <>
      <Button icon={<ImportOutlined />} onClick={() => setImporting(true)}>
        {t('datasets.coco')}
      </Button>
      <Button icon={<UploadOutlined />} onClick={choose}>
        {t('datasets.upload')}
      </Button>
      <Button type="primary" icon={<EditOutlined />} onClick={() => annotate(dataset, folder)}>
        {t('datasets.toAnnotate')}
      </Button>
    </>
  );
  return (
    <Page
      fill
      title={folder.name}
      crumbs={[
        { text: t('datasets.title'), screen: 'DatasetList' },
        { text: dataset?.name ?? '…', screen: 'FolderList', search: { id: folder.datasetId } },
        { text: folder.name },
      ]}
      sub={<Facts folder={folder} />}
      extra={isEmpty || pictures.total === undefined ? null : buttons}
    >
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptAttribute}
        aria-label={t('datasets.choosePictures')}
        onChange={(e) => {
          startUpload(folder.id, [...(e.target.files ?? [])]);
          e.target.value = '';
        }}
      />
      <DropZone
        text={t('datasets.dropHere', { folder: folder.name })}
        onFiles={(files, problems) => startUpload(folder.id, files, problems)}
      >
        <UploadPanel folderId={folder.id} />
        {pictures.error ? <ErrorState error={pictures.error} onRetry={pictures.refetch} /> : null}
        {isEmpty ? <EmptyFolder onChoose={choose} /> : <Browse folderId={folder.id} pictures={pictures} />}
      </DropZone>
      <CocoImport folderId={folder.id} open={importing} onClose={() => setImporting(false)} />
    </Page>
  );
}

export function PictureListPage() {
  const [{ id }] = useUrlState(GridSearch);
  const folder = useApi('folderInfo', { id }, { silent: true });
  const datasetId = folder.data?.datasetId ?? 0;
  const dataset = useApi('datasetInfo', { id: datasetId }, { enabled: datasetId > 0, silent: true });
  if (folder.error) return <PageError error={folder.error} onRetry={() => void folder.refetch()} back="DatasetList" />;
  if (!folder.data) return <PageSkeleton />;
  return <Pictures key={id} folder={folder.data} dataset={dataset.data} />;
}
