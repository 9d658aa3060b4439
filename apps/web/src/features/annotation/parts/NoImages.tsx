/** Where the list in the address has no image: whether the filter, the folder or the data set lacks any, and the ways on. */
import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../core/access.ts';
import { contractText } from '../../../core/i18n.ts';
import { isNarrowed, type ImageChoice } from '../../../core/image-choice.ts';
import { useApi } from '../../../core/query.ts';
import { SceneLink, useGo } from '../../../core/scene.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageSkeleton } from '../../../ui/Page.tsx';
import { Alone } from './DarkRoom.tsx';
import styles from './workbench.module.css';

function Head({ folderId, name }: { folderId: number; name: string }) {
  const { t } = useTranslation();
  return (
    <header className={styles.head}>
      <span title={t('annotation.back')}>
        <SceneLink screen="ImageList" search={{ id: folderId }} className={styles.backLink!}>
          <ArrowLeftOutlined />
          <span className="sr-only">{t('annotation.back')}</span>
        </SceneLink>
      </span>
      <h1 className={styles.names}>
        <strong className="ellipsis">{name}</strong>
      </h1>
    </header>
  );
}

function OfFolder({ folderId, isFiltered, widen }: { folderId: number; isFiltered: boolean; widen: () => void }) {
  const { t } = useTranslation();
  const go = useGo();
  const may = useMay();
  const folder = useApi('folderInfo', { id: folderId }, { silent: true });
  const id = folder.data?.datasetId ?? 0;
  const dataset = useApi('datasetInfo', { id }, { enabled: id > 0, silent: true });
  const isKnown = folder.data && dataset.data;
  if (!isKnown && !folder.error && !dataset.error) return <PageSkeleton />;
  const [images, all] = [folder.data?.images ?? 0, dataset.data?.images ?? 0];
  const big = (text: string, onClick: () => void, isMain: boolean): ReactNode => (
    <Button type={isMain ? 'primary' : 'default'} size="large" onClick={onClick}>
      {text}
    </Button>
  );
  if (isFiltered && images > 0) {
    const actions = big(t('ui.reset'), widen, true);
    return <EmptyState title={contractText('noResult')} text={t('ui.noResultText')} actions={actions} />;
  }
  const hasOthers = all > images;
  const mayUpload = may('uploadAdd', dataset.data?.projectId);
  const otherText = t(mayUpload ? 'annotation.emptyFolderText' : 'annotation.emptyFolderAsk');
  return (
    <EmptyState
      title={t(hasOthers ? 'annotation.emptyFolderTitle' : 'annotation.noImagesTitle')}
      text={hasOthers ? otherText : contractText('dataset.noImages')}
      actions={
        <>
          {mayUpload ? big(t('annotation.toImages'), () => go('ImageList', { id: folderId }), true) : null}
          {hasOthers ? big(t('annotation.toFolders'), () => go('FolderList', { id }), !mayUpload) : null}
        </>
      }
    />
  );
}

export function NoImages(props: { folderId: number; choice: ImageChoice; widen: () => void }) {
  const { folderId, choice, widen } = props;
  const { t } = useTranslation();
  const go = useGo();
  const name = useApi('folderInfo', { id: folderId }, { enabled: folderId > 0, silent: true }).data?.name;
  if (folderId > 0)
    return (
      <Alone head={<Head folderId={folderId} name={name ?? ''} />}>
        <OfFolder folderId={folderId} isFiltered={isNarrowed(choice)} widen={widen} />
      </Alone>
    );
  return (
    <Alone>
      <EmptyState
        title={t('annotation.noFolderTitle')}
        text={t('annotation.noFolderText')}
        actions={
          <Button type="primary" size="large" onClick={() => go('DatasetList')}>
            {t('annotation.toDatasets')}
          </Button>
        }
      />
    </Alone>
  );
}
