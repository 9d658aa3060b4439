/** The dialog that begins an upload: what is sent, into which folder, and what becomes of its directories. */
import { FileZipOutlined, FolderOutlined } from '@ant-design/icons';
import { limits, roleOf, type Folder, type FolderPlan } from '@loupe/contract';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { handleError } from '../../../core/errors.ts';
import { formatBytes } from '../../../core/format.ts';
import { contractText } from '../../../core/i18n.ts';
import { useApi } from '../../../core/query.ts';
import { useStore } from '../../../core/store.ts';
import { DraggableModal } from '../../../ui/DraggableModal.tsx';
import { PagedSelect } from '../../../ui/PagedSelect.tsx';
import { drawerStore, startStore, type UploadRequest } from './ask.ts';
import { chooseArchives, chooseFolder } from './choose.ts';
import { leaveLoose } from './loose.ts';
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

/** Data sets are chosen from those of the projects, or from those of the model that owns the one that is offered. */
const useScope = (offered: number | null, isOpen: boolean) => {
  const { data } = useApi('datasetInfo', { id: offered ?? 0 }, { enabled: isOpen && offered !== null });
  return { offered: data, modelId: data?.modelId ?? null, isKnown: offered === null || data !== undefined };
};

const useTarget = (request: UploadRequest) => {
  const [datasetId, setDatasetId] = useState(request.datasetId);
  const [chosen, setChosen] = useState<Folder | undefined>();
  const isOpen = request.folder === null;
  const scope = useScope(request.datasetId, isOpen);
  const folders = useApi(
    'folderList',
    { datasetId: datasetId ?? 0, pageSize: 1 },
    { enabled: isOpen && datasetId !== null },
  );
  // one folder leaves nothing to choose
  const only = folders.data?.total === 1 ? folders.data.list[0]! : null;
  return {
    ...scope,
    hasSides: scope.offered !== undefined && roleOf(scope.offered.family, scope.offered.role).truth === 'role',
    datasetId,
    folder: request.folder ?? chosen ?? (datasetId === null ? null : only),
    setDatasetId: (id: number) => {
      setDatasetId(id);
      setChosen(undefined);
    },
    setFolder: setChosen,
  };
};

function TargetFields({ target }: { target: ReturnType<typeof useTarget> }) {
  const { t } = useTranslation();
  return (
    <div className={styles.target}>
      <PagedSelect
        aria-label={t('transfers.dataset')}
        list="datasetList"
        input={{ ...(target.modelId === null ? {} : { modelId: target.modelId }), sort: 'name' }}
        textOf={(dataset) => dataset.name}
        first={target.offered ? [{ value: target.offered.id, label: target.offered.name }] : []}
        isFirstShown={false}
        enabled={target.isKnown}
        placeholder={t('transfers.chooseDataset')}
        empty={t('transfers.noDataset')}
        value={target.datasetId}
        onChange={(id) => id !== undefined && target.setDatasetId(id)}
      />
      <PagedSelect
        key={target.datasetId}
        aria-label={t('transfers.folder')}
        list="folderList"
        input={{ datasetId: target.datasetId ?? 0, sort: 'name' }}
        textOf={(folder) => folder.name}
        first={target.folder ? [{ value: target.folder.id, label: target.folder.name }] : []}
        isFirstShown={false}
        enabled={target.datasetId !== null}
        disabled={target.datasetId === null}
        placeholder={t('transfers.chooseFolder')}
        empty={t('transfers.noFolder')}
        value={target.folder?.id ?? null}
        onChosen={target.setFolder}
      />
    </div>
  );
}

const isTooLarge = (source: Source): boolean => /\.7z$/i.test(source.name) && source.size > limits.sevenZipBytes;

function Dialog({ request }: { request: UploadRequest }) {
  const { t } = useTranslation();
  const [sources, setSources] = useState(request.sources);
  const [folders, setFolders] = useState<FolderPlan>('one');
  const target = useTarget(request);
  const add = (more: readonly Source[]) =>
    setSources((before) => [...before, ...more.filter((one) => !before.some((known) => isSame(known, one)))]);
  const tooLarge = sources.some(isTooLarge);
  const { folder } = target;
  const hasDirectories = sources.some((source) => source.directories !== 0);
  const start = () => {
    // The report of what came into this folder before is not that of what comes now.
    leaveLoose(folder!.id);
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
        {request.folder ? <p>{request.folder.name}</p> : <TargetFields target={target} />}
        {hasDirectories ? <PlanChoice folderName={folder?.name ?? '…'} value={folders} onChange={setFolders} /> : null}
        <p className="hint">{target.hasSides ? t('transfers.rolesHint') : t('transfers.annotationsHint')}</p>
      </div>
    </DraggableModal>
  );
}

export function StartDialog() {
  const request = useStore(startStore);
  return request ? <Dialog request={request} /> : null;
}
