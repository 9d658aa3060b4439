/** Users: who may sign in, and with which role. */
import { PlusOutlined } from '@ant-design/icons';
import { roleTitle, userStates, type User } from '@loupe/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatMinute } from '../../../core/format.ts';
import { useText } from '../../../core/i18n.ts';
import { useApiMutation } from '../../../core/query.ts';
import { useSession } from '../../../core/session.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { ListPage } from '../../../ui/ListPage.tsx';
import type { ListColumn, RowAction } from '../../../ui/PageTable.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { DeleteUser } from '../parts/DeleteUser.tsx';
import { ResetPassword } from '../parts/ResetPassword.tsx';
import { RoleFilter } from '../parts/RoleFilter.tsx';
import { UserForm } from '../parts/UserForm.tsx';

const useColumns = (): ListColumn<User>[] => {
  const { t } = useTranslation();
  const text = useText();
  return [
    { key: 'account', title: t('authority.account'), sort: 'account', least: 118, render: (u) => u.account },
    { key: 'realName', title: t('authority.realName'), least: 100, render: (u) => u.realName ?? u.accountName },
    { key: 'phone', title: t('authority.phone'), width: 120, render: (u) => u.phone },
    { key: 'role', title: t('authority.role'), least: 110, render: (u) => text(roleTitle(u.roleName)) },
    {
      key: 'state',
      title: t('authority.state'),
      width: 116,
      render: (u) => (
        <StatusTag
          state={u.enabled ? 'enabled' : 'disabled'}
          text={u.enabled ? t('authority.states.enabled') : t('authority.states.disabled')}
        />
      ),
    },
    { key: 'projects', title: t('authority.projects'), number: true, width: 84, render: (u) => u.projects },
    {
      key: 'lastSignInAt',
      title: t('authority.lastSignIn'),
      sort: 'lastSignInAt',
      width: 150,
      render: (u) => (u.lastSignInAt ? formatMinute(u.lastSignInAt) : null),
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

/** Which dialog is open, about whom. */
type Asked = { what: 'form'; user: User | null } | { what: 'reset' | 'delete'; user: User } | null;

/** Those that one may use: nobody locks themselves out, and of those with more rights nothing is changed. */
const useActions = (ask: (asked: Asked) => void): ((user: User) => RowAction[]) => {
  const { t } = useTranslation();
  const session = useSession();
  const confirm = useConfirm();
  const invalidates = ['userList'] as const;
  const enable = useApiMutation('userSetEnabled', { invalidates, success: t('authority.enabledDone') });
  const disable = useApiMutation('userSetEnabled', { invalidates, success: t('authority.disabledDone') });
  const askToDisable = async ({ id, account }: User) => {
    const question = {
      title: t('authority.disableTitle', { account }),
      content: t('authority.disableText'),
      okText: t('authority.disable'),
      danger: true,
    };
    if (await confirm(question)) disable.mutate({ id, enabled: false });
  };
  return (user) => {
    if (!user.mayManage) return [];
    const isOwn = user.id === session?.userId;
    const change: RowAction = { key: 'edit', text: t('ui.edit'), onClick: () => ask({ what: 'form', user }) };
    if (isOwn) return [change];
    return [
      change,
      user.enabled
        ? { key: 'disable', text: t('authority.disable'), onClick: () => void askToDisable(user) }
        : { key: 'enable', text: t('authority.enable'), onClick: () => enable.mutate({ id: user.id, enabled: true }) },
      { key: 'reset', text: t('authority.reset'), onClick: () => ask({ what: 'reset', user }) },
      { key: 'delete', text: t('ui.delete'), danger: true, onClick: () => ask({ what: 'delete', user }) },
    ];
  };
};

export function UserListPage() {
  const { t } = useTranslation();
  const columns = useColumns();
  const [asked, setAsked] = useState<Asked>(null);
  const actions = useActions(setAsked);
  const close = () => setAsked(null);
  const title = t('shell.pages.users');
  return (
    <>
      <ListPage
        title={title}
        crumbs={[{ text: t('shell.authority') }, { text: title }]}
        extra={
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setAsked({ what: 'form', user: null })}>
            {t('authority.addUser')}
          </Button>
        }
        name="userList"
        filters={[
          { kind: 'text', key: 'account', placeholder: t('authority.searchUser') },
          {
            kind: 'own',
            key: 'roleId',
            number: true,
            placeholder: t('authority.allRoles'),
            field: RoleFilter,
          },
          {
            kind: 'select',
            key: 'state',
            placeholder: t('authority.allStates'),
            options: userStates.map((value) => ({ value, label: t(`authority.states.${value}`) })),
          },
        ]}
        columns={columns}
        rowActions={actions}
        empty={{ title: t('authority.noUsers') }}
      />
      <UserForm open={asked?.what === 'form'} user={asked?.what === 'form' ? asked.user : null} onClose={close} />
      <ResetPassword user={asked?.what === 'reset' ? asked.user : null} onClose={close} />
      <DeleteUser user={asked?.what === 'delete' ? asked.user : null} onClose={close} />
    </>
  );
}
