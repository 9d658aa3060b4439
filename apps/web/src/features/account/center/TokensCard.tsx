/** Access tokens for programs: made with scopes and an end, listed without themselves, revoked. */
import { PlusOutlined } from '@ant-design/icons';
import type { AccessToken } from '@loupe/contract';
import { Button, Table, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatMinute } from '../../../core/format.ts';
import { useApi, useApiMutation } from '../../../core/query.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx';
import { Card } from '../../../ui/Page.tsx';
import { ToneTag } from '../../../ui/StatusTag.tsx';
import { TokenDialog, TokenShown, type MadeToken } from './TokenDialog.tsx';
import styles from './center.module.css';

const useColumns = (revoke: (row: AccessToken) => void): TableColumnType<AccessToken>[] => {
  const { t } = useTranslation();
  const expiry = (row: AccessToken) => {
    if (row.hasExpired) return <ToneTag tone="bad">{t('center.expired')}</ToneTag>;
    return row.expiresAt === null ? t('center.never') : formatDate(row.expiresAt);
  };
  const scopes = (row: AccessToken) => row.scopes.map((scope) => t(`center.scopeNames.${scope}`)).join(' · ');
  return [
    { key: 'name', title: t('center.tokenName'), render: (_, row) => row.name },
    { key: 'scopes', title: t('center.scopes'), width: 170, render: (_, row) => scopes(row) },
    { key: 'expires', title: t('center.expires'), width: 104, render: (_, row) => expiry(row) },
    {
      key: 'lastUsed',
      title: t('center.lastUsed'),
      width: 144,
      render: (_, row) => (row.lastUsedAt === null ? t('center.neverUsed') : formatMinute(row.lastUsedAt)),
    },
    {
      key: 'revoke',
      title: <span className="sr-only">{t('ui.actions')}</span>,
      width: 72,
      align: 'end',
      render: (_, row) => (
        <Button
          type="link"
          size="small"
          danger
          aria-label={`${t('center.revoke')} · ${row.name}`}
          onClick={() => revoke(row)}
        >
          {t('center.revoke')}
        </Button>
      ),
    },
  ];
};

const useRevoke = () => {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const revoke = useApiMutation('tokenRevoke', { success: t('center.revoked'), invalidates: ['tokenList'] });
  const ask = async ({ id, name }: AccessToken) => {
    const title = t('center.revokeTitle', { name });
    const question = { title, content: t('center.revokeText'), okText: t('center.revoke'), danger: true };
    if (await confirm(question)) revoke.mutate({ id });
  };
  return (row: AccessToken) => void ask(row);
};

export function TokensCard() {
  const { t } = useTranslation();
  const { data, error, refetch } = useApi('tokenList', {}, { silent: true });
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<MadeToken | null>(null);
  const columns = useColumns(useRevoke());
  const create = (
    <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
      {t('center.createToken')}
    </Button>
  );
  return (
    <Card title={t('center.tokens')} extra={create}>
      <p className={styles.intro}>{t('center.tokensText')}</p>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data?.length === 0 ? (
        <EmptyState small title={t('center.tokensEmptyTitle')} text={t('center.tokensEmptyText')} />
      ) : (
        <Table<AccessToken>
          size="small"
          rowKey="id"
          columns={columns}
          dataSource={data ?? []}
          loading={!data}
          pagination={(data?.length ?? 0) > 10 ? { pageSize: 10, showSizeChanger: false } : false}
          scroll={{ x: 600 }}
        />
      )}
      <TokenDialog open={adding} onClose={() => setAdding(false)} onMade={setMade} />
      <TokenShown made={made} onClose={() => setMade(null)} />
    </Card>
  );
}
