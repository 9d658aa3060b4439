/** Menus: the entries of the side bar with their names, icon and order, and which of them are shown. */
import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { adminGroup, permissionTitles, type Menu, type MenuIcon, type PermissionKey } from '@loupe/contract';
import { Button, Switch, Table, Tooltip, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../core/i18n.ts';
import { useApi, useApiMutation } from '../../../core/query.ts';
import { refreshSession } from '../../../core/refresh-session.ts';
import { ErrorState } from '../../../ui/EmptyState.tsx';
import { menuIconOf } from '../../../ui/menu-icons.tsx';
import { Page, PageSkeleton } from '../../../ui/Page.tsx';
import { MenuForm } from '../parts/MenuForm.tsx';

/** What the side bar makes of an entry that nobody has changed; null where it has no place there. */
export type PlaceOf = (key: string) => { zh: string; en: string; icon: MenuIcon | null } | null;

/** These are always shown, or nobody would find this page again. */
const always: ReadonlySet<string> = new Set([adminGroup, 'sys/menu/list']);
/** Without its empty lists of children, which a table would offer to unfold. */
type Row = Omit<Menu, 'children'> & { children?: Row[]; isFirst: boolean; isLast: boolean };
const rowsOf = (entries: readonly Menu[]): Row[] =>
  entries.map(({ children, ...entry }, index) => ({
    ...entry,
    isFirst: index === 0,
    isLast: index === entries.length - 1,
    ...(children.length > 0 ? { children: rowsOf(children) } : {}),
  }));

function MoveButtons({ row, name }: { row: Row; name: string }) {
  const { t } = useTranslation();
  const move = useApiMutation('menuMove', { invalidates: ['menuList'] });
  const go = (to: 'up' | 'down') => move.mutate({ id: row.id, to }, { onSuccess: () => void refreshSession() });
  const button = (to: 'up' | 'down', disabled: boolean) => (
    <Tooltip title={t(`authority.move.${to}`)}>
      <Button
        type="text"
        size="small"
        aria-label={t(`authority.moveNamed.${to}`, { name })}
        icon={to === 'up' ? <ArrowUpOutlined /> : <ArrowDownOutlined />}
        disabled={disabled || move.isPending}
        onClick={() => go(to)}
      />
    </Tooltip>
  );
  return (
    <>
      {button('up', row.isFirst)}
      {button('down', row.isLast)}
    </>
  );
}

const useColumns = (placeOf: PlaceOf, edit: (row: Row) => void): TableColumnType<Row>[] => {
  const { t } = useTranslation();
  const locale = useLocale();
  const update = useApiMutation('menuUpdate', { invalidates: ['menuList'] });
  const show = ({ id, nameZh, nameEn, icon }: Row, visible: boolean) =>
    update.mutate({ id, nameZh, nameEn, icon, visible }, { onSuccess: () => void refreshSession() });
  const nameIn = (row: Row, language: 'zh' | 'en'): string =>
    (language === 'zh' ? row.nameZh : row.nameEn) ??
    placeOf(row.key)?.[language] ??
    permissionTitles[row.key as PermissionKey]?.[language] ??
    row.key;
  const iconFor = (row: Row): MenuIcon | null => row.icon ?? placeOf(row.key)?.icon ?? null;
  return [
    {
      key: 'name',
      title: t('ui.name'),
      width: 300,
      render: (_, row) => {
        const icon = iconFor(row);
        return (
          <span style={{ display: 'inline-flex', gap: 8, alignItems: 'center' }}>
            {icon ? <span aria-hidden="true">{menuIconOf(icon)}</span> : null}
            {nameIn(row, locale)}
          </span>
        );
      },
    },
    {
      key: 'other',
      title: t(locale === 'zh' ? 'authority.nameEn' : 'authority.nameZh'),
      width: 220,
      ellipsis: true,
      render: (_, row) => nameIn(row, locale === 'zh' ? 'en' : 'zh'),
    },
    {
      key: 'component',
      title: t('authority.menuComponent'),
      ellipsis: true,
      render: (_, row) =>
        row.menuComponent === 'next' ? t('authority.noPermission') : <code>{row.menuComponent}</code>,
    },
    {
      key: 'visible',
      title: t('authority.inSideBar'),
      width: 170,
      render: (_, row) =>
        placeOf(row.key) === null ? (
          <span className="second">{t('authority.noPlace')}</span>
        ) : (
          <Switch
            size="small"
            checked={row.visible}
            disabled={always.has(row.key)}
            aria-label={t('authority.showNamed', { name: nameIn(row, locale) })}
            onChange={(visible) => show(row, visible)}
          />
        ),
    },
    {
      key: 'actions',
      title: t('ui.actions'),
      width: 150,
      render: (_, row) =>
        placeOf(row.key) === null ? null : (
          <>
            <Button type="link" size="small" onClick={() => edit(row)}>
              {t('ui.edit')}
            </Button>
            <MoveButtons row={row} name={nameIn(row, locale)} />
          </>
        ),
    },
  ];
};

export function MenuListPage({ placeOf }: { placeOf: PlaceOf }) {
  const { t } = useTranslation();
  const menus = useApi('menuList', {}, { silent: true });
  const [edited, setEdited] = useState<Row | null>(null);
  const columns = useColumns(placeOf, setEdited);
  const title = t('shell.pages.menus');
  const frame = { title, crumbs: [{ text: t('shell.authority') }, { text: title }] };
  if (menus.error && !menus.data)
    return (
      <Page {...frame}>
        <ErrorState error={menus.error} onRetry={() => void menus.refetch()} />
      </Page>
    );
  if (!menus.data) return <PageSkeleton />;
  return (
    <Page {...frame} sub={t('authority.menusText')}>
      <div className="card">
        <Table<Row>
          size="small"
          rowKey="id"
          dataSource={rowsOf(menus.data)}
          columns={columns}
          pagination={false}
          scroll={{ x: 900 }}
          expandable={{ defaultExpandAllRows: true }}
        />
      </div>
      <MenuForm row={edited} place={edited && placeOf(edited.key)} onClose={() => setEdited(null)} />
    </Page>
  );
}
