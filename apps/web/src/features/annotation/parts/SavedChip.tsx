/** Where the edits are: saved, pending, offline. Opens to what that means, and to edits that the server refused. */
import {
  CheckCircleFilled,
  CloseCircleFilled,
  CloudSyncOutlined,
  DisconnectOutlined,
  WarningFilled,
} from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../../core/connection.ts';
import { useLocale } from '../../../core/i18n.ts';
import { useApi } from '../../../core/query.ts';
import { SceneLink } from '../../../core/scene.tsx';
import { useStore } from '../../../core/store.ts';
import type { RejectedOp } from '../outbox/index.ts';
import { currentOutbox, savedStore, type SavedState } from '../outbox-link.ts';
import styles from './status.module.css';

const icons = {
  saved: <CheckCircleFilled />,
  pending: <CloudSyncOutlined />,
  offline: <DisconnectOutlined />,
  signedOut: <WarningFilled />,
};

const useChipText = (): ((state: SavedState) => string) => {
  const { t } = useTranslation();
  return ({ kind, pending, at }) => {
    if (kind === 'saved' && at === null) return t('annotation.saved');
    if (kind === 'saved') {
      return t('annotation.savedAt', { time: new Date(at!).toLocaleTimeString('en-GB', { hour12: false }) });
    }
    if (kind === 'offline' && pending === 0) return t('annotation.offlineNone');
    return t(`annotation.${kind}`, { n: pending });
  };
};

/** The image that an edit was about, also when it is another one than the shown, or is gone. */
function ImageLink({ id, name }: { id: number; name: string | undefined }) {
  const { t } = useTranslation();
  const image = useApi('imageInfo', { id }, { silent: true }).data;
  if (!image) return <span>{name ?? t('annotation.rejectedOn', { id })}</span>;
  return (
    <SceneLink screen="Annotate" search={{ folderId: image.folderId, id }}>
      {image.name}
    </SceneLink>
  );
}

function Refused() {
  const { t } = useTranslation();
  const locale = useLocale();
  const [ops, setOps] = useState<RejectedOp[]>([]);
  useEffect(() => {
    let isHere = true;
    void currentOutbox()
      ?.rejected()
      .then((list) => isHere && setOps(list));
    return () => {
      isHere = false;
    };
  }, []);
  if (ops.length === 0) return null;
  return (
    <div className={styles.refused}>
      <strong>{t('annotation.rejectedTitle')}</strong>
      <p>{t('annotation.rejectedText')}</p>
      <ul>
        {ops.map((one) => (
          <li key={one.op.opId}>
            <ImageLink id={one.imageId} name={one.imageName} /> {locale === 'zh' ? one.msg : one.en_msg}
          </li>
        ))}
      </ul>
      <Button size="small" onClick={() => void currentOutbox()?.dismiss(ops.map((one) => one.op.opId))}>
        {t('annotation.dismiss')}
      </Button>
    </div>
  );
}

/** `isOpening`: no image is there yet, so that nothing can be said to be saved. */
export function SavedChip({ isOpening }: { isOpening: boolean }) {
  const { t } = useTranslation();
  const saved = useStore(savedStore);
  const connection = useConnection();
  // Nothing waits to be sent, so the outbox has not noticed that the server is away.
  const isCutOff = saved.kind === 'saved' && connection !== 'online';
  const state: SavedState = isCutOff ? { ...saved, kind: 'offline' } : saved;
  const chipText = useChipText();
  if (isOpening && state.kind === 'saved' && state.rejected === 0) return null;
  // Nothing waits, but not everything is on the server.
  const isRefused = state.kind === 'saved' && state.rejected > 0;
  const canSend = state.pending > 0 && state.kind !== 'signedOut';
  const details = (
    <div className={styles.details}>
      {isRefused ? null : <p>{t(`annotation.${state.kind}Text`)}</p>}
      {state.durable ? null : <p className={styles.warn}>{t('annotation.notDurable')}</p>}
      {canSend ? (
        <Button size="small" onClick={() => currentOutbox()?.retryNow()}>
          {t('annotation.sendNow')}
        </Button>
      ) : null}
      <Refused key={state.rejected} />
    </div>
  );
  return (
    <Popover trigger="click" placement="topRight" content={details}>
      <button
        type="button"
        className={styles.chip}
        data-kind={isRefused ? 'refused' : state.kind}
        data-testid="saved-chip"
      >
        <output aria-live="polite">
          {isRefused ? null : icons[state.kind]} {isRefused ? null : chipText(state)}
        </output>
        {state.rejected > 0 ? (
          <span className={styles.bad}>
            <CloseCircleFilled /> {t('annotation.rejected', { n: state.rejected })}
          </span>
        ) : null}
      </button>
    </Popover>
  );
}
