/** An entry of the side bar with pages below it: it unfolds; in a folded side bar it opens a list beside it. */
import { DownOutlined } from '@ant-design/icons';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { Dropdown } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { unfoldedStore } from '../../core/preferences.ts';
import { rememberedSearch } from '../../core/remembered.ts';
import { PathLink } from '../../core/scene.tsx';
import { parseSearch } from '../../core/search.ts';
import { useStore } from '../../core/store.ts';
import { useChosenName, type MenuChild, type MenuRow } from '../menu.tsx';
import styles from './Shell.module.css';

type Group = MenuRow & { children: readonly MenuChild[] };

function FoldedGroup({ row, path, text }: { row: Group; path: string; text: string }) {
  const { t } = useTranslation();
  const nameOf = useChosenName();
  const navigate = useNavigate();
  const items = row.children.map((child) => ({
    key: child.path,
    label: nameOf(child.name, t(`shell.pages.${child.title}`)),
    onClick: () => void navigate({ to: child.path }),
  }));
  const current = row.children.find((child) => child.path === path)?.path;
  return (
    <Dropdown
      trigger={['click']}
      placement="topRight"
      menu={{ items, selectedKeys: current === undefined ? [] : [current] }}
      classNames={{ root: styles.beside! }}
    >
      <button type="button" className={styles.item} data-current={current !== undefined} title={text}>
        <span aria-hidden="true">{row.icon}</span>
        <span className="sr-only">{text}</span>
      </button>
    </Dropdown>
  );
}

export function SideGroup({ row, folded }: { row: Group; folded: boolean }) {
  const { t } = useTranslation();
  const nameOf = useChosenName();
  const id = useId();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const chosen = useStore(unfoldedStore);
  const text = nameOf(row.name, t(`shell.${row.text}`));
  const isCurrent = row.children.some((child) => child.path === path);
  if (folded) return <FoldedGroup row={row} path={path} text={text} />;
  const isOpen = chosen ?? isCurrent;
  return (
    <>
      <button
        type="button"
        className={styles.item}
        aria-expanded={isOpen}
        aria-controls={id}
        data-current={isCurrent && !isOpen}
        onClick={() => unfoldedStore.set(!isOpen)}
      >
        <span aria-hidden="true">{row.icon}</span>
        <span className={styles.groupText}>{text}</span>
        <DownOutlined aria-hidden className={styles.arrow!} />
      </button>
      <div id={id} className={styles.pages} hidden={!isOpen}>
        {row.children.map((child) => (
          <PathLink
            key={child.path}
            to={child.path}
            search={parseSearch(rememberedSearch(child.path))}
            className={styles.item!}
            current={child.path === path}
          >
            {nameOf(child.name, t(`shell.pages.${child.title}`))}
          </PathLink>
        ))}
      </div>
    </>
  );
}
