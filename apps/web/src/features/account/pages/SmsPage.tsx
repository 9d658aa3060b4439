/** Text messages for administrators: how codes are sent, codes to read out where there is no gateway, and what it said. */
import { plainPhone, type SmsDelivery, type WaitingCode } from '@loupe/contract';
import { Alert, Button, Form, Table, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../core/format.ts';
import { useApi, useApiMutation } from '../../../core/query.ts';
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { FormModal } from '../../../ui/FormModal.tsx';
import { Card, Page, PageSkeleton } from '../../../ui/Page.tsx';
import { ToneTag } from '../../../ui/StatusTag.tsx';

const refreshMs = 5000;

function Codes({ codes }: { codes: WaitingCode[] }) {
  const { t } = useTranslation();
  const columns: TableColumnType<WaitingCode>[] = [
    { key: 'phone', title: t('center.phone'), render: (_, row) => row.phone },
    { key: 'purpose', title: t('account.sms.purpose'), render: (_, row) => t(`account.sms.purposes.${row.purpose}`) },
    { key: 'code', title: t('center.code'), render: (_, row) => <strong className="num">{row.code}</strong> },
    { key: 'until', title: t('account.sms.until'), render: (_, row) => formatDateTime(row.expiresAt) },
  ];
  return (
    <Card title={t('account.sms.codes')} style={{ marginBottom: 14 }}>
      <p className="second" style={{ marginBottom: 12 }}>
        {t('account.sms.codesText')}
      </p>
      <Table<WaitingCode>
        size="small"
        rowKey={({ phone, expiresAt }) => `${phone} ${expiresAt}`}
        dataSource={codes}
        columns={columns}
        pagination={false}
        locale={{ emptyText: <EmptyState small title={t('account.sms.noCodes')} /> }}
      />
    </Card>
  );
}

function Deliveries({ deliveries }: { deliveries: SmsDelivery[] }) {
  const { t } = useTranslation();
  const columns: TableColumnType<SmsDelivery>[] = [
    { key: 'at', title: t('account.sms.at'), width: 180, render: (_, row) => formatDateTime(row.at) },
    { key: 'phone', title: t('center.phone'), width: 130, render: (_, row) => row.phone },
    {
      key: 'purpose',
      title: t('account.sms.purpose'),
      width: 180,
      render: (_, row) => t(`account.sms.purposes.${row.purpose}`),
    },
    {
      key: 'state',
      title: t('account.sms.state'),
      width: 150,
      render: (_, { failure }) =>
        failure === null ? (
          <ToneTag tone="ok">{t('account.sms.sent')}</ToneTag>
        ) : (
          <ToneTag tone="bad">{t(`account.sms.failures.${failure}`)}</ToneTag>
        ),
    },
    { key: 'detail', title: t('account.sms.detail'), render: (_, row) => row.detail },
  ];
  return (
    <Card title={t('account.sms.deliveries')}>
      <Table<SmsDelivery>
        size="small"
        rowKey={({ at, phone }) => `${at} ${phone}`}
        dataSource={deliveries}
        columns={columns}
        pagination={{ pageSize: 20, hideOnSinglePage: true }}
        locale={{ emptyText: <EmptyState small title={t('account.sms.noDeliveries')} /> }}
      />
    </Card>
  );
}

function TestDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const test = useApiMutation('smsTest', { success: t('account.sms.testSent'), invalidates: ['smsState'] });
  return (
    <FormModal<{ phone: string }>
      open={open}
      title={t('account.sms.test')}
      okText={t('account.sms.test')}
      initial={{ phone: '' }}
      onClose={onClose}
      submit={(input) => test.mutateAsync(input)}
    >
      <Form.Item
        name="phone"
        label={t('center.phone')}
        rules={[
          {
            validator: (_, typed: unknown) =>
              plainPhone(String(typed ?? '')) === undefined
                ? Promise.reject(new Error(t('center.phoneRule')))
                : Promise.resolve(),
          },
        ]}
      >
        <TextField inputMode="tel" />
      </Form.Item>
    </FormModal>
  );
}

export function SmsPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useApi('smsState', {}, { silent: true, refetchInterval: refreshMs });
  const [testing, setTesting] = useState(false);
  const title = t('shell.pages.sms');
  if (!data && !error) return <PageSkeleton />;
  return (
    <Page
      title={title}
      crumbs={[{ text: t('shell.authority') }, { text: title }]}
      extra={
        data && data.sender !== 'off' ? <Button onClick={() => setTesting(true)}>{t('account.sms.test')}</Button> : null
      }
    >
      {data ? (
        <>
          <Alert
            type={data.sender === 'off' ? 'warning' : 'info'}
            showIcon
            title={t(`account.sms.senders.${data.sender}`)}
            style={{ marginBottom: 14 }}
          />
          {data.sender === 'console' ? <Codes codes={data.codes} /> : null}
          {data.sender === 'off' ? null : <Deliveries deliveries={data.deliveries} />}
        </>
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
      <TestDialog open={testing} onClose={() => setTesting(false)} />
    </Page>
  );
}
