/** Users: who may sign in, and with which role. */
import { roleTitle, type User } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../core/format.ts';
import { useText } from '../../../core/i18n.ts';
import { ListPage } from '../../../ui/ListPage.tsx';
import type { ListColumn } from '../../../ui/PageTable.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';

const useColumns = (): ListColumn<User>[] => {
  const { t } = useTranslation();
  const text = useText();
  return [
    { key: 'account', title: t('authority.account'), sort: 'account', least: 180, render: (u) => u.account },
    { key: 'realName', title: t('authority.realName'), width: 140, render: (u) => u.realName },
    { key: 'phone', title: t('authority.phone'), width: 130, render: (u) => u.phone },
    { key: 'role', title: t('authority.role'), width: 160, render: (u) => text(roleTitle(u.roleName)) },
    {
      key: 'state',
      title: t('authority.state'),
      width: 110,
      render: (u) => <StatusTag state={u.enabled ? 'enabled' : 'disabled'} />,
    },
    {
      key: 'createdAt',
      title: t('ui.createdAt'),
      sort: 'createdAt',
      width: 110,
      render: (u) => formatDate(u.createdAt),
    },
  ];
};

export function UserListPage() {
  const { t } = useTranslation();
  const columns = useColumns();
  const title = t('shell.pages.users');
  return (
    <ListPage
      title={title}
      crumbs={[{ text: t('shell.authority') }, { text: title }]}
      name="userList"
      filters={[{ kind: 'text', key: 'account', placeholder: t('authority.searchUser') }]}
      columns={columns}
      empty={{ title: t('authority.searchUser') }}
    />
  );
}
