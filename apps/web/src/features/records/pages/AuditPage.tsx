/** The audit log: who did what to what, when and from where; filters, more lines on request, a file. */
import { DownloadOutlined } from '@ant-design/icons';
import { api, auditActions, auditObjects, queryUrl } from '@loupe/contract';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { contractText, useLocale, useText } from '../../../core/i18n.ts';
import { saveUrl } from '../../../core/save.ts';
import { DayRange } from '../../../ui/DayRange.tsx';
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx';
import { cleared, ListFilters, type ListFilter, type OwnFieldProps } from '../../../ui/ListFilters.tsx';
import { useListState } from '../../../ui/list-state.ts';
import { Page } from '../../../ui/Page.tsx';
import { useAudit } from '../parts/use-audit.ts';
import { auditAsk, daysOfText, daysText } from '../parts/audit-filters.ts';
import { AuditTable } from '../parts/AuditTable.tsx';
import { RetentionButton } from '../parts/RetentionButton.tsx';

const keys = ['person', 'action', 'kind', 'days'] as const;

const DaysField = ({ value, onChange }: OwnFieldProps) => (
  <DayRange allowClear value={daysOfText(value)} onChange={(days) => onChange(daysText(days))} />
);

const useFilters = (): ListFilter[] => {
  const { t } = useTranslation();
  const text = useText();
  const optionsOf = (table: Readonly<Record<string, { zh: string; en: string }>>) =>
    Object.entries(table).map(([value, words]) => ({ value, label: text(words) }));
  return [
    { kind: 'text', key: 'person', placeholder: t('records.audit.searchPerson') },
    { kind: 'select', key: 'action', placeholder: t('records.audit.allActions'), options: optionsOf(auditActions) },
    { kind: 'select', key: 'kind', placeholder: t('records.audit.allKinds'), options: optionsOf(auditObjects) },
    { kind: 'own', key: 'days', placeholder: t('records.range'), field: DaysField },
  ];
};

export function AuditPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const filters = useFilters();
  const [state, change] = useListState(keys);
  const ask = useMemo(() => auditAsk(state.filters), [state.filters]);
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useAudit(ask);
  const title = t('shell.pages.audit');
  const isFiltered = Object.keys(state.filters).length > 0;
  return (
    <Page
      title={title}
      crumbs={[{ text: t('shell.authority') }, { text: title }]}
      extra={
        <>
          <RetentionButton />
          <Button icon={<DownloadOutlined />} onClick={() => saveUrl(queryUrl(api.auditCsv, { ...ask, locale }))}>
            {t('records.csv')}
          </Button>
        </>
      }
    >
      <ListFilters filters={filters} values={state.filters} onChange={change} />
      {error && !data ? (
        <div className="card">
          <ErrorState error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <AuditTable
          lines={data?.pages.flatMap(({ list }) => list)}
          hasMore={hasNextPage}
          isFetching={isFetching}
          onMore={() => void fetchNextPage()}
          empty={
            isFiltered ? (
              <EmptyState
                small
                title={contractText('noResult')}
                text={t('ui.noResultText')}
                actions={<Button onClick={() => change(cleared(filters))}>{t('ui.reset')}</Button>}
              />
            ) : (
              <EmptyState small title={t('records.audit.emptyTitle')} text={t('records.audit.emptyText')} />
            )
          }
        />
      )}
    </Page>
  );
}
