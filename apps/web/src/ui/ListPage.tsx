/** A screen that is one list: title with count, the add button, search row and table (PageTable). */
import { useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Page, type Crumb } from './Page.tsx';
import { PageTable, type ListRoute, type PageTableProps } from './PageTable.tsx';

export interface ListPageProps<N extends ListRoute> extends Omit<PageTableProps<N>, 'extra' | 'onTotal'> {
  title: ReactNode;
  crumbs: readonly Crumb[];
  /** Buttons at the right of the title. */
  extra?: ReactNode;
  /** Between title and list. */
  intro?: ReactNode;
}

export function ListPage<N extends ListRoute>({ title, crumbs, extra, intro, ...table }: ListPageProps<N>) {
  const { t } = useTranslation();
  const [total, setTotal] = useState<number | null>(null);
  const onTotal = useCallback((count: number) => setTotal(count), []);
  return (
    <Page title={title} crumbs={crumbs} extra={extra} sub={total ? t('ui.total', { count: total }) : null}>
      {intro}
      <PageTable<N> {...(table as PageTableProps<N>)} onTotal={onTotal} />
    </Page>
  );
}
