/** What an entry judged before: thumbnail, verdict, time; a click shows the record as it was answered. */
import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { api, queryUrl, Verdict, type OnlineEntry, type OnlineRecord } from '@loupe/contract';
import { Button, Segmented } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contractText } from '../../../core/i18n.ts';
import { formatDateTime, formatScore } from '../../../core/format.ts';
import { useApi } from '../../../core/query.ts';
import { useWording } from '../../../core/wording.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Card } from '../../../ui/Page.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { Thumb } from '../../../ui/Thumb.tsx';
import styles from './online.module.css';

/** Few, as each thumbnail is the image itself. */
const pageSize = 8;

const when = (at: string): string =>
  dayjs(at).isSame(dayjs(), 'day') ? dayjs(at).format('HH:mm:ss') : dayjs(at).format('MM-DD HH:mm');

/** What was read, how many objects there are, or the score of the image; texts of records of before: the lowest of their scores. */
function Figure({ record: { score, detections, read } }: { record: OnlineRecord }) {
  const { t } = useTranslation();
  const wording = useWording();
  if (read !== null) return <span className={styles.read}>{read}</span>;
  if (score === null)
    return (
      <span className="num">{t(wording.context ? 'online.textsFound' : 'online.objects', { count: detections })}</span>
    );
  return (
    <span className="num" title={t('online.recordScoreHelp', wording)}>
      {t('online.recordScore', { ...wording, score: formatScore(score) })}
    </span>
  );
}

function Record({ record: r, isShown, onShow }: { record: OnlineRecord; isShown: boolean; onShow: () => void }) {
  const { t } = useTranslation();
  return (
    <li>
      <button
        type="button"
        className={styles.record}
        aria-current={isShown}
        title={[r.fileName, formatDateTime(r.at), t(`online.by.${r.by}`), ...(r.read === null ? [] : [r.read])].join(
          ' · ',
        )}
        onClick={onShow}
      >
        {r.hasImage ? (
          <Thumb src={queryUrl(api.onlineRecordThumb, { id: r.id })} alt={r.fileName} />
        ) : (
          <span className="thumb" />
        )}
        <StatusTag state={r.verdict} />
        <Figure record={r} />
        <span className="second num">{when(r.at)}</span>
        <span className="second num">{Math.round(r.ms)} ms</span>
      </button>
    </li>
  );
}

export function RecordList(props: { entry: OnlineEntry; shown: number; onShow: (id: number) => void }) {
  const { entry, shown, onShow } = props;
  const { t } = useTranslation();
  const [verdict, setVerdict] = useState<Verdict | 'all'>('all');
  const [pageNum, setPage] = useState(1);
  const { data } = useApi(
    'onlineRecords',
    { entryId: entry.id, pageNum, pageSize, ...(verdict === 'all' ? {} : { verdict }) },
    { keepPrevious: true, silent: true, refetchInterval: 15_000 },
  );
  const hasParts = entry.labels.some(({ locates }) => locates);
  const verdicts = Verdict.options.filter((v) => v !== 'noPart' || hasParts);
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / pageSize));
  return (
    <Card
      title={t('online.latest')}
      extra={
        <Segmented<Verdict | 'all'>
          size="small"
          value={verdict}
          options={[
            { value: 'all', label: t('ui.all') },
            ...verdicts.map((v) => ({ value: v, label: t(`ui.states.${v}`) })),
          ]}
          onChange={(next) => {
            setVerdict(next);
            setPage(1);
          }}
        />
      }
    >
      {data?.total === 0 ? (
        <EmptyState
          small
          title={verdict === 'all' ? t('online.noRecordsTitle') : contractText('noResult')}
          text={verdict === 'all' ? t('online.noRecordsText') : t('ui.noResultText')}
        />
      ) : (
        <ul className={styles.records}>
          {data?.list.map((r) => (
            <Record key={r.id} record={r} isShown={r.id === shown} onShow={() => onShow(r.id)} />
          ))}
        </ul>
      )}
      {pages > 1 ? (
        <div className={styles.pager}>
          <Button
            size="small"
            icon={<LeftOutlined />}
            aria-label={t('tasks.previous')}
            disabled={pageNum === 1}
            onClick={() => setPage(pageNum - 1)}
          />
          <span className="second num">
            {pageNum} / {pages}
          </span>
          <Button
            size="small"
            icon={<RightOutlined />}
            aria-label={t('tasks.next')}
            disabled={pageNum >= pages}
            onClick={() => setPage(pageNum + 1)}
          />
        </div>
      ) : null}
    </Card>
  );
}
