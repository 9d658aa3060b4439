/** A screen that is one list: title with count, the add button, search row and table (PageTable). */
import { useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListRoute } from '../core/paged.ts';
import { Page, type Crumb } from './Page.tsx';
import { PageTable, type PageTableProps } from './PageTable.tsx';

export interface ListPageProps<N extends ListRoute> extends Omit<PageTableProps<N>, 'extra' | 'onTotal'> {
  title: ReactNode;
  crumbs: readonly Crumb[];
  /** Buttons at the right of the title; the empty state offers its own. */
  extra?: ReactNode;
  /** Before those, also beside an empty list: what belongs to more than its rows. */
  tools?: ReactNode;
  /** Between title and list. */
  intro?: ReactNode;
}

export function ListPage<N extends ListRoute>({ title, crumbs, extra, tools, intro, ...table }: ListPageProps<N>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<{ total: number; isBare: boolean } | null>(null);
  const onTotal = useCallback((total: number, isBare: boolean) => setShown({ total, isBare }), []);
  const own = shown === null || shown.isBare ? null : extra;
  return (
    <Page
      title={title}
      crumbs={crumbs}
      extra={
        tools || own ? (
          <>
            {tools}
            {own}
          </>
        ) : null
      }
      sub={shown?.total ? t('ui.total', { count: shown.total }) : null}
    >
      {intro}
      <PageTable<N> {...(table as PageTableProps<N>)} onTotal={onTotal} />
    </Page>
  );
}
