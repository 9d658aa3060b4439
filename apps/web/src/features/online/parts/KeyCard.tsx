/** The HTTP interface of an entry: a key that is shown once, a call to copy, and the end of the key. */
import { CopyOutlined, KeyOutlined } from '@ant-design/icons';
import { api, routeUrl, typeOfThresholds, type OnlineEntry } from '@loupe/contract';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../core/access.ts';
import { copyText } from '../../../core/copy.ts';
import { notify } from '../../../core/notify.ts';
import { useApiMutation } from '../../../core/query.ts';
import { onlineViewOf } from '../../../predictions/online.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { Card } from '../../../ui/Page.tsx';
import { ToneTag } from '../../../ui/StatusTag.tsx';
import { curlExample } from './online-rules.ts';
import styles from './online.module.css';

const changed = ['onlineInfo', 'onlineList'] as const;

const useKey = (entry: OnlineEntry) => {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const [key, setKey] = useState<string | null>(null);
  const create = useApiMutation('onlineKeyCreate', { invalidates: changed });
  const revoke = useApiMutation('onlineKeyRevoke', { invalidates: changed, success: t('online.revoked') });
  const askCreate = async () => {
    const question = { title: t('online.replaceTitle'), content: t('online.replaceText'), okText: t('online.replace') };
    if (entry.hasKey && !(await confirm({ ...question, danger: true }))) return;
    create.mutate({ id: entry.id }, { onSuccess: (made) => setKey(made.key) });
  };
  const askRevoke = async () => {
    const question = { title: t('online.revokeTitle'), content: t('online.revokeText'), okText: t('online.revoke') };
    if (!(await confirm({ ...question, danger: true }))) return;
    revoke.mutate({ id: entry.id }, { onSuccess: () => setKey(null) });
  };
  return {
    key,
    isPending: create.isPending || revoke.isPending,
    create: () => void askCreate(),
    revoke: () => void askRevoke(),
  };
};

function CopyButton({ text, children }: { text: string; children: string }) {
  const { t } = useTranslation();
  const copy = async () => {
    if (await copyText(text)) notify.success(t('online.copied'));
    else notify.error(t('online.notCopied'));
  };
  return (
    <Button size="small" icon={<CopyOutlined />} onClick={() => void copy()}>
      {children}
    </Button>
  );
}

export function KeyCard({ entry }: { entry: OnlineEntry }) {
  const { t } = useTranslation();
  const { key, isPending, create, revoke } = useKey(entry);
  const mayEdit = useMay()('onlineKeyCreate', entry.projectId);
  const given = onlineViewOf(typeOfThresholds(entry.thresholds)).call?.(entry.thresholds, t) ?? null;
  const address = `${window.location.origin}${routeUrl(api.onlineDetectByKey)}`;
  const example = curlExample(address, key ?? '$LOUPE_KEY', given?.input);
  const help = key ? '' : t(entry.hasKey ? 'online.httpHelp' : 'online.httpNoKey');
  return (
    <Card
      title={t('online.http')}
      extra={
        <>
          {entry.hasKey ? (
            <ToneTag tone="ok">{t('online.keyActive')}</ToneTag>
          ) : (
            <ToneTag tone="quiet">{t('online.noKey')}</ToneTag>
          )}
          {mayEdit ? (
            <Button size="small" icon={<KeyOutlined />} disabled={isPending} onClick={create}>
              {entry.hasKey ? t('online.replace') : t('online.createKey')}
            </Button>
          ) : null}
          {entry.hasKey && mayEdit ? (
            <Button size="small" danger disabled={isPending} onClick={revoke}>
              {t('online.revoke')}
            </Button>
          ) : null}
        </>
      }
    >
      {key ? (
        <Alert
          type="warning"
          showIcon
          title={t('online.onceTitle')}
          description={
            <div className={styles.key}>
              <code>{key}</code>
              <CopyButton text={key}>{t('online.copyKey')}</CopyButton>
            </div>
          }
          style={{ marginBottom: 12 }}
        />
      ) : null}
      <div className={styles.codeTop}>
        <p className="hint">
          {help} {given?.help}
        </p>
        <CopyButton text={example}>{t('online.copyCall')}</CopyButton>
      </div>
      <pre className={styles.code}>{example}</pre>
    </Card>
  );
}
