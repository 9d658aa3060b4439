/** Lines of the audit log: when, who, what, to what, from where; a line unfolds what else is known. */
import { auditActionTitle, auditKindTitle, isMessageKey, type AuditLine } from '@loupe/contract';
import { Button, Table, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../core/format.ts';
import { contractText, useText } from '../../../core/i18n.ts';
import { zh } from '../../../locales/zh.ts';
import listStyles from '../../../ui/ListPage.module.css';
import styles from './records.module.css';

type Part = keyof (typeof zh)['records']['audit']['parts'];
const isPart = (key: string): key is Part => Object.hasOwn(zh.records.audit.parts, key);

/** In the order of the words, so that what was stands before what is; the others after them. */
const order = Object.keys(zh.records.audit.parts);
const rankOf = (key: string): number => (isPart(key) ? order.indexOf(key) : order.length);
const sorted = (body: AuditLine['body']) => Object.entries(body).toSorted(([a], [b]) => rankOf(a) - rankOf(b));

/** Why something was refused is kept as the key of a message. */
const valueText = (key: string, value: unknown): string => {
  if (typeof value !== 'string') return JSON.stringify(value);
  return key === 'reason' && isMessageKey(value) ? contractText(value) : value;
};

function Details({ body }: Pick<AuditLine, 'body'>) {
  const { t } = useTranslation();
  return (
    <dl className={styles.body}>
      {sorted(body).map(([key, value]) => (
        <div key={key} style={{ display: 'contents' }}>
          <dt>{isPart(key) ? t(`records.audit.parts.${key}`) : key}</dt>
          <dd>{valueText(key, value)}</dd>
        </div>
      ))}
    </dl>
  );
}

const details = (line: AuditLine) => <Details body={line.body} />;

const useColumns = (): TableColumnType<AuditLine>[] => {
  const { t } = useTranslation();
  const text = useText();
  return [
    { key: 'at', title: t('records.audit.time'), width: 170, render: (_, { at }) => formatDateTime(at) },
    {
      key: 'person',
      title: t('records.audit.person'),
      width: 190,
      ellipsis: true,
      render: (_, { account, actorName }) =>
        account === null ? (
          <span className="second">{t('records.audit.nobody')}</span>
        ) : (
          <>
            {actorName} {actorName === account ? null : <span className="second">{account}</span>}
          </>
        ),
    },
    {
      key: 'action',
      title: t('records.audit.action'),
      width: 230,
      render: (_, { action }) => text(auditActionTitle(action)),
    },
    {
      key: 'object',
      title: t('records.audit.object'),
      ellipsis: true,
      render: (_, { object, objectName }) => {
        const [kind = '', id] = object.split('/');
        return (
          <>
            {text(auditKindTitle(kind))} {objectName ?? ''} {id ? <span className="second num">#{id}</span> : null}
          </>
        );
      },
    },
    {
      key: 'address',
      title: t('records.audit.address'),
      width: 160,
      ellipsis: true,
      render: (_, line) => line.address,
    },
  ];
};

export function AuditTable(props: {
  lines: readonly AuditLine[] | undefined;
  hasMore: boolean;
  isFetching: boolean;
  onMore: () => void;
  empty: React.ReactNode;
}) {
  const { lines, hasMore, isFetching, onMore, empty } = props;
  const { t } = useTranslation();
  const columns = useColumns();
  return (
    <div className={`card ${listStyles.table}`}>
      <Table<AuditLine>
        size="small"
        rowKey="id"
        loading={lines === undefined}
        dataSource={lines ?? []}
        columns={columns}
        scroll={{ x: 980 }}
        pagination={false}
        locale={{ emptyText: lines === undefined ? ' ' : empty }}
        expandable={{
          columnTitle: <span className="sr-only">{t('records.audit.details')}</span>,
          expandedRowRender: details,
          rowExpandable: ({ body }) => Object.keys(body).length > 0,
        }}
      />
      {lines && lines.length > 0 ? (
        <div className={styles.foot}>
          {hasMore ? (
            <Button loading={isFetching} onClick={onMore}>
              {t('records.audit.more')}
            </Button>
          ) : (
            <span className="hint">{t('records.audit.end')}</span>
          )}
        </div>
      ) : null}
    </div>
  );
}
