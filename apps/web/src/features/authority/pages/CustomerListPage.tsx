/** People who registered themselves: approve them, lock them, and reset a password with their consent. */
import { customerStates, type Customer, type CustomerState } from '@loupe/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../core/format.ts';
import { useApiMutation } from '../../../core/query.ts';
import { useSession } from '../../../core/session.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { ListPage } from '../../../ui/ListPage.tsx';
import type { ListColumn, RowAction } from '../../../ui/PageTable.tsx';
import { ToneTag, type Tone } from '../../../ui/StatusTag.tsx';
import { ResetCustomer } from '../parts/ResetCustomer.tsx';

const tones: Readonly<Record<CustomerState, Tone>> = {
  incomplete: 'quiet',
  waiting: 'warn',
  active: 'ok',
  locked: 'bad',
};

const useColumns = (): ListColumn<Customer>[] => {
  const { t } = useTranslation();
  return [
    { key: 'account', title: t('authority.account'), sort: 'account', least: 110, render: (c) => c.account },
    { key: 'name', title: t('authority.realName'), least: 90, render: (c) => c.name },
    { key: 'company', title: t('center.company'), least: 110, render: (c) => c.company },
    { key: 'email', title: t('center.email'), least: 130, render: (c) => c.email },
    { key: 'phone', title: t('authority.phone'), width: 120, render: (c) => c.phone },
    {
      key: 'state',
      title: t('authority.state'),
      width: 136,
      render: (c) => <ToneTag tone={tones[c.state]}>{t(`authority.customerStates.${c.state}`)}</ToneTag>,
    },
    {
      key: 'createdAt',
      title: t('authority.registeredAt'),
      sort: 'createdAt',
      width: 110,
      render: (c) => formatDate(c.createdAt),
    },
  ];
};

const useActions = (reset: (customer: Customer) => void): ((customer: Customer) => RowAction[]) => {
  const { t } = useTranslation();
  const session = useSession();
  const confirm = useConfirm();
  const invalidates = ['customerList', 'userList'] as const;
  const approve = useApiMutation('customerApprove', { invalidates, success: t('authority.approved') });
  const lock = useApiMutation('customerSetLocked', { invalidates, success: t('authority.locked') });
  const unlock = useApiMutation('customerSetLocked', { invalidates, success: t('authority.unlocked') });
  const askToLock = async ({ id, account }: Customer) => {
    const question = {
      title: t('authority.lockTitle', { account }),
      content: t('authority.lockText'),
      okText: t('authority.lock'),
      danger: true,
    };
    if (await confirm(question)) lock.mutate({ id, locked: true });
  };
  return (customer) => {
    const { id, state, mayManage } = customer;
    if (id === session?.userId || !mayManage) return [];
    const first: RowAction[] =
      state === 'waiting'
        ? [{ key: 'approve', text: t('authority.approve'), onClick: () => approve.mutate({ id }) }]
        : [];
    const second: RowAction =
      state === 'locked'
        ? { key: 'unlock', text: t('authority.unlock'), onClick: () => unlock.mutate({ id, locked: false }) }
        : { key: 'lock', text: t('authority.lock'), danger: true, onClick: () => void askToLock(customer) };
    return [...first, second, { key: 'reset', text: t('authority.reset'), onClick: () => reset(customer) }];
  };
};

export function CustomerListPage() {
  const { t } = useTranslation();
  const columns = useColumns();
  const [resetting, setResetting] = useState<Customer | null>(null);
  const actions = useActions(setResetting);
  const title = t('shell.pages.customers');
  return (
    <>
      <ListPage
        title={title}
        crumbs={[{ text: t('shell.authority') }, { text: title }]}
        name="customerList"
        filters={[
          { kind: 'text', key: 'text', placeholder: t('authority.searchCustomer') },
          {
            kind: 'select',
            key: 'state',
            placeholder: t('authority.allStates'),
            options: customerStates.map((value) => ({ value, label: t(`authority.customerStates.${value}`) })),
          },
        ]}
        columns={columns}
        rowActions={actions}
        actionsWidth={232}
        empty={{ title: t('authority.noCustomers'), text: t('authority.noCustomersText') }}
      />
      <ResetCustomer customer={resetting} onClose={() => setResetting(null)} />
    </>
  );
}
