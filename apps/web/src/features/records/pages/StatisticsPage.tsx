/** Statistics: what was done on which day and by whom, as figures, charts, a table and files. */
import { DownloadOutlined } from '@ant-design/icons';
import { palette as labelColors, statisticsLimits, type Statistics } from '@loupe/contract';
import { Button, Dropdown, Skeleton, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { csvText, saveText } from '../../../core/csv.ts';
import { formatCount } from '../../../core/format.ts';
import { useApi } from '../../../core/query.ts';
import { useUrlState } from '../../../core/search.ts';
import { DayRange, lastDays, type Days } from '../../../ui/DayRange.tsx';
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx';
import { Card, Page } from '../../../ui/Page.tsx';
import { DayBars } from '../parts/DayBars.tsx';
import { dayRows, figureIds, figures, isEmpty, personRows, totalOf, type Figure } from '../parts/figures.ts';
import { PeopleTable } from '../parts/PeopleTable.tsx';
import styles from '../parts/records.module.css';

const usualDays = 30;
const day = z.iso.date().optional().catch(undefined);
const Search = z.object({ from: day, to: day, figure: z.enum(figureIds).catch('annotations') });

const useDays = (): [Days, (days: Days | null) => void] => {
  const [{ from, to }, change] = useUrlState(Search);
  const days: Days = from && to && from <= to ? [from, to] : lastDays(usualDays);
  return [days, (next) => change({ from: next?.[0], to: next?.[1] })];
};

function CsvButton({ statistics, days }: { statistics: Statistics | undefined; days: Days }) {
  const { t } = useTranslation();
  const items = ([dayRows, personRows] as const).map((rows) => {
    const kind = rows === dayRows ? 'day' : 'person';
    return {
      key: kind,
      label: t(kind === 'day' ? 'records.byDayCsv' : 'records.byPersonCsv'),
      onClick: () => saveText(`statistics-${kind}-${days.join('-')}.csv`, csvText(rows(statistics!, t))),
    };
  });
  return (
    <Dropdown trigger={['click']} disabled={!statistics} menu={{ items }}>
      <Button icon={<DownloadOutlined />}>{t('records.csv')}</Button>
    </Dropdown>
  );
}

function Tiles(props: {
  statistics: Statistics;
  shown: Figure;
  offered: readonly Figure[];
  onShow: (f: Figure) => void;
}) {
  const { statistics, shown, offered, onShow } = props;
  const { t } = useTranslation();
  return (
    <div className={styles.tiles}>
      {offered.map((figure) => (
        <Tooltip key={figure.id} title={figure.id === 'visits' ? t('records.visitsText') : null}>
          <button type="button" className={styles.tile} aria-pressed={figure === shown} onClick={() => onShow(figure)}>
            <span className="second">{t(`records.figures.${figure.id}`)}</span>
            <strong className="num">{formatCount(totalOf(figure, statistics))}</strong>
          </button>
        </Tooltip>
      ))}
    </div>
  );
}

function Content({ statistics }: { statistics: Statistics }) {
  const { t } = useTranslation();
  const [{ figure: id }, change] = useUrlState(Search);
  const offered = figures.filter(({ ofAll }) => statistics.isAll || !ofAll);
  const shown = offered.find((figure) => figure.id === id) ?? offered[0]!;
  const days = statistics.days.map((one) => one.day);
  const { annotators } = statistics;
  const title = t('records.perDay', { figure: t(`records.figures.${shown.id}`) });
  return (
    <>
      <Tiles
        statistics={statistics}
        shown={shown}
        offered={offered}
        onShow={(figure) => change({ figure: figure.id }, { replace: true })}
      />
      <Card title={title}>
        <DayBars
          label={title}
          days={days}
          bars={(palette) =>
            shown.lines.map(({ key, title: name, color, of }) => ({
              key,
              name: t(name),
              color: palette[color],
              values: statistics.days.map(of),
            }))
          }
        />
      </Card>
      {statistics.isAll && annotators.length > 0 ? (
        <Card title={t('records.annotators')}>
          <DayBars
            label={t('records.annotators')}
            days={days}
            bars={() =>
              annotators.map(({ userId, name, days: values }, i) => ({
                key: String(userId),
                name,
                color: labelColors[(i + 2) % labelColors.length]!,
                values,
              }))
            }
          />
        </Card>
      ) : null}
      {statistics.isAll ? (
        <Card title={t('records.people')}>
          <PeopleTable statistics={statistics} />
        </Card>
      ) : null}
      <p className="hint">
        {statistics.isAll ? null : `${t('records.ownOnly')} `}
        {t('records.zone', { zone: statistics.timeZone })}
      </p>
    </>
  );
}

export function StatisticsPage() {
  const { t } = useTranslation();
  const [days, setDays] = useDays();
  const query = useApi('statistics', { from: days[0], to: days[1] }, { keepPrevious: true, silent: true });
  const { data: statistics, error, refetch } = query;
  const title = t('shell.pages.statistics');
  return (
    <Page
      title={title}
      crumbs={[{ text: t('shell.authority') }, { text: title }]}
      extra={
        <>
          <DayRange value={days} onChange={setDays} most={statisticsLimits.days} />
          <CsvButton statistics={statistics} days={days} />
        </>
      }
    >
      {error && !statistics ? (
        <div className="card">
          <ErrorState error={error} onRetry={() => void refetch()} />
        </div>
      ) : !statistics ? (
        <Card>
          <Skeleton active />
        </Card>
      ) : isEmpty(statistics) ? (
        <div className="card">
          <EmptyState
            title={t('records.emptyTitle')}
            text={t('records.emptyText')}
            actions={<Button onClick={() => setDays(lastDays(90))}>{t('records.lastDays', { days: 90 })}</Button>}
          />
        </div>
      ) : (
        <Content statistics={statistics} />
      )}
    </Page>
  );
}
