/** What each person did in the range; sorted by a click on a heading. */
import type { Statistics, StatisticsPerson } from '@loupe/contract';
import { Table, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../core/format.ts';
import { countedFigures } from './figures.ts';

const shown = 20;
const personWidth = 140;
/** As wide as the headings: together they fit on 1366 px. */
const widths = {
  activeDays: 100,
  visits: 106,
  images: 104,
  annotations: 124,
  trainings: 104,
  hours: 116,
  ok: 82,
  review: 96,
  ng: 82,
} as const;

export function PeopleTable({ statistics }: { statistics: Statistics }) {
  const { t } = useTranslation();
  const { people, morePeople } = statistics;
  const number = (key: keyof typeof widths, title: string) =>
    ({
      key,
      title,
      width: widths[key],
      align: 'right',
      sorter: (a, b) => a[key] - b[key],
      sortDirections: ['descend', 'ascend'],
      render: (_, one) => formatCount(one[key]),
    }) satisfies TableColumnType<StatisticsPerson>;
  const columns: TableColumnType<StatisticsPerson>[] = [
    {
      key: 'name',
      title: t('records.person'),
      ellipsis: true,
      render: (_, { name, account }) => (
        <>
          {name} {name === account ? null : <span className="second">{account}</span>}
        </>
      ),
    },
    number('activeDays', t('records.activeDays')),
    ...countedFigures.map(([key, title]) => number(key, t(title))),
  ];
  return (
    <>
      <Table<StatisticsPerson>
        size="small"
        rowKey="userId"
        dataSource={people}
        columns={columns}
        scroll={{ x: Object.values(widths).reduce((a, b) => a + b, personWidth) }}
        showSorterTooltip={false}
        pagination={people.length > shown ? { pageSize: shown, showSizeChanger: false } : false}
        locale={{ emptyText: t('records.noPeople') }}
      />
      {morePeople > 0 ? <p className="hint">{t('records.morePeople', { count: morePeople })}</p> : null}
    </>
  );
}
