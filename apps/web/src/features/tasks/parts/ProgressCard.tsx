/** How far a training is: share, epoch, time left, device, speed, best figure, and the stages. */
import { isOpen, type Task } from '@loupe/contract';
import dayjs from 'dayjs';
import { Progress } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatDateTime, formatDuration, formatShare } from '../../../core/format.ts';
import { useLocale } from '../../../core/i18n.ts';
import { Card } from '../../../ui/Page.tsx';
import { Stages } from './Stages.tsx';
import { bestOf, epochsOf, standingOf, type Curves } from './standing.ts';
import styles from './training.module.css';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}

/** The engine tells the time left while it trains; during validation the last word stays. */
const useSecondsLeft = (task: Task): number | null => {
  const told = task.progress?.phase === 'train' ? task.progress.etaSeconds : null;
  const [last, setLast] = useState<number | null>(null);
  if (told !== null && told !== last) setLast(told);
  if (task.state !== 'running' && task.state !== 'completing') return null;
  return task.progress?.phase === 'train' || task.progress?.phase === 'validate' ? (told ?? last) : null;
};

function TimeLeft({ task }: { task: Task }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const left = useSecondsLeft(task);
  if (task.queuePosition !== null) return <p className="second">{t('tasks.queuePlace', { n: task.queuePosition })}</p>;
  if (left !== null) {
    return (
      <p>
        <b>{t('tasks.timeLeft', { time: formatDuration(left, locale) })}</b>
        <span className="second"> · {t('tasks.endsAbout', { time: dayjs().add(left, 'second').format('HH:mm') })}</span>
      </p>
    );
  }
  if (isOpen(task.state) || !task.startedAt || !task.endedAt) return null;
  const seconds = (Date.parse(task.endedAt) - Date.parse(task.startedAt)) / 1000;
  return <p className="second">{t('tasks.took', { time: formatDuration(seconds, locale) })}</p>;
}

export function ProgressCard(props: { task: Task; curves: Curves; certified: boolean | null }) {
  const { task, curves, certified } = props;
  const { t } = useTranslation();
  const standing = standingOf(task, curves);
  const speed = curves.get('img_s')?.at(-1)?.[1];
  const best = bestOf(curves);
  const tone =
    task.state === 'failed' ? 'var(--bad)' : isOpen(task.state) || task.state === 'completed' ? '' : 'var(--hint)';
  return (
    <Card>
      <div className={styles.top}>
        <div>
          <p className={styles.share}>
            <strong className="num">{formatShare(standing.share)}</strong>
            {standing.epoch === null ? null : (
              <span className="second">{t('tasks.epochOf', { n: standing.epoch, of: epochsOf(task) })}</span>
            )}
          </p>
          <TimeLeft task={task} />
        </div>
        <dl className={styles.figures}>
          <Fact label={t('tasks.device')}>{task.device ?? '–'}</Fact>
          <Fact label={t('tasks.speed')}>
            {speed === undefined ? '–' : t('tasks.perSecond', { n: speed < 10 ? speed.toFixed(1) : Math.round(speed) })}
          </Fact>
          <Fact label={t('tasks.best')}>
            {best ? t('tasks.bestAt', { value: best.map50.toFixed(3), epoch: best.epoch }) : '–'}
          </Fact>
          <Fact label={t('tasks.pictures')}>
            {formatCount(task.pictures.train)} + {formatCount(task.pictures.val)}
          </Fact>
          <Fact label={t('tasks.settings')}>
            {t('tasks.settingsShort', {
              network: String(task.params['network'] ?? '–'),
              size: Number(task.params['imageSize'] ?? 0),
              epochs: epochsOf(task),
            })}
          </Fact>
          <Fact label={t('tasks.startedBy')}>{task.createdBy}</Fact>
          <Fact label={t('tasks.started')}>{task.startedAt ? formatDateTime(task.startedAt) : '–'}</Fact>
          {task.attempt > 1 ? <Fact label={t('tasks.attempt')}>{task.attempt}</Fact> : null}
        </dl>
      </div>
      <Progress
        percent={standing.share * 100}
        showInfo={false}
        aria-label={t('tasks.progress')}
        {...(tone ? { strokeColor: tone } : {})}
      />
      <Stages task={task} standing={standing} certified={certified} />
    </Card>
  );
}
