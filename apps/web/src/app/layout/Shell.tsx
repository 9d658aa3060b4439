/** The frame of all ordinary pages: side bar, header, content. */
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { foldedStore } from '../../core/preferences.ts';
import { useStore } from '../../core/store.ts';
import { PageTour } from '../../features/help/api.ts';
import { CrumbsContext } from '../../ui/Page.tsx';
import { Header } from './Header.tsx';
import styles from './Shell.module.css';
import { SideBar } from './SideBar.tsx';

export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const folded = useStore(foldedStore);
  const [crumbs, setCrumbs] = useState<HTMLElement | null>(null);
  return (
    <div className={styles.shell} data-folded={folded}>
      <a className={styles.skip} href="#content">
        {t('shell.skip')}
      </a>
      <SideBar folded={folded} />
      <Header crumbsRef={setCrumbs} />
      <main id="content" className={styles.content} tabIndex={-1}>
        <CrumbsContext value={crumbs}>{children}</CrumbsContext>
      </main>
      <PageTour />
    </div>
  );
}
