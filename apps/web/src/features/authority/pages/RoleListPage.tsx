/** Roles: which permissions there are together, and how many users have them. */
import { PlusOutlined } from '@ant-design/icons';
import { permissionKeys, permissionTitles, roleDescription, roleTitle, type Role } from '@loupe/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useText } from '../../../core/i18n.ts';
import { useApiMutation } from '../../../core/query.ts';
import { PathLink } from '../../../core/scene.tsx';
import { useCan } from '../../../core/session.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { ListPage } from '../../../ui/ListPage.tsx';
import type { ListColumn, RowAction } from '../../../ui/PageTable.tsx';
import { RoleForm, type AskedRole } from '../parts/RoleForm.tsx';

const useColumns = (): ListColumn<Role>[] => {
  const { t } = useTranslation();
  const text = useText();
  const can = useCan();
  const separator = t('ui.separator');
  const permissionsOf = ({ permissions }: Role): string =>
    permissions.length === permissionKeys.length
      ? t('authority.allPermissions')
      : permissions.map((key) => text(permissionTitles[key])).join(separator);
  return [
    { key: 'name', title: t('ui.name'), sort: 'name', width: 220, render: (r) => text(roleTitle(r.name)) },
    {
      key: 'description',
      title: t('ui.description'),
      least: 200,
      render: (r) => <span title={text(roleDescription(r.description))}>{text(roleDescription(r.description))}</span>,
    },
    {
      key: 'permissions',
      title: t('authority.permissions'),
      least: 260,
      render: (r) => <span title={permissionsOf(r)}>{permissionsOf(r)}</span>,
    },
    {
      key: 'users',
      title: t('authority.users'),
      number: true,
      width: 96,
      render: (r) =>
        r.users > 0 && can('sys/user/list') ? (
          <PathLink to="/authority/user" search={{ roleId: r.id }}>
            {r.users}
          </PathLink>
        ) : (
          r.users
        ),
    },
  ];
};

/** Those that one may use: the super admin stays as it is, and so does a role with more rights than one's own. */
const useActions = (ask: (asked: AskedRole) => void): ((role: Role) => RowAction[]) => {
  const { t } = useTranslation();
  const text = useText();
  const confirm = useConfirm();
  const remove = useApiMutation('roleDelete', { invalidates: ['roleList', 'roleChoice'], success: t('ui.deleted') });
  const askToDelete = async (role: Role) => {
    const title = t('authority.deleteRole', { name: text(roleTitle(role.name)) });
    const content = t('authority.deleteRoleText');
    if (await confirm({ title, content, danger: true, okText: t('ui.delete') })) remove.mutate({ id: role.id });
  };
  return (role) => {
    const copy: RowAction = { key: 'copy', text: t('authority.copy'), onClick: () => ask({ what: 'copy', role }) };
    if (!role.mayManage || role.isFixed) return [copy];
    const edit: RowAction = { key: 'edit', text: t('ui.edit'), onClick: () => ask({ what: 'edit', role }) };
    if (role.builtIn) return [edit, copy];
    const drop: RowAction = {
      key: 'delete',
      text: t('ui.delete'),
      danger: true,
      disabled: role.users > 0,
      reason: t('authority.roleInUse'),
      onClick: () => void askToDelete(role),
    };
    return [edit, copy, drop];
  };
};

export function RoleListPage() {
  const { t } = useTranslation();
  const columns = useColumns();
  const [asked, setAsked] = useState<AskedRole | null>(null);
  const actions = useActions(setAsked);
  const title = t('shell.pages.roles');
  const addButton = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAsked({ what: 'add' })}>
      {t('authority.addRole')}
    </Button>
  );
  return (
    <>
      <ListPage
        title={title}
        crumbs={[{ text: t('shell.authority') }, { text: title }]}
        extra={addButton}
        name="roleList"
        filters={[{ kind: 'text', key: 'name', placeholder: t('authority.searchRole') }]}
        columns={columns}
        rowActions={actions}
        empty={{ title: t('authority.noRoles'), actions: addButton }}
      />
      <RoleForm asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}
