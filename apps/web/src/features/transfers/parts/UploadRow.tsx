/** One upload in the list: what it is, how far it is, and what can be done about it. */
import { FileZipOutlined, FolderOutlined, PauseOutlined, CaretRightOutlined } from '@ant-design/icons';
import { families, type Upload } from '@loupe/contract';
import { Button, Progress, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { handleError } from '../../../core/errors.ts';
import { formatBytes, formatCount, formatDuration, formatShare } from '../../../core/format.ts';
import { useLocale, useText } from '../../../core/i18n.ts';
import { notify } from '../../../core/notify.ts';
import { setName } from '../../../core/label-name.ts';
import { SceneLink } from '../../../core/scene.tsx';
import { useStore } from '../../../core/store.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { ToneTag, type Tone } from '../../../ui/StatusTag.tsx';
import { drawerStore, mappingStore, reportStore } from './ask.ts';
import { chooseArchives, chooseFolder, reopen } from './choose.ts';
import {
  cancelUpload,
  elsewhere,
  goOnWith,
  isFileOf,
  marksStore,
  pauseSending,
  resumeSending,
  retryImport,
  sendingStore,
  type Sending,
} from './sending.ts';
import { secondsLeft, shareOf, statusOf, type UploadStatus } from './upload-status.ts';
import styles from './transfers.module.css';

const tones: { readonly [S in UploadStatus]: Tone } = {
  queued: 'quiet',
  sending: 'busy',
  waitingNetwork: 'warn',
  paused: 'quiet',
  unreadable: 'bad',
  elsewhere: 'busy',
  interrupted: 'warn',
  inspecting: 'busy',
  waiting: 'warn',
  importing: 'busy',
  completed: 'ok',
  incomplete: 'warn',
  failed: 'bad',
  canceled: 'quiet',
};

/** Goes on with an interrupted upload: by the kept way to the file, else the person chooses it again. */
const useGoOn = (upload: Upload): { isKnown: boolean; goOn: () => void } => {
  const { t } = useTranslation();
  const mark = useStore(marksStore).get(upload.id);
  const handle = mark?.handle ?? null;
  const run = async () => {
    const known = handle ? await reopen(handle) : null;
    const { format } = upload;
    const chosen =
      known ?? (format === 'folder' ? await chooseFolder() : ((await chooseArchives([format]))[0] ?? null));
    if (!chosen) return;
    if (isFileOf(upload, chosen)) goOnWith(upload, chosen);
    else notify.error(t('transfers.otherFile', { name: upload.name, size: formatBytes(upload.bytes) }));
  };
  return { isKnown: handle !== null, goOn: () => void run().catch(handleError) };
};

function Buttons({ upload, status }: { upload: Upload; status: UploadStatus }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const { isKnown, goOn } = useGoOn(upload);
  const isEnded = upload.endedAt !== null;
  const cancel = async () => {
    const agreed = await confirm({
      title: t('transfers.cancelUpload', { name: upload.name }),
      content: t(upload.added > 0 ? 'transfers.cancelImportText' : 'transfers.cancelUploadText'),
      okText: t('transfers.cancelUploadYes'),
      cancelText: t('transfers.cancelUploadNo'),
      danger: true,
    });
    if (agreed) void cancelUpload(upload.id);
  };
  return (
    <span className={styles.rowButtons}>
      {status === 'sending' || status === 'queued' || status === 'waitingNetwork' ? (
        <Button size="small" icon={<PauseOutlined />} onClick={() => pauseSending(upload.id)}>
          {t('transfers.pause')}
        </Button>
      ) : null}
      {status === 'paused' ? (
        <Button size="small" icon={<CaretRightOutlined />} onClick={() => resumeSending(upload.id)}>
          {t('transfers.resume')}
        </Button>
      ) : null}
      {status === 'interrupted' || status === 'unreadable' ? (
        <Button size="small" type="primary" onClick={goOn}>
          {t(isKnown && status === 'interrupted' ? 'transfers.resume' : 'transfers.chooseAgain')}
        </Button>
      ) : null}
      {status === 'waiting' ? (
        <Button size="small" type="primary" onClick={() => mappingStore.set(upload.id)}>
          {t('transfers.mapClasses')}
        </Button>
      ) : null}
      {upload.canRetry ? (
        <Button size="small" type="primary" onClick={() => void retryImport(upload.id)}>
          {t('transfers.retry')}
        </Button>
      ) : null}
      {isEnded && upload.taskId !== null ? (
        <Button size="small" onClick={() => reportStore.set(upload.id)}>
          {t('transfers.report')}
        </Button>
      ) : null}
      {isEnded ? null : (
        <Button size="small" type="text" danger onClick={() => void cancel()}>
          {t('ui.cancel')}
        </Button>
      )}
    </span>
  );
}

/** Amount, speed and time left of what is under way; the outcome of what has ended. */
function Facts({ upload, status, sending }: { upload: Upload; status: UploadStatus; sending: Sending | undefined }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const text = useText();
  const parts: string[] = [];
  if (upload.state === 'uploading') {
    const sent = Math.max(sending?.sent ?? 0, upload.received);
    parts.push(`${formatBytes(sent)} / ${formatBytes(upload.bytes)}`);
    if (sending?.rate && status === 'sending') parts.push(`${formatBytes(sending.rate)}/s`);
  }
  if (status === 'importing' && upload.progress && upload.progress.total > 0) {
    parts.push(`${formatCount(upload.progress.done)} / ${formatCount(upload.progress.total)}`);
  }
  const trouble = upload.cause ?? sending?.trouble ?? null;
  const left = secondsLeft(upload, sending);
  if (left !== null) parts.push(t('transfers.timeLeft', { time: formatDuration(left, locale) }));
  if (upload.endedAt !== null || upload.added > 0) {
    parts.push(t('transfers.added', { n: formatCount(upload.added) }));
    if (upload.duplicates > 0) parts.push(t('transfers.duplicates', { count: upload.duplicates }));
    if (upload.refused > 0) parts.push(t('transfers.refused', { count: upload.refused }));
  }
  return (
    <>
      {parts.map((part) => (
        <span key={part} className={`${styles.fact} num`}>
          {part}
        </span>
      ))}
      {trouble ? <p className={styles.fault}>{text(trouble)}</p> : null}
      {status === 'interrupted' || status === 'unreadable' || status === 'waitingNetwork' ? (
        <p className="hint">{t(`transfers.statusHelp.${status}`)}</p>
      ) : null}
    </>
  );
}

export function UploadRow({ upload }: { upload: Upload }) {
  const { t } = useTranslation();
  const sending = useStore(sendingStore).find((s) => s.id === upload.id);
  const status = statusOf(upload, sending, useStore(elsewhere.store).has(upload.id));
  const share = shareOf(upload, sending);
  return (
    <li className={styles.upload} data-ask={status === 'waiting' || status === 'interrupted'}>
      <div className={styles.uploadHead}>
        {upload.format === 'folder' ? <FolderOutlined /> : <FileZipOutlined />}
        <Tooltip title={upload.name}>
          <strong className="ellipsis">{upload.name}</strong>
        </Tooltip>
        <Buttons upload={upload} status={status} />
      </div>
      <div className={`${styles.into} in-text ellipsis`}>
        {upload.modelName === null ? null : `${upload.modelName} / `}
        {setName(upload.datasetName, families[upload.family])} /{' '}
        <span role="presentation" onClick={() => drawerStore.set(false)}>
          <SceneLink screen="ImageList" search={{ id: upload.folderId }}>
            {upload.folderName}
          </SceneLink>
        </span>
      </div>
      {share === null ? null : (
        <Progress
          percent={Math.floor(share * 100)}
          format={() => formatShare(Math.floor(share * 100) / 100)}
          size="small"
          status={status === 'unreadable' ? 'exception' : 'normal'}
        />
      )}
      <div className={styles.uploadFacts}>
        <ToneTag tone={tones[status]}>{t(`transfers.statuses.${status}`)}</ToneTag>
        <Facts upload={upload} status={status} sending={sending} />
      </div>
    </li>
  );
}
