/** The dialog that begins an upload: what is sent, into which folder, and what becomes of its directories. */
import { FileZipOutlined, FolderOutlined } from '@ant-design/icons';
import { limits, type Dataset, type FolderPlan } from '@loupe/contract';
import { Alert, Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { handleError } from '../../../core/errors.ts';
import { formatBytes, formatCount } from '../../../core/format.ts';
import { contractText } from '../../../core/i18n.ts';
import { useApi } from '../../../core/query.ts';
import { useStore } from '../../../core/store.ts';
import { DraggableModal } from '../../../ui/DraggableModal.tsx';
import { drawerStore, startStore, type StartWish } from './ask.ts';
import { chooseArchives, chooseFolder } from './choose.ts';
import { PlanChoice } from './PlanChoice.tsx';
import { startUploads } from './sending.ts';
import { isSame, type Source } from './sources.ts';
import styles from './transfers.module.css';

const close = (): void => startStore.set(null);

function Chosen({ sources }: { sources: readonly Source[] }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.chosen}>
      {sources.map((source) => (
        <li key={`${source.name}-${source.size}-${source.changed}`}>
          {source.kind === 'folder' ? <FolderOutlined /> : <FileZipOutlined />}
          <strong className="ellipsis" title={source.name}>
            {source.name}
          </strong>
          <span className="second num">
            {source.kind === 'folder' ? `${t('transfers.files', { count: source.files })} · ` : null}
            {formatBytes(source.size)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Data sets to choose from: those of the projects, or those of the model that owns the one that is offered. */
const useDatasets = (offered: number | null, isOpen: boolean): { list: readonly Dataset[]; areModels: boolean } => {
  const own = useApi('datasetInfo', { id: offered ?? 0 }, { enabled: isOpen && offered !== null });
  const modelId = own.data?.modelId ?? null;
  const isKnown = offered === null || own.data !== undefined;
  const scope = modelId === null ? {} : { modelId };
  const datasets = useApi('datasetList', { ...scope, pageSize: 200, sort: 'name' }, { enabled: isOpen && isKnown });
  return { list: datasets.data?.list ?? [], areModels: modelId !== null };
};

const useTarget = (wish: StartWish) => {
  const [datasetId, setDatasetId] = useState(wish.datasetId);
  const [folderId, setFolderId] = useState<number | null>(null);
  const isOpen = wish.folder === null;
  const datasets = useDatasets(wish.datasetId, isOpen);
  const folders = useApi(
    'folderList',
    { datasetId: datasetId ?? 0, pageSize: 200, sort: 'name' },
    { enabled: isOpen && datasetId !== null },
  );
  // one folder leaves nothing to choose
  const only = folders.data?.total === 1 ? folders.data.list[0]! : null;
  const chosen = folders.data?.list.find((f) => f.id === folderId) ?? only;
  return {
    datasets: datasets.list,
    areModels: datasets.areModels,
    folders: datasetId === null ? [] : (folders.data?.list ?? []),
    datasetId,
    folder: wish.folder ?? chosen,
    setDatasetId: (id: number) => {
      setDatasetId(id);
      setFolderId(null);
    },
    setFolderId,
  };
};

function TargetFields({ target }: { target: ReturnType<typeof useTarget> }) {
  const { t } = useTranslation();
  return (
    <div className={styles.target}>
      <Select
        aria-label={t('transfers.dataset')}
        placeholder={t('transfers.chooseDataset')}
        showSearch={{ optionFilterProp: 'label' }}
        notFoundContent={t('transfers.noDataset')}
        value={target.datasetId}
        onChange={target.setDatasetId}
        options={target.datasets.map((d) => ({ value: d.id, label: d.name }))}
      />
      <Select
        aria-label={t('transfers.folder')}
        placeholder={t('transfers.chooseFolder')}
        showSearch={{ optionFilterProp: 'label' }}
        notFoundContent={t('transfers.noFolder')}
        disabled={target.datasetId === null}
        value={target.folder?.id ?? null}
        onChange={target.setFolderId}
        options={target.folders.map((f) => ({ value: f.id, label: f.name }))}
      />
    </div>
  );
}

const isTooLarge = (source: Source): boolean => /\.7z$/i.test(source.name) && source.size > limits.sevenZipBytes;

function Dialog({ wish }: { wish: StartWish }) {
  const { t } = useTranslation();
  const [sources, setSources] = useState(wish.sources);
  const [folders, setFolders] = useState<FolderPlan>('one');
  const target = useTarget(wish);
  const add = (more: readonly Source[]) =>
    setSources((before) => [...before, ...more.filter((one) => !before.some((known) => isSame(known, one)))]);
  const tooLarge = sources.some(isTooLarge);
  const { folder } = target;
  const hasDirectories = sources.some((source) => source.directories !== 0);
  const start = () => {
    void startUploads(sources, { folderId: folder!.id, folders: hasDirectories ? folders : 'one' });
    close();
    drawerStore.set(true);
  };
  return (
    <DraggableModal
      open
      title={t('transfers.startTitle')}
      okText={t('transfers.start')}
      cancelText={t('ui.cancel')}
      okButtonProps={{ disabled: sources.length === 0 || folder === null || tooLarge }}
      onOk={start}
      onCancel={close}
    >
      <div className={styles.form}>
        {sources.length === 0 ? <p className="second">{t('transfers.startText')}</p> : <Chosen sources={sources} />}
        <div className={styles.pick}>
          <Button icon={<FileZipOutlined />} onClick={() => chooseArchives().then(add, handleError)}>
            {t('transfers.chooseArchives')}
          </Button>
          <Button
            icon={<FolderOutlined />}
            onClick={() => chooseFolder().then((one) => add(one ? [one] : []), handleError)}
          >
            {t('transfers.chooseDirectory')}
          </Button>
        </div>
        {tooLarge ? (
          <Alert
            type="error"
            showIcon
            title={contractText('upload.tooLarge7z', { max: formatBytes(limits.sevenZipBytes) })}
          />
        ) : null}
        <h3 className={styles.label}>{t('transfers.into')}</h3>
        {wish.folder ? <p>{wish.folder.name}</p> : <TargetFields target={target} />}
        {hasDirectories ? <PlanChoice folderName={folder?.name ?? '…'} value={folders} onChange={setFolders} /> : null}
        <p className="hint">
          {target.areModels
            ? t('transfers.sidesHint')
            : t('transfers.annotationsHint', { max: formatCount(limits.archiveClasses) })}
        </p>
      </div>
    </DraggableModal>
  );
}

export function StartDialog() {
  const wish = useStore(startStore);
  return wish ? <Dialog wish={wish} /> : null;
}
