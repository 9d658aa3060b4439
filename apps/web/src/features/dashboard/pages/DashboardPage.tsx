/** The landing page: machine, counts, next steps, tasks under way, recent data sets. */
import type { DashboardInfo } from '@loupe/contract';
import { Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../core/format.ts';
import { useApi } from '../../../core/query.ts';
import { useSession } from '../../../core/session.ts';
import { ErrorState } from '../../../ui/EmptyState.tsx';
import { Page } from '../../../ui/Page.tsx';
import styles from '../parts/dashboard.module.css';
import { MachineCards } from '../parts/MachineCards.tsx';
import { NextSteps } from '../parts/NextSteps.tsx';
import { RecentDatasets } from '../parts/RecentDatasets.tsx';
import { TaskRows } from '../parts/TaskRows.tsx';

/** Machine figures and progress are a few seconds old at most. */
const refreshMs = 5_000;

const greetingAt = (hour: number): 'morning' | 'afternoon' | 'evening' =>
  hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening';

function Counts({ info }: { info: DashboardInfo }) {
  const { t } = useTranslation();
  return (
    <section className={`card ${styles.counts}`}>
      {(['projects', 'datasets', 'pictures', 'models', 'versions'] as const).map((key) => (
        <div key={key} className={styles.count}>
          <strong className="num">{formatCount(info[key])}</strong>
          <span className="second">{t(`dashboard.counts.${key}`)}</span>
        </div>
      ))}
    </section>
  );
}

export function DashboardPage() {
  const { t } = useTranslation();
  const session = useSession();
  const [greeting] = useState(() => greetingAt(new Date().getHours()));
  const { data: info, error, refetch } = useApi('dashboardInfo', {}, { refetchInterval: refreshMs, silent: true });
  const running = info?.tasks.length ?? 0;
  return (
    <Page
      title={t(`dashboard.${greeting}`, { name: session?.userName ?? '' })}
      crumbs={[{ text: t('shell.dashboard') }]}
      sub={info ? (running > 0 ? t('dashboard.running', { count: running }) : t('dashboard.idle')) : null}
    >
      {error && !info ? (
        <div className="card">
          <ErrorState error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <>
          <MachineCards machine={info?.machine} />
          {info ? <Counts info={info} /> : null}
          {info ? <NextSteps info={info} /> : null}
          <div className={styles.two}>
            {info ? <TaskRows tasks={info.tasks} /> : <Skeleton active />}
            {info ? <RecentDatasets datasets={info.recentDatasets} /> : <Skeleton active />}
          </div>
        </>
      )}
    </Page>
  );
}
