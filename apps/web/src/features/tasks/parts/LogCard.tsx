/** What happened in a task, in words: folded to its last line; open with filter, following, copying and saving. */
import { CopyOutlined, DownloadOutlined, DownOutlined, UpOutlined } from '@ant-design/icons';
import type { Task, TaskLine } from '@loupe/contract';
import { Button, Checkbox, Segmented } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../core/copy.ts';
import { csvText, saveText } from '../../../core/csv.ts';
import { notify } from '../../../core/notify.ts';
import { ToneTag } from '../../../ui/StatusTag.tsx';
import {
  asRows,
  asText,
  fileOf,
  filterLines,
  isWarning,
  lineFilters,
  useLineText,
  type LineFilter,
} from './line-text.ts';
import styles from './training.module.css';
import { useLines } from './use-lines.ts';

/** Lines that are drawn; a file holds all of them. */
const drawn = 1000;
/** Pixels from the end within which the list still counts as being at its end. */
const nearEnd = 24;

function Tools(props: {
  task: Task;
  lines: readonly TaskLine[];
  isFollowing: boolean;
  onFollow: (on: boolean) => void;
}) {
  const { task, lines, isFollowing, onFollow } = props;
  const { t } = useTranslation();
  const text = useLineText();
  const copy = async () => {
    if (await copyText(asText(lines, text))) notify.success(t('tasks.copied'));
    else notify.error(t('tasks.notCopied'));
  };
  const name = `task-${task.id}-log`;
  return (
    <span className={styles.logEnd}>
      <Checkbox checked={isFollowing} onChange={(e) => onFollow(e.target.checked)}>
        {t('tasks.follow')}
      </Checkbox>
      <Button size="small" icon={<CopyOutlined />} onClick={() => void copy()}>
        {t('tasks.copy')}
      </Button>
      <Button size="small" icon={<DownloadOutlined />} onClick={() => saveText(`${name}.txt`, asText(lines, text))}>
        TXT
      </Button>
      <Button
        size="small"
        icon={<DownloadOutlined />}
        onClick={() => saveText(`${name}.csv`, csvText(asRows(lines, text)))}
      >
        CSV
      </Button>
    </span>
  );
}

function Lines(props: { lines: readonly TaskLine[]; isFollowing: boolean; onFollow: (on: boolean) => void }) {
  const { lines, isFollowing, onFollow } = props;
  const { t } = useTranslation();
  const text = useLineText();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (isFollowing && list.current) list.current.scrollTop = list.current.scrollHeight;
  });
  if (lines.length === 0) return <p className={styles.noLines}>{t('tasks.noLines')}</p>;
  return (
    <ol
      ref={list}
      className={styles.lines}
      // reading further up ends the following, going back to the end begins it again
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) =>
        onFollow(scrollHeight - scrollTop - clientHeight < nearEnd)
      }
    >
      {lines.length > drawn ? (
        <li className="hint">{t('tasks.linesLeftOut', { count: lines.length - drawn })}</li>
      ) : null}
      {lines.slice(-drawn).map((line) => (
        <li key={line.id} data-warning={isWarning(line)}>
          <time className="num">{dayjs(line.at).format('YYYY-MM-DD HH:mm:ss')}</time>
          <span>
            {text(line)}
            {fileOf(line) ? <b> {fileOf(line)}</b> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}

export function LogCard({ task }: { task: Task }) {
  const { t } = useTranslation();
  const lines = useLines(task);
  const text = useLineText();
  const [isOpen, setOpen] = useState(false);
  const [filter, setFilter] = useState<LineFilter>('all');
  const [isFollowing, setFollowing] = useState(true);
  const warnings = lines.filter(isWarning).length;
  const last = lines.at(-1);
  const seen = filterLines(lines, filter);
  const showWarnings = () => {
    setFilter('warnings');
    setOpen(true);
  };
  return (
    <section className={`card ${styles.log}`} aria-label={t('tasks.log')}>
      <div className={styles.logTop}>
        <Button
          type="text"
          size="small"
          icon={isOpen ? <DownOutlined /> : <UpOutlined />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <b>{t('tasks.log')}</b>
        </Button>
        {isOpen ? (
          <Segmented<LineFilter>
            size="small"
            value={filter}
            options={lineFilters.map((value) => ({
              value,
              label: `${t(`tasks.lineFilters.${value}`)} ${filterLines(lines, value).length}`,
            }))}
            onChange={setFilter}
          />
        ) : null}
        {isOpen || !last ? null : (
          <span className={`${styles.logLast} ellipsis`} title={text(last)}>
            {dayjs(last.at).format('HH:mm:ss')} {text(last)}
          </span>
        )}
        {isOpen ? (
          <Tools task={task} lines={seen} isFollowing={isFollowing} onFollow={setFollowing} />
        ) : (
          <span className={styles.logEnd}>
            {warnings > 0 ? (
              <button type="button" className={styles.warnings} onClick={showWarnings}>
                <ToneTag tone="warn">{t('tasks.warnings', { count: warnings })}</ToneTag>
              </button>
            ) : null}
            <span className="hint num">{t('tasks.lineCount', { count: lines.length })}</span>
          </span>
        )}
      </div>
      {isOpen ? <Lines lines={seen} isFollowing={isFollowing} onFollow={setFollowing} /> : null}
    </section>
  );
}
