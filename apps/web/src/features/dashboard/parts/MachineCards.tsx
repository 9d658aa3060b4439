/** What the machine is doing, live: processor, memory, graphics, disk, with the last ten minutes. */
import type { Gpu, Machine } from '@loupe/contract';
import { Progress, Skeleton, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatShare } from '../../../core/format.ts';
import { useApi } from '../../../core/query.ts';
import styles from './dashboard.module.css';
import { Sparkline } from './Sparkline.tsx';

/** Only while the page is seen: Query does not refresh what is hidden. */
const refreshMs = 3000;
const historySeconds = 600;
/** From here on the bar turns amber: something should be freed or stopped. */
const highShare = 0.9;

interface FigureProps {
  title: string;
  share: number | null;
  text: ReactNode;
  spark?: ReactNode;
}

function Figure({ title, share, text, spark }: FigureProps) {
  const isHigh = share !== null && share >= highShare;
  return (
    <section className={`card ${styles.figure}`}>
      <div className={styles.figureTop}>
        <div>
          <h2 className={styles.figureTitle}>{title}</h2>
          <p className={`${styles.figureValue} num`}>{share === null ? '–' : formatShare(share)}</p>
        </div>
        {spark}
      </div>
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
const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);

/** One card for all graphics processors; where there are several, each is in the tooltip. */
function GpuFigure({ gpus, spark }: { gpus: readonly Gpu[]; spark: ReactNode }) {
  const { t } = useTranslation();
  if (gpus.length === 0) return <Figure title={t('dashboard.gpu')} share={null} text={t('dashboard.gpuNone')} />;
  const loads = gpus.flatMap(({ load }) => (load === null ? [] : [load]));
  const used = (some: readonly Gpu[]) =>
    t('dashboard.usedOf', {
      used: formatBytes(sum(some.map((one) => one.memoryUsedBytes))),
      total: formatBytes(sum(some.map((one) => one.memoryBytes))),
    });
  const text = `${gpus.length > 1 ? `${gpus.length} × ` : ''}${gpus[0]!.name} · ${used(gpus)}`;
  const each = gpus.map((one, i) => (
    // two cards of one kind have the same name
    // oxlint-disable-next-line react/no-array-index-key
    <div key={i} className="num">
      {i}: {one.name} · {one.load === null ? '–' : formatShare(one.load)} · {used([one])}
    </div>
  ));
  return (
    <Figure
      title={t('dashboard.gpu')}
      share={loads.length === 0 ? null : sum(loads) / loads.length}
      spark={spark}
      text={
        <Tooltip title={each}>
          <span>{text}</span>
        </Tooltip>
      }
    />
  );
}

function Figures({ machine }: { machine: Machine }) {
  const { t } = useTranslation();
  const { cpuLoad, cpus, memoryBytes, memoryUsedBytes, diskBytes, diskUsedBytes, history } = machine;
  const of = (used: number, total: number) =>
    t('dashboard.usedOf', { used: formatBytes(used), total: formatBytes(total) });
  const slots = Math.round(historySeconds / history.everySeconds);
  const spark = (key: 'cpu' | 'memory' | 'gpu') => (
    <Sparkline shares={history[key]} slots={slots} label={t('dashboard.lastMinutes', { count: historySeconds / 60 })} />
  );
  return (
    <>
      <Figure
        title={t('dashboard.cpu')}
        share={cpuLoad}
        spark={spark('cpu')}
        text={cpuLoad === null ? t('dashboard.measuring') : t('dashboard.cores', { count: cpus })}
      />
      <Figure
        title={t('dashboard.memory')}
        share={shareOf(memoryUsedBytes, memoryBytes)}
        spark={spark('memory')}
        text={of(memoryUsedBytes, memoryBytes)}
      />
      <GpuFigure gpus={machine.gpus} spark={spark('gpu')} />
      <Figure
        title={t('dashboard.disk')}
        share={shareOf(diskUsedBytes, diskBytes)}
        text={t('dashboard.freeOf', { free: formatBytes(diskBytes - diskUsedBytes), total: formatBytes(diskBytes) })}
      />
    </>
  );
}

export function MachineCards() {
  const { data: machine } = useApi('dashboardMachine', {}, { refetchInterval: refreshMs, silent: true });
  return (
    <div className={styles.figures} data-tour="machine">
      {machine ? (
        <Figures machine={machine} />
      ) : (
        ['cpu', 'memory', 'gpu', 'disk'].map((key) => (
          <section key={key} className={`card ${styles.figure}`}>
            <Skeleton active title={false} paragraph={{ rows: 3 }} />
          </section>
        ))
      )}
    </div>
  );
}
