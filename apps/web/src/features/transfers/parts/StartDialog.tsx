/** The dialog that begins an upload: what is sent, into which folder, and what becomes of its directories. */
import { CloseOutlined, FileZipOutlined, FolderOutlined, PictureOutlined } from '@ant-design/icons';
import { archiveFault, formatInTruth, shapeFormatNames, type ArchiveFormat, type FolderPlan } from '@loupe/contract';
import { Alert, Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { handleError } from '../../../core/errors.ts';
import { formatBytes } from '../../../core/format.ts';
import { contractText, useText } from '../../../core/i18n.ts';
import { useStore } from '../../../core/store.ts';
import { useWording } from '../../../core/wording.ts';
import { DraggableModal } from '../../../ui/DraggableModal.tsx';
import { useArchives, useArchiveWords } from './archives.ts';
import { drawerStore, startStore, type UploadRequest } from './ask.ts';
import { chooseArchives, chooseFolder, chooseImages } from './choose.ts';
import { leaveLoose } from './loose.ts';
import { PlanChoice } from './PlanChoice.tsx';
import { startUploads } from './sending.ts';
import { formatsGuide } from '../../help/api.ts';
import { isSame, kindOf, looseSource, sortFiles, type Source } from './sources.ts';
import { TargetFields } from './TargetFields.tsx';
import styles from './transfers.module.css';
import { useUploadTarget } from './use-upload-target.ts';

const close = (): void => startStore.set(null);

const formatNames = (text: ReturnType<typeof useText>): string => shapeFormatNames.map(text).join(' · ');

/** In another tab: what was chosen here stays. */
function GuideLink() {
  const { t } = useTranslation();
  return (
    <a className="link" href={formatsGuide} target="_blank" rel="noopener">
      {t('transfers.formatsGuide')}
    </a>
  );
}

const icons = { archive: <FileZipOutlined />, folder: <FolderOutlined />, images: <PictureOutlined /> } as const;

function Chosen({ sources, onLeave }: { sources: readonly Source[]; onLeave: (source: Source) => void }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.chosen}>
      {sources.map((source) => (
        <li key={`${source.name}-${source.size}-${source.changed}`}>
          {icons[source.kind]}
          <strong className="ellipsis" title={source.name}>
            {source.name}
          </strong>
          <span className="second num">
            {source.kind === 'folder' ? `${t('transfers.files', { count: source.files })} · ` : null}
            {formatBytes(source.size)}
          </span>
          <Button
            size="small"
            type="text"
            icon={<CloseOutlined />}
            aria-label={t('transfers.leaveOut', { name: source.name })}
            onClick={() => onLeave(source)}
          />
        </li>
      ))}
    </ul>
  );
}

interface Fault {
  name: string;
  text: string;
}

/** Of each archive that cannot go there. */
const faultsOf = (sources: readonly Known[], archives: readonly ArchiveFormat[]): Fault[] =>
  sources.flatMap(({ kind, name, size, bytesSay }) => {
    if (kind !== 'archive') return [];
    const { format, fault } = formatInTruth({ archives }, name, bytesSay ?? null);
    const found = fault ?? (format && archiveFault({ archives }, format, size));
    return found ? [{ name, text: contractText(found.key, found.args) }] : [];
  });

/** `isOne`: nothing else was chosen, so that nobody asks which one is meant. */
function Faults({ faults, isOne }: { faults: readonly Fault[]; isOne: boolean }) {
  const { t } = useTranslation();
  const title = ({ name, text }: Fault) =>
    isOne || text.includes(name) ? text : t('transfers.faultOf', { name, reason: text });
  return faults.map((one, i) => <Alert key={`${one.name}-${i}`} type="error" showIcon title={title(one)} />);
}

/** `bytesSay`: undefined until the first bytes were read. */
type Known = Source & { bytesSay: string | null | undefined };

/** Reads the first bytes of each archive: a 7z that was renamed is told before it is sent. */
function useKinds(sources: readonly Source[]): Known[] {
  const [kinds, setKinds] = useState<ReadonlyMap<Blob, string | null>>(new Map());
  useEffect(() => {
    const unknown = sources.filter(({ kind, blob }) => kind === 'archive' && !kinds.has(blob));
    if (unknown.length === 0) return;
    let isOver = false;
    void Promise.all(unknown.map(async ({ blob }) => [blob, await kindOf(blob)] as const)).then((found) => {
      if (!isOver) setKinds((before) => new Map([...before, ...found]));
    });
    return () => {
      isOver = true;
    };
  }, [sources, kinds]);
  return sources.map((source) => ({ ...source, bytesSay: source.kind === 'archive' ? kinds.get(source.blob) : null }));
}

const asSent = ({ bytesSay, ...source }: Known, archives: readonly ArchiveFormat[]): Source => {
  const format = source.kind === 'archive' ? formatInTruth({ archives }, source.name, bytesSay ?? null).format : null;
  return format ? { ...source, format } : source;
};

function Dialog({ request }: { request: UploadRequest }) {
  const { t } = useTranslation();
  const wording = useWording();
  const text = useText();
  const [sources, setSources] = useState(request.sources);
  const [folders, setFolders] = useState<FolderPlan>('one');
  const target = useUploadTarget(request, sources);
  const add = (more: readonly Source[]) =>
    setSources((before) => [...before, ...more.filter((one) => !before.some((known) => isSame(known, one)))]);
  const leave = (one: Source) => setSources((before) => before.filter((known) => known !== one));
  /** An archive among them is one, with whichever button it was chosen. */
  const addImages = (files: readonly File[]) => {
    const { sources: packed, loose } = sortFiles(files);
    const images = looseSource(t('transfers.looseName', { count: loose.length }), loose);
    add(images ? [...packed, images] : packed);
  };
  const archives = useArchives(target.family);
  const archiveWords = useArchiveWords(target.family);
  const known = useKinds(sources);
  const faults = faultsOf(known, archives);
  const isReading = known.some(({ bytesSay }) => bytesSay === undefined);
  const hasDirectories = sources.some((source) => source.directories !== 0);
  const start = async () => {
    const { id: folderId } = await target.take();
    // The report of what came into this folder before is not that of what comes now.
    leaveLoose(folderId);
    const sent = known.map((one) => asSent(one, archives));
    void startUploads(sent, { folderId, folders: hasDirectories ? folders : 'one' });
    close();
    drawerStore.set(true);
  };
  return (
    <DraggableModal
      open
      title={t('transfers.startTitle')}
      okText={t('transfers.start')}
      cancelText={t('ui.cancel')}
      okButtonProps={{ disabled: sources.length === 0 || isReading || target.name === null || faults.length > 0 }}
      confirmLoading={target.isBusy}
      // a refused name has been told by the handler of calls; the dialog stays
      onOk={() => void start().catch(() => undefined)}
      onCancel={close}
      isEntered={() => sources !== request.sources}
    >
      <div className={styles.form}>
        {sources.length === 0 ? (
          <p className="second">{t('transfers.startText', { archives: archiveWords })}</p>
        ) : (
          <Chosen sources={sources} onLeave={leave} />
        )}
        <div className={styles.pick}>
          <Button icon={<PictureOutlined />} onClick={() => chooseImages().then(addImages, handleError)}>
            {t('datasets.chooseImages')}
          </Button>
          <Button icon={<FileZipOutlined />} onClick={() => chooseArchives(archives).then(add, handleError)}>
            {t('transfers.chooseArchives')}
          </Button>
          <Button
            icon={<FolderOutlined />}
            onClick={() => chooseFolder().then((one) => add(one ? [one] : []), handleError)}
          >
            {t('transfers.chooseDirectory')}
          </Button>
        </div>
        <Faults faults={faults} isOne={sources.length === 1} />
        <h3 className={styles.label}>{t('transfers.into')}</h3>
        {request.folder ? <p>{request.folder.name}</p> : <TargetFields target={target} />}
        {hasDirectories ? <PlanChoice folderName={target.name ?? '…'} value={folders} onChange={setFolders} /> : null}
        <p className="hint in-text">
          {target.hasSides ? (
            t('transfers.rolesHint')
          ) : (
            <>
              {t('transfers.annotationsHint', { ...wording, formats: formatNames(text) })} <GuideLink />
            </>
          )}
        </p>
      </div>
    </DraggableModal>
  );
}

export function StartDialog() {
  const request = useStore(startStore);
  return request ? <Dialog request={request} /> : null;
}
