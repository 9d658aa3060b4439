/**
 * `<Page title sub extra crumbs>` is the frame of a screen: breadcrumbs go into the header, title and actions on top.
 * `<Card title extra>` is a panel of it. `<PageSkeleton>` stands while the screen loads.
 */
import { Skeleton } from 'antd';
import { createContext, useContext, useEffect, type CSSProperties, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { contractText } from '../core/i18n.ts';
import { PathLink, usePathOf, type SceneSearch, type SceneTarget, type ScreenId } from '../core/scene.tsx';
import { rememberedSearch } from '../core/remembered.ts';
import { parseSearch } from '../core/search.ts';
import styles from './Page.module.css';

/** The place in the header that the breadcrumbs are drawn into. */
export const CrumbsContext = createContext<HTMLElement | null>(null);

/** A step of the way here; without `screen` it is where one is. */
export interface Crumb {
  text: string;
  screen?: ScreenId;
  search?: SceneSearch;
  target?: SceneTarget;
  /** Leads back to the search and page that the list was left with, where it was left at the same `search`. */
  isList?: boolean;
}

const backTo = (path: string, { search, isList }: Crumb): SceneSearch => {
  const last = parseSearch(rememberedSearch(path));
  if (!search) return last;
  const isSame = Object.entries(search).every(([key, value]) => last[key] === String(value));
  return isList && isSame ? last : search;
};

function CrumbLink({ crumb }: { crumb: Crumb }) {
  const path = usePathOf()(crumb.screen!, crumb.target);
  return (
    <PathLink to={path} search={backTo(path, crumb)} className="plain-link">
      {crumb.text}
    </PathLink>
  );
}

function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation();
  const place = useContext(CrumbsContext);
  if (!place) return null;
  return createPortal(
    <nav aria-label={t('shell.crumbs')}>
      <ol className={styles.crumbs}>
        {crumbs.map((crumb, i) => (
          <li key={`${i}-${crumb.text}`} className={styles.crumb} title={crumb.text}>
            {crumb.screen ? <CrumbLink crumb={crumb} /> : <span aria-current="page">{crumb.text}</span>}
          </li>
        ))}
      </ol>
    </nav>,
    place,
  );
}

export interface PageProps {
  title: ReactNode;
  /** Small text beside the title: a count, a state. */
  sub?: ReactNode;
  /** Buttons at the right; one primary at most. */
  extra?: ReactNode;
  crumbs: readonly Crumb[];
  /** Fills the height and scrolls inside (grids). */
  fill?: boolean;
  children: ReactNode;
}

export function Page({ title, sub, extra, crumbs, fill, children }: PageProps) {
  const last = crumbs.at(-1)?.text;
  useEffect(() => {
    document.title = last ? `${last} · Loupe` : 'Loupe';
  }, [last]);
  return (
    <div className={styles.page} data-fill={fill ?? false}>
      <Crumbs crumbs={crumbs} />
      <header className={styles.top}>
        <h1 className={styles.title}>{title}</h1>
        {sub ? <div className={styles.sub}>{sub}</div> : null}
        {extra ? (
          <div className={styles.extra} data-tour="actions">
            {extra}
          </div>
        ) : null}
      </header>
      {children}
    </div>
  );
}

export interface CardProps {
  title?: ReactNode;
  extra?: ReactNode;
  className?: string | undefined;
  style?: CSSProperties;
  /** Its name for the guided tour. */
  tour?: string;
  children: ReactNode;
}

export function Card({ title, extra, className, style, tour, children }: CardProps) {
  return (
    <section className={`card ${styles.card} ${className ?? ''}`} style={style} data-tour={tour}>
      {title || extra ? (
        <div className={styles.cardTop}>
          <h2 className={styles.cardTitle}>{title}</h2>
          {extra ? <div className={styles.cardExtra}>{extra}</div> : null}
        </div>
      ) : null}
      {children}
    </section>
  );
}

export function PageSkeleton() {
  return (
    <div className={styles.page} aria-busy="true">
      <output className="sr-only">{contractText('loading')}</output>
      <Skeleton active title={{ width: 220 }} paragraph={false} />
      <section className={`card ${styles.card}`}>
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      </section>
    </div>
  );
}
