/** Upload management in the header: what is going on, what waits for an answer, what is done; and its dialogs. */
import { CloudUploadOutlined, PlusOutlined } from '@ant-design/icons';
import type { Upload } from '@loupe/contract';
import { Badge, Button, Tooltip } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { invalidate, ofImages, useApi, useApiMutation } from '../../../core/query.ts';
import { useStore } from '../../../core/store.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { SideDrawer } from '../../../ui/SideDrawer.tsx';
import { askFromHeader, drawerStore } from './ask.ts';
import { MappingDialog } from './MappingDialog.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import { elsewhere, sendingStore } from './sending.ts';
import { StartDialog } from './StartDialog.tsx';
import styles from './transfers.module.css';
import { UploadRow } from './UploadRow.tsx';

const none: readonly Upload[] = [];
/** While the server works on one its progress also comes by socket; this is for what comes by none. */
const refreshMs = 2000;
/** How soon a window that died is noticed. */
const askMs = 5000;

const isUnderWay = (upload: Upload): boolean => upload.state === 'inspecting' || upload.state === 'importing';

/** Asks the other windows about what is being sent, but not by this one. */
const useElsewhere = (uploads: readonly Upload[], isOpen: boolean): void => {
  const sending = useStore(sendingStore);
  const isUnknown = uploads.some((u) => u.state === 'uploading' && !sending.some((s) => s.id === u.id));
  useEffect(() => {
    if (!isUnknown || !isOpen) return;
    elsewhere.ask();
    const timer = setInterval(elsewhere.ask, askMs);
    return () => clearInterval(timer);
  }, [isUnknown, isOpen]);
};

/** Own uploads: under way, and ended. Images that came in refresh the lists when one has ended. */
const useUploads = (isOpen: boolean) => {
  const open = useApi(
    'uploadList',
    { ended: false, pageSize: 50 },
    {
      silent: true,
      refetchInterval: (data) =>
        data?.list.some((u) => isUnderWay(u) || elsewhere.store.get().has(u.id)) ? refreshMs : false,
    },
  );
  const ended = useApi('uploadList', { ended: true, pageSize: 50 }, { silent: true, enabled: isOpen });
  const openIds = open.data?.list.map((u) => u.id).join(' ');
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    const isFewer = (before.current ?? '').split(' ').some((id) => id !== '' && !openIds?.includes(id));
    before.current = openIds;
    if (!isFewer) return;
    void invalidate('uploadList', ...ofImages);
  }, [openIds]);
  const over = ended.data?.list ?? none;
  // one that has just ended is still in the list read before
  const rest = open.data?.list.filter(({ id }) => !over.some((one) => one.id === id)) ?? none;
  return { open: rest, ended: over, isRead: open.data !== undefined && ended.data !== undefined };
};

function Ended({ uploads }: { uploads: readonly Upload[] }) {
  const { t } = useTranslation();
  const clear = useApiMutation('uploadClear', { invalidates: ['uploadList'] });
  if (uploads.length === 0) return null;
  return (
    <section>
      <div className={styles.sectionHead}>
        <h2 className={styles.label}>{t('transfers.ended')}</h2>
        <Button size="small" type="text" loading={clear.isPending} onClick={() => clear.mutate({})}>
          {t('transfers.clearEnded')}
        </Button>
      </div>
      <ul className={styles.uploads}>
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  );
}

export function UploadManager() {
  const { t } = useTranslation();
  const isOpen = useStore(drawerStore);
  const { open, ended, isRead } = useUploads(isOpen);
  useElsewhere(open, isOpen);
  const isAsked = open.some((u) => u.state === 'waiting');
  // not before both lists were read: what takes the place of the focused button would take the focus, and Escape, away
  const isEmpty = isRead && open.length === 0 && ended.length === 0;
  return (
    <>
      <Tooltip title={isOpen ? '' : t('transfers.uploads')}>
        <Badge
          className={styles.badge!}
          count={open.length}
          size="small"
          styles={{ indicator: { color: 'var(--panel)' } }}
          offset={[-6, 6]}
          color={isAsked ? 'var(--warn)' : 'var(--primary)'}
        >
          <Button
            type="text"
            aria-label={t('transfers.uploadsCount', { count: open.length })}
            icon={<CloudUploadOutlined />}
            onClick={() => drawerStore.set(!isOpen)}
          />
        </Badge>
      </Tooltip>
      <SideDrawer
        open={isOpen}
        onClose={() => drawerStore.set(false)}
        size={440}
        mask={false}
        title={t('transfers.uploads')}
        extra={
          isEmpty || !isRead ? null : (
            <Button icon={<PlusOutlined />} onClick={askFromHeader}>
              {t('transfers.startTitle')}
            </Button>
          )
        }
      >
        {isEmpty ? (
          <EmptyState
            title={t('transfers.emptyTitle')}
            text={t('transfers.emptyText')}
            actions={
              <Button type="primary" onClick={askFromHeader}>
                {t('transfers.startTitle')}
              </Button>
            }
          />
        ) : (
          <>
            {open.length > 0 ? (
              <ul className={styles.uploads} aria-label={t('transfers.underWay')}>
                {open.map((upload) => (
                  <UploadRow key={upload.id} upload={upload} />
                ))}
              </ul>
            ) : null}
            <Ended uploads={ended} />
          </>
        )}
      </SideDrawer>
      <StartDialog />
      <MappingDialog uploads={open} />
      <ReportDialog uploads={ended} />
    </>
  );
}
