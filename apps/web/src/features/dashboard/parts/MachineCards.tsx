/** What the machine is doing: processor, memory, disk. */
import type { Machine } from '@loupe/contract';
import { Progress, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatShare } from '../../../core/format.ts';
import styles from './dashboard.module.css';

/** From here on the bar turns amber: something should be freed or stopped. */
const highShare = 0.9;

function Figure(props: { title: string; share: number | null; text: string }) {
  const { title, share, text } = props;
  const isHigh = share !== null && share >= highShare;
  return (
    <section className={`card ${styles.figure}`}>
      <h2 className={styles.figureTitle}>{title}</h2>
      <p className={`${styles.figureValue} num`}>{share === null ? '–' : formatShare(share)}</p>
      <Progress
        percent={(share ?? 0) * 100}
        showInfo={false}
        size={{ height: 5 }}
        aria-label={title}
        {...(isHigh ? { strokeColor: 'var(--curve-2)' } : {})}
      />
      <p className="hint num">{text}</p>
    </section>
  );
}

const shareOf = (used: number, all: number): number | null => (all > 0 ? used / all : null);

export function MachineCards({ machine }: { machine: Machine | undefined }) {
  const { t } = useTranslation();
  if (!machine) {
    return (
      <div className={styles.figures}>
        {['cpu', 'memory', 'disk'].map((key) => (
          <section key={key} className={`card ${styles.figure}`}>
            <Skeleton active title={false} paragraph={{ rows: 3 }} />
          </section>
        ))}
      </div>
    );
  }
  const { cpuLoad, cpus, memoryBytes, memoryUsedBytes, diskBytes, diskUsedBytes } = machine;
  const of = (used: number, total: number) =>
    t('dashboard.usedOf', { used: formatBytes(used), total: formatBytes(total) });
  return (
    <div className={styles.figures}>
      <Figure
        title={t('dashboard.cpu')}
        share={cpuLoad}
        text={cpuLoad === null ? t('dashboard.measuring') : t('dashboard.cores', { count: cpus })}
      />
      <Figure
        title={t('dashboard.memory')}
        share={shareOf(memoryUsedBytes, memoryBytes)}
        text={of(memoryUsedBytes, memoryBytes)}
      />
      <Figure
        title={t('dashboard.disk')}
        share={shareOf(diskUsedBytes, diskBytes)}
        text={of(diskUsedBytes, diskBytes)}
      />
    </div>
  );
}
