/**
 * `<PageTable name="projectList" fixed={{family}} filters columns rowActions empty />`: a list of the API with search,
 * order and page in the address; 36 px rows, skeleton while it loads, an empty state that offers the next step, and
 * the failure in its place. `<ListPage>` is a Page around one.
 */
import { MoreOutlined } from '@ant-design/icons';
import type { RouteName } from '@loupe/contract';
import { Button, Dropdown, Skeleton, Table, Tooltip, type TableColumnType } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { contractText } from '../core/i18n.ts';
import type { ListRoute, RowOf } from '../core/paged.ts';
import { useApi, type ApiInput } from '../core/query.ts';
import { EmptyState, ErrorState, type EmptyStateProps } from './EmptyState.tsx';
import { cleared, ListFilters, type ListFilter } from './ListFilters.tsx';
import styles from './ListPage.module.css';
import { pageSizes, useListState, type ListState } from './list-state.ts';

export interface ListColumn<T> extends Omit<TableColumnType<T>, 'dataIndex' | 'sorter' | 'render' | 'key'> {
  key: string;
  render: (row: T) => ReactNode;
  /** The name by which the API sorts. */
  sort?: string;
  /** Right-aligned, tabular. */
  number?: boolean;
  /** Instead of a width, for what may be long: it takes its share of the room that is left over. */
  least?: number;
}
export interface RowAction {
  key: string;
  text: string;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  /** Why it is disabled. */
  reason?: string;
  /** What it calls in the end: it is left out where the level in the project does not suffice. */
  route?: RouteName;
  onClick: () => void;
}

export interface PageTableProps<N extends ListRoute> {
  name: N;
  /** Input that the person does not choose. */
  fixed?: Partial<ApiInput<N>>;
  filters?: readonly ListFilter[];
  columns: readonly ListColumn<RowOf<N>>[];
  /** The first two are buttons, the others are behind "more". */
  rowActions?: (row: RowOf<N>) => RowAction[];
  /** Where the texts of the actions need more room than usual. */
  actionsWidth?: number;
  rowKey?: (row: RowOf<N>) => number;
  /** Shown when there is nothing at all. */
  empty: EmptyStateProps;
  /** At the right of the search row. */
  extra?: ReactNode;
  /** For the second list of a page: its part of the address. */
  prefix?: string;
  refetchInterval?: number;
  /** Told whenever a page arrived; `isBare`: there is nothing at all, and the empty state is shown. */
  onTotal?: (total: number, isBare: boolean) => void;
}

const inputOf = <N extends ListRoute>(props: PageTableProps<N>, state: ListState): ApiInput<N> => {
  const filters = (props.filters ?? []).flatMap((f) => {
    const value = state.filters[f.key];
    if (value === undefined) return [];
    return [[f.key, f.kind !== 'text' && f.number ? Number(value) : value] as const];
  });
  return {
    ...props.fixed,
    ...Object.fromEntries(filters),
    pageNum: state.pageNum,
    pageSize: state.pageSize,
    ...(state.sort ? { sort: state.sort } : {}),
  } as ApiInput<N>;
};

function RowActions({ actions }: { actions: RowAction[] }) {
  const { t } = useTranslation();
  const [shown, hidden] = actions.length > 3 ? [actions.slice(0, 2), actions.slice(2)] : [actions, []];
  return (
    <span className={styles.actions}>
      {shown.map((a) => (
        <Tooltip key={a.key} title={a.disabled ? a.reason : null}>
          <Button
            size="small"
            type="link"
            danger={a.danger ?? false}
            disabled={a.disabled ?? false}
            onClick={a.onClick}
            className={styles.action!}
          >
            {a.text}
          </Button>
        </Tooltip>
      ))}
      {hidden.length > 0 ? (
        <Dropdown
          trigger={['click']}
          menu={{
            items: hidden.map((a) => ({
              key: a.key,
              label: a.text,
              icon: a.icon,
              danger: a.danger ?? false,
              disabled: a.disabled ?? false,
              ...(a.disabled && a.reason ? { title: a.reason } : {}),
              onClick: a.onClick,
            })),
          }}
        >
          <Button size="small" type="text" icon={<MoreOutlined />} aria-label={t('ui.more')} />
        </Dropdown>
      ) : null}
    </span>
  );
}

const usualActionsWidth = 170;

/** Columns keep to their widths, and what is longer is shortened; below their sum the table scrolls. */
const leastWidth = (columns: readonly { width?: unknown; least?: number }[], actionsWidth: number): number =>
  columns.reduce((sum, { width, least = 160 }) => sum + (typeof width === 'number' ? width : least), actionsWidth);

const columnsOf = <T,>(
  props: {
    columns: readonly ListColumn<T>[];
    rowActions?: ((row: T) => RowAction[]) | undefined;
    actionsWidth: number;
  },
  state: ListState,
  actionsTitle: string,
  isLoading: boolean,
): TableColumnType<T>[] => {
  const cell = (draw: (row: T) => ReactNode) =>
    isLoading ? () => <Skeleton.Node active className={styles.bone!} /> : (_: unknown, row: T) => draw(row);
  const columns = props.columns.map(({ sort, number, render, least: _, ...column }): TableColumnType<T> => ({
    ellipsis: true,
    ...column,
    ...(number ? { align: 'right' as const } : {}),
    ...(sort
      ? {
          sorter: true,
          sortOrder: state.sort === sort ? 'ascend' : state.sort === `-${sort}` ? 'descend' : null,
        }
      : {}),
    render: cell(render),
  }));
  const { rowActions } = props;
  if (!rowActions) return columns;
  return [
    ...columns,
    {
      key: 'actions',
      title: actionsTitle,
      fixed: 'right',
      width: props.actionsWidth,
      render: cell((row) => <RowActions actions={rowActions(row)} />),
    },
  ];
};

function NoResult({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      small
      title={contractText('noResult')}
      text={t('ui.noResultText')}
      actions={<Button onClick={onClear}>{t('ui.reset')}</Button>}
    />
  );
}

const placeholders = Array.from({ length: 8 }, (_, id) => ({ id: -1 - id }));

export function PageTable<N extends ListRoute>(props: PageTableProps<N>) {
  const { name, filters = [], empty, extra, prefix = '', columns, rowActions, onTotal } = props;
  const { actionsWidth = usualActionsWidth } = props;
  const rowKey = props.rowKey ?? ((row: RowOf<N>) => (row as { id: number }).id);
  const { t } = useTranslation();
  const [state, change] = useListState(
    filters.map((f) => f.key),
    prefix,
  );
  const query = useApi(name, inputOf(props, state), {
    keepPrevious: true,
    silent: true,
    ...(props.refetchInterval === undefined ? {} : { refetchInterval: props.refetchInterval }),
  });
  const page = query.data as { list: RowOf<N>[]; total: number } | undefined;
  const total = page?.total;
  const isFiltered = filters.some((f) => !(f.kind !== 'text' && f.scope) && state.filters[f.key] !== undefined);
  const isBare = total === 0 && !isFiltered;
  const lastPage = Math.max(1, Math.ceil((total ?? 0) / state.pageSize));
  useEffect(() => {
    if (total === undefined) return;
    onTotal?.(total, isBare);
    // The last row of the last page was deleted, or an old address names a page that is no more.
    if (state.pageNum > lastPage) change({ pageNum: lastPage });
  }, [total, isBare, lastPage, state.pageNum, change, onTotal]);

  if (query.error && !page) {
    return (
      <div className="card">
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  if (isBare) {
    return (
      <div className={`card ${styles.bare}`} data-tour="list">
        <EmptyState note={contractText('noData')} {...empty} />
      </div>
    );
  }
  const isLoading = page === undefined;
  return (
    <>
      {filters.length > 0 || extra ? (
        <div className={styles.bar}>
          <ListFilters filters={filters} values={state.filters} onChange={change} />
          {extra ? <div className={styles.barExtra}>{extra}</div> : null}
        </div>
      ) : null}
      <div className={`card ${styles.table}`} data-tour="list">
        <Table<RowOf<N>>
          size="small"
          rowKey={rowKey}
          dataSource={isLoading ? (placeholders as unknown as RowOf<N>[]) : page.list}
          columns={columnsOf({ columns, rowActions, actionsWidth }, state, t('ui.actions'), isLoading)}
          scroll={{ x: leastWidth(columns, rowActions ? actionsWidth : 0) }}
          showSorterTooltip={false}
          locale={{ emptyText: <NoResult onClear={() => change(cleared(filters))} /> }}
          onChange={(pagination, _filters, sorter, { action }) => {
            if (action === 'paginate') change({ pageNum: pagination.current, pageSize: pagination.pageSize });
            if (action !== 'sort' || Array.isArray(sorter)) return;
            const sort = columns.find((c) => c.key === sorter.columnKey)?.sort;
            change({ sort: sorter.order && sort ? `${sorter.order === 'descend' ? '-' : ''}${sort}` : undefined });
          }}
          pagination={
            (total ?? 0) > pageSizes[0]
              ? {
                  current: state.pageNum,
                  pageSize: state.pageSize,
                  total: total ?? 0,
                  showSizeChanger: true,
                  pageSizeOptions: [...pageSizes],
                  showTotal: (count) => t('ui.total', { count }),
                }
              : false
          }
        />
      </div>
    </>
  );
}
