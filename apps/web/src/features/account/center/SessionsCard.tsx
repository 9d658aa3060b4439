/** Where one is signed in; a session that one does not know can be ended, or all but this one. */
import type { OwnSession } from '@loupe/contract';
import { Button, Table, Tooltip, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatDate, formatMinute } from '../../../core/format.ts';
import { notify } from '../../../core/notify.ts';
import { useApi, useApiMutation } from '../../../core/query.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { ErrorState } from '../../../ui/EmptyState.tsx';
import { Card } from '../../../ui/Page.tsx';
import { ToneTag } from '../../../ui/StatusTag.tsx';
import styles from './center.module.css';

const useDeviceName = () => {
  const { t } = useTranslation();
  return ({ browser, system }: OwnSession): string =>
    [browser, system].filter((part) => part !== null).join(' · ') || t('center.unknownDevice');
};

const useEnd = () => {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const nameOf = useDeviceName();
  const end = useApiMutation('sessionEnd', { success: t('center.ended'), invalidates: ['sessionList'] });
  const endOthers = useApiMutation('sessionEndOthers', { invalidates: ['sessionList'] });
  const one = async (row: OwnSession) => {
    const content = t('center.endText', { device: nameOf(row), address: row.address });
    if (await confirm({ title: t('center.endTitle'), content, okText: t('center.end'), danger: true }))
      end.mutate({ id: row.id });
  };
  const others = async (count: number) => {
    const content = t('center.endOthersText', { count });
    const question = { title: t('center.endOthersTitle'), content, okText: t('center.endOthers'), danger: true };
    if (!(await confirm(question))) return;
    endOthers.mutate({}, { onSuccess: ({ ended }) => notify.success(t('center.endedOthers', { count: ended })) });
  };
  return { one: (row: OwnSession) => void one(row), others: (count: number) => void others(count) };
};

function Device({ row }: { row: OwnSession }) {
  const { t } = useTranslation();
  const name = useDeviceName()(row);
  return (
    <span className={styles.device}>
      {name}
      {row.isCurrent ? <ToneTag tone="ok">{t('center.thisDevice')}</ToneTag> : null}
      {row.remembered ? (
        <Tooltip title={t('center.rememberedUntil', { date: formatDate(row.expiresAt) })}>
          <span>
            <ToneTag tone="quiet">{t('center.remembered')}</ToneTag>
          </span>
        </Tooltip>
      ) : null}
    </span>
  );
}

const useColumns = (end: (row: OwnSession) => void): TableColumnType<OwnSession>[] => {
  const { t } = useTranslation();
  const nameOf = useDeviceName();
  return [
    { key: 'device', title: t('center.device'), render: (_, row) => <Device row={row} /> },
    { key: 'address', title: t('center.address'), width: 112, render: (_, row) => row.address },
    { key: 'signedIn', title: t('center.signedIn'), width: 144, render: (_, row) => formatMinute(row.createdAt) },
    { key: 'lastSeen', title: t('center.lastSeen'), width: 144, render: (_, row) => formatMinute(row.lastSeenAt) },
    {
      key: 'end',
      title: <span className="sr-only">{t('ui.actions')}</span>,
      width: 60,
      align: 'end',
      render: (_, row) =>
        row.isCurrent ? null : (
          <Button
            type="link"
            size="small"
            danger
            aria-label={`${t('center.end')} · ${nameOf(row)}`}
            onClick={() => end(row)}
          >
            {t('center.end')}
          </Button>
        ),
    },
  ];
};

export function SessionsCard() {
  const { t } = useTranslation();
  const { data, error, refetch } = useApi('sessionList', {}, { silent: true });
  const end = useEnd();
  const columns = useColumns(end.one);
  const others = data?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  return (
    <Card
      title={t('center.sessions')}
      extra={
        <Button size="small" danger disabled={others === 0} onClick={() => end.others(others)}>
          {t('center.endOthers')}
        </Button>
      }
    >
      <p className={styles.intro}>{t('center.sessionsText')}</p>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<OwnSession>
          size="small"
          rowKey="id"
          columns={columns}
          dataSource={data ?? []}
          loading={!data}
          pagination={(data?.length ?? 0) > 10 ? { pageSize: 10, showSizeChanger: false } : false}
          scroll={{ x: 600 }}
        />
      )}
    </Card>
  );
}
