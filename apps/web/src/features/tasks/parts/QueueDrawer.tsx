/** What runs and what waits: own tasks by name, those of others as numbers; administrators drag a task to its place. */
import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined, OrderedListOutlined } from '@ant-design/icons';
import type { QueueLane, Task } from '@loupe/contract';
import { Button, Progress } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { taskSubject } from '../../../core/label-name.ts';
import { formatDuration, formatShare } from '../../../core/format.ts';
import { useLocale } from '../../../core/i18n.ts';
import { useApi, useApiMutation } from '../../../core/query.ts';
import { useCan } from '../../../core/session.ts';
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx';
import { SideDrawer } from '../../../ui/SideDrawer.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { progressOf, taskKindViews } from '../kinds.ts';
import { deviceText, leftKey } from './progress.ts';
import styles from './queue.module.css';
import { moveTo, rowsOf, type QueueRow } from './queue-rows.ts';
import { TaskLink } from './TaskLink.tsx';

const againMs = 5000;

function RunningNote({ task }: { task: Task }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { share } = progressOf(task, new Map());
  const eta = task.progress?.etaSeconds;
  return (
    <span className={styles.note}>
      <Progress percent={share * 100} showInfo={false} size="small" className={styles.progress!} />
      <span className="num">{formatShare(share)}</span>
      {eta ? <span className="num">{t(leftKey(task), { time: formatDuration(eta, locale) })}</span> : null}
      {task.device ? <span>{deviceText(task.device)}</span> : null}
    </span>
  );
}

interface Mover {
  /** Index of the row that is dragged. */
  from: number | null;
  setFrom: (from: number | null) => void;
  move: (from: number, to: number) => void;
}

function OwnRow(props: { task: Task; index: number; rows: readonly QueueRow[]; mover: Mover | null }) {
  const { task, index, rows, mover } = props;
  const { t } = useTranslation();
  const isWaiting = task.queuePosition !== null;
  const isMovable = mover !== null && isWaiting;
  const [isOver, setOver] = useState(false);
  const mayGo = (to: number) => rows[to]?.task?.queuePosition != null;
  return (
    // dragging is for the mouse; the arrows do the same for keys
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={styles.row}
      data-over={isOver}
      draggable={isMovable}
      onDragStart={() => mover?.setFrom(index)}
      onDragEnd={() => mover?.setFrom(null)}
      onDragOver={(e) => {
        if (!isMovable || mover.from === null) return;
        e.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(e) => {
        e.preventDefault();
        setOver(false);
        if (mover && mover.from !== null) mover.move(mover.from, index);
      }}
    >
      <span className={styles.place}>
        {isMovable ? <HolderOutlined className={styles.handle} aria-hidden="true" /> : null}
        <b className="num">{task.queuePosition ?? ''}</b>
      </span>
      <span className={styles.subject}>
        <TaskLink task={task} text={`${taskSubject(task)} · #${task.id}`} />
        <span className="hint">{task.createdBy}</span>
      </span>
      <StatusTag state={task.state} />
      {isWaiting ? (
        <span className={styles.note}>
          {task.waitsFor ? t(`tasks.waits.${task.waitsFor}`) : null}
          {isMovable ? (
            <span className={styles.arrows}>
              <Button
                type="text"
                size="small"
                icon={<ArrowUpOutlined />}
                aria-label={t('tasks.moveUp')}
                disabled={!mayGo(index - 1)}
                onClick={() => mover.move(index, index - 1)}
              />
              <Button
                type="text"
                size="small"
                icon={<ArrowDownOutlined />}
                aria-label={t('tasks.moveDown')}
                disabled={!mayGo(index + 1)}
                onClick={() => mover.move(index, index + 1)}
              />
            </span>
          ) : null}
        </span>
      ) : (
        <RunningNote task={task} />
      )}
    </li>
  );
}

function Lane({ lane, reorder }: { lane: QueueLane; reorder: ((id: number, beforeId: number | null) => void) | null }) {
  const { t } = useTranslation();
  const [from, setFrom] = useState<number | null>(null);
  const rows = rowsOf(lane);
  const mover = reorder && {
    from,
    setFrom,
    move: (start: number, to: number) => {
      const moved = moveTo(rows, start, to);
      if (moved) reorder(moved.id, moved.beforeId);
      setFrom(null);
    },
  };
  return (
    <section className={styles.lane}>
      <h2 className={styles.title}>
        {t(taskKindViews[lane.kind].name)}
        <span className="hint num">{t('tasks.laneCounts', { running: lane.running, waiting: lane.waiting })}</span>
      </h2>
      <ol className={styles.rows}>
        {rows.map((row, index) =>
          row.task ? (
            <OwnRow key={row.task.id} task={row.task} index={index} rows={rows} mover={mover} />
          ) : (
            <li key={`others-${index}`} className={styles.others}>
              {t(row.waiting ? 'tasks.othersWait' : 'tasks.othersRun', { count: row.others })}
            </li>
          ),
        )}
      </ol>
    </section>
  );
}

function QueueBody() {
  const { t } = useTranslation();
  const isAdmin = useCan()('allData');
  const { data, error, refetch } = useApi('taskQueue', {}, { silent: true, refetchInterval: againMs });
  const send = useApiMutation('taskReorder', { invalidates: ['taskQueue', 'taskList', 'taskInfo', 'dashboardInfo'] });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const lanes = data?.filter(({ running, waiting }) => running + waiting > 0) ?? [];
  if (data && lanes.length === 0)
    return <EmptyState title={t('tasks.queueEmptyTitle')} text={t('tasks.queueEmptyText')} />;
  const reorder = (id: number, beforeId: number | null) => send.mutate({ id, beforeId });
  return (
    <>
      {lanes.map((lane) => (
        <Lane key={lane.kind} lane={lane} reorder={isAdmin && lane.waiting > 1 ? reorder : null} />
      ))}
      {isAdmin && lanes.some(({ waiting }) => waiting > 1) ? <p className="hint">{t('tasks.queueHelp')}</p> : null}
    </>
  );
}

const useDrawer = () => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const drawer = (
    <SideDrawer title={t('tasks.queue')} open={isOpen} size={560} onClose={() => setOpen(false)} destroyOnHidden>
      <QueueBody />
    </SideDrawer>
  );
  return { drawer, open: () => setOpen(true) };
};

/** `<QueueButton />`: opens the queue from a list or a card. */
export function QueueButton() {
  const { t } = useTranslation();
  const may = useCan()('model/pageList');
  const { drawer, open } = useDrawer();
  if (!may) return null;
  return (
    <>
      <Button icon={<OrderedListOutlined />} onClick={open}>
        {t('tasks.queue')}
      </Button>
      {drawer}
    </>
  );
}

/** The place of a waiting task and why it waits; leads to the queue. */
export function QueueLink({ task }: { task: Task }) {
  const { t } = useTranslation();
  const { drawer, open } = useDrawer();
  return (
    <p>
      <Button type="link" className={styles.link!} onClick={open}>
        {t('tasks.queuePlace', { n: task.queuePosition })}
      </Button>
      <span className="second">{task.waitsFor ? ` · ${t(`tasks.waits.${task.waitsFor}`)}` : ''}</span>
      {drawer}
    </p>
  );
}
