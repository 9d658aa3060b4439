/** The side bar: entries that the person's menu list allows; folds to icons. */
import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { useRouterState } from '@tanstack/react-router';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { foldedStore } from '../../core/preferences.ts';
import { rememberedSearch } from '../../core/remembered.ts';
import { PathLink, useScenes } from '../../core/scene.tsx';
import { parseSearch } from '../../core/search.ts';
import { useCan, useSession } from '../../core/session.ts';
import { Logo } from '../../ui/Logo.tsx';
import { menuRows, useChosenName } from '../menu.tsx';
import { pages } from '../pages.ts';
import styles from './Shell.module.css';
import { SideGroup } from './SideGroup.tsx';

export function SideBar({ folded }: { folded: boolean }) {
  const { t } = useTranslation();
  const can = useCan();
  const { scenes, current } = useScenes();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const nameOf = useChosenName();
  const rows = menuRows(scenes, pages, useSession()?.menuList ?? [], can);
  return (
    <aside className={styles.side} aria-label={t('shell.sideBar')}>
      <PathLink to="/dashboard" className={styles.brand}>
        <Logo />
        {folded ? <span className="sr-only">Loupe</span> : 'Loupe'}
      </PathLink>
      <nav className={styles.items} aria-label={t('shell.mainMenu')} data-tour="menu">
        {rows.map((row) => {
          if (row.children && row.children.length > 1)
            return <SideGroup key={row.text} row={{ ...row, children: row.children }} folded={folded} />;
          const isCurrent = path === row.path || current?.entry === row.text;
          const alone = row.children?.[0];
          const text = alone
            ? nameOf(alone.name, t(`shell.pages.${alone.title}`))
            : nameOf(row.name, t(`shell.${row.text}`));
          return (
            <Tooltip key={row.path} title={folded ? text : null} placement="right">
              <span style={{ display: 'contents' }}>
                <PathLink
                  to={row.path}
                  search={parseSearch(rememberedSearch(row.path))}
                  className={styles.item!}
                  current={isCurrent}
                >
                  <span aria-hidden="true">{row.icon}</span>
                  {folded ? <span className="sr-only">{text}</span> : text}
                </PathLink>
              </span>
            </Tooltip>
          );
        })}
      </nav>
      <button type="button" className={styles.fold} onClick={() => foldedStore.set(!folded)}>
        {folded ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
        {folded ? <span className="sr-only">{t('shell.expand')}</span> : t('shell.collapse')}
      </button>
    </aside>
  );
}
