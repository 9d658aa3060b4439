/** Images of a folder (`?id=`): grid, upload, selection, deletion, COCO labels, way into the workbench. */
import { EditOutlined } from '@ant-design/icons';
import { roleOf, type Dataset, type Folder } from '@loupe/contract';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { choiceSearch, isNarrowed, listName, imageChoice } from '../../../core/image-choice.ts';
import { useMay } from '../../../core/access.ts';
import { useApi } from '../../../core/query.ts';
import { useScene } from '../../../core/scene.tsx';
import { urlId, useUrlState } from '../../../core/search.ts';
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx';
import { annotatedShare, FolderState } from '../../../ui/FolderState.tsx';
import { Page, PageSkeleton } from '../../../ui/Page.tsx';
import { ReviewDue } from '../../../ui/ReviewDue.tsx';
import { PageError } from '../../../ui/PageError.tsx';
import { PreannotationBar } from '../../preannotation/api.ts';
import { AddImages, DropZone, useArchiveWords, useUploadPlace } from '../../transfers/api.ts';
import { PartFacts } from '../parts/PartFacts.tsx';
import { ImageBrowser } from '../parts/ImageBrowser.tsx';
import styles from '../parts/images.module.css';
import { useAnnotate } from '../parts/use-annotate.ts';
import { useSetFrame } from '../parts/use-set-frame.tsx';
import { useGridImages, useImageFilter } from '../parts/use-images.ts';

const GridSearch = z.object({ id: urlId, ...imageChoice });

function EmptyFolder({ folder, mayAdd }: { folder: Folder; mayAdd: boolean }) {
  const { t } = useTranslation();
  const archives = useArchiveWords();
  return (
    <div className={`card ${styles.center}`}>
      <EmptyState
        title={t('datasets.imageEmptyTitle')}
        text={mayAdd ? t('datasets.imageEmptyText', { archives }) : ''}
        actions={mayAdd ? <AddImages folder={folder} large /> : null}
      />
    </div>
  );
}

function Facts({ folder, isMarked }: { folder: Folder; isMarked: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {isMarked ? <FolderState folder={folder} /> : null}
      <span className="num">{t('datasets.imageCount', { count: folder.images })}</span>
      <ReviewDue counts={folder.review} projectId={folder.projectId} />
      {isMarked ? null : <PartFacts images={folder.images} testImages={folder.testImages} />}
      {isMarked && annotatedShare(folder) === null ? (
        <span className="num">{t('datasets.annotatedCount', { count: folder.annotated })}</span>
      ) : null}
    </>
  );
}

function Images({ folder, dataset }: { folder: Folder; dataset: Dataset | undefined }) {
  const { t } = useTranslation();
  const [choice, choose] = useUrlState(GridSearch);
  const filter = useImageFilter(folder.id, choice);
  const images = useGridImages(filter, choice.sort);
  const annotate = useAnnotate();
  const frame = useSetFrame(dataset);
  const isMarked = dataset === undefined || roleOf(dataset.family, dataset.role).truth === 'shapes';
  const may = useMay();
  const mayAdd = may('uploadAdd', dataset?.projectId);
  useUploadPlace(mayAdd ? folder.datasetId : null, folder);
  const isEmpty = images.total === 0 && !isNarrowed(choice);
  const buttons = (
    <>
      {mayAdd ? <AddImages folder={folder} /> : null}
      {dataset?.labels.length === 0 && !isMarked ? null : (
        <Button
          type={isMarked ? 'primary' : 'default'}
          icon={<EditOutlined />}
          onClick={() => annotate(dataset, folder, images.total === 0 ? {} : choiceSearch(choice))}
        >
          {may('imageOps', dataset?.projectId)
            ? t(isMarked ? 'datasets.toAnnotate' : 'datasets.toMasks')
            : t('datasets.lookAt')}
        </Button>
      )}
    </>
  );
  return (
    <Page
      fill
      title={folder.name}
      crumbs={[...frame.crumbs, { text: folder.name }]}
      sub={<Facts folder={folder} isMarked={isMarked} />}
      extra={isEmpty || images.total === undefined ? null : buttons}
    >
      {frame.tabs}
      {dataset ? <PreannotationBar datasetId={dataset.id} projectId={dataset.projectId} /> : null}
      <DropZone folder={folder} isOpen={mayAdd}>
        {images.error ? <ErrorState error={images.error} onRetry={images.refetch} /> : null}
        {isEmpty ? (
          <EmptyFolder folder={folder} mayAdd={mayAdd} />
        ) : (
          <ImageBrowser
            key={listName(folder.id, choice)}
            folder={folder}
            dataset={dataset}
            images={images}
            filter={filter}
            choice={choice}
            onChoose={choose}
          />
        )}
      </DropZone>
    </Page>
  );
}

export function ImageListPage() {
  const [{ id }] = useUrlState(GridSearch);
  const role = useScene()?.role;
  const folder = useApi('folderInfo', { id }, { silent: true });
  const datasetId = folder.data?.datasetId ?? 0;
  const dataset = useApi('datasetInfo', { id: datasetId }, { enabled: datasetId > 0, silent: true });
  if (folder.error)
    return (
      <PageError
        error={folder.error}
        onRetry={() => void folder.refetch()}
        back={role ? 'FolderList' : 'DatasetList'}
      />
    );
  if (!folder.data) return <PageSkeleton />;
  return <Images key={id} folder={folder.data} dataset={dataset.data} />;
}
