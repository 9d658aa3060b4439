/** Pictures of a folder (`?id=`): grid, upload, selection, deletion, COCO labels, way into the workbench. */
import { EditOutlined } from '@ant-design/icons';
import { roleOf, type Dataset, type Folder } from '@loupe/contract';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { formatCount } from '../../../core/format.ts';
import { choiceSearch, isNarrowed, listName, pictureChoice } from '../../../core/picture-choice.ts';
import { useApi } from '../../../core/query.ts';
import { useScene } from '../../../core/scene.tsx';
import { urlId, useUrlState } from '../../../core/search.ts';
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx';
import { annotatedShare, FolderState } from '../../../ui/FolderState.tsx';
import { Page, PageSkeleton } from '../../../ui/Page.tsx';
import { PageError } from '../../../ui/PageError.tsx';
import { AddPictures, DropZone } from '../../transfers/api.ts';
import { PartFacts } from '../parts/PartFacts.tsx';
import { PictureBrowser } from '../parts/PictureBrowser.tsx';
import styles from '../parts/pictures.module.css';
import { useAnnotate } from '../parts/use-annotate.ts';
import { useSetFrame } from '../parts/use-set-frame.tsx';
import { useGridPictures, usePictureFilter } from '../parts/use-pictures.ts';

const GridSearch = z.object({ id: urlId, ...pictureChoice });

function EmptyFolder({ folder }: { folder: Folder }) {
  const { t } = useTranslation();
  return (
    <div className={`card ${styles.center}`}>
      <EmptyState
        title={t('datasets.pictureEmptyTitle')}
        text={t('datasets.pictureEmptyText')}
        actions={<AddPictures folder={folder} large />}
      />
    </div>
  );
}

function Facts({ folder, isMarked }: { folder: Folder; isMarked: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {isMarked ? <FolderState folder={folder} /> : null}
      <span className="num">{t('datasets.pictureCount', { count: formatCount(folder.images) })}</span>
      {isMarked ? null : <PartFacts pictures={folder.images} testPictures={folder.testPictures} />}
      {isMarked && annotatedShare(folder) === null ? (
        <span className="num">{t('datasets.annotatedCount', { count: formatCount(folder.annotated) })}</span>
      ) : null}
    </>
  );
}

function Pictures({ folder, dataset }: { folder: Folder; dataset: Dataset | undefined }) {
  const { t } = useTranslation();
  const [choice, choose] = useUrlState(GridSearch);
  const filter = usePictureFilter(folder.id, choice);
  const pictures = useGridPictures(filter, choice.sort);
  const annotate = useAnnotate();
  const frame = useSetFrame(dataset);
  const isMarked = dataset === undefined || roleOf(dataset.family, dataset.role).truth === 'shapes';
  const isEmpty = pictures.total === 0 && !isNarrowed(choice);
  const buttons = (
    <>
      <AddPictures folder={folder} />
      {dataset?.labels.length === 0 && !isMarked ? null : (
        <Button
          type={isMarked ? 'primary' : 'default'}
          icon={<EditOutlined />}
          onClick={() => annotate(dataset, folder, pictures.total === 0 ? {} : choiceSearch(choice))}
        >
          {t(isMarked ? 'datasets.toAnnotate' : 'datasets.toMasks')}
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
      extra={isEmpty || pictures.total === undefined ? null : buttons}
    >
      {frame.tabs}
      <DropZone folder={folder}>
        {pictures.error ? <ErrorState error={pictures.error} onRetry={pictures.refetch} /> : null}
        {isEmpty ? (
          <EmptyFolder folder={folder} />
        ) : (
          <PictureBrowser
            key={listName(folder.id, choice)}
            folder={folder}
            dataset={dataset}
            pictures={pictures}
            filter={filter}
            choice={choice}
            onChoose={choose}
          />
        )}
      </DropZone>
    </Page>
  );
}

export function PictureListPage() {
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
  return <Pictures key={id} folder={folder.data} dataset={dataset.data} />;
}
