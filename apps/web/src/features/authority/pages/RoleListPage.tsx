/** Roles: which rights there are together, and how many users have them. */
import { roleTitle, type Role } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { useText } from '../../../core/i18n.ts';
import { ListPage } from '../../../ui/ListPage.tsx';
import type { ListColumn } from '../../../ui/PageTable.tsx';

const useColumns = (): ListColumn<Role>[] => {
  const { t } = useTranslation();
  const text = useText();
  return [
    { key: 'name', title: t('ui.name'), sort: 'name', width: 220, render: (r) => text(roleTitle(r.name)) },
    { key: 'description', title: t('ui.description'), least: 260, render: (r) => r.description },
    { key: 'users', title: t('authority.users'), number: true, width: 96, render: (r) => r.users },
  ];
};

export function RoleListPage() {
  const { t } = useTranslation();
  const columns = useColumns();
  const title = t('shell.pages.roles');
  return (
    <ListPage
      title={title}
      crumbs={[{ text: t('shell.authority') }, { text: title }]}
      name="roleList"
      filters={[{ kind: 'text', key: 'name', placeholder: t('authority.searchRole') }]}
      columns={columns}
      empty={{ title: t('authority.searchRole') }}
    />
  );
}
