/** The landing page: machine, counts, next steps, tasks under way, recent data sets, ready-made models. */
import { PlusOutlined } from '@ant-design/icons';
import type { DashboardInfo } from '@loupe/contract';
import { Alert, Button, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../../core/connection.ts';
import { formatCount } from '../../../core/format.ts';
import { contractText } from '../../../core/i18n.ts';
import { invalidate, useApi } from '../../../core/query.ts';
import { useGo } from '../../../core/scene.tsx';
import { useCan, useSession } from '../../../core/session.ts';
import { ErrorState } from '../../../ui/EmptyState.tsx';
import { Card, Page } from '../../../ui/Page.tsx';
import { CleanupButton, CleanupNotice } from '../parts/Cleanup.tsx';
import styles from '../parts/dashboard.module.css';
import { MachineCards } from '../parts/MachineCards.tsx';
import { NextSteps } from '../parts/NextSteps.tsx';
import { ReadyMade } from '../parts/ReadyMade.tsx';
import { RecentDatasets } from '../parts/RecentDatasets.tsx';
import { Reviews } from '../parts/Reviews.tsx';
import { TaskRows } from '../parts/TaskRows.tsx';

/** Changes of tasks come by socket; this is for the rest, and for progress. */
const refreshMs = 10_000;

const greetingAt = (hour: number): 'morning' | 'afternoon' | 'evening' =>
  hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening';

function Counts({ info }: { info: DashboardInfo }) {
  const { t } = useTranslation();
  return (
    <section className={`card ${styles.counts}`}>
      {(['projects', 'datasets', 'images', 'models', 'versions'] as const).map((key) => (
        <div key={key} className={styles.count}>
          <strong className="num">{formatCount(info[key])}</strong>
          <span className="second">{t(`dashboard.counts.${key}`, { count: info[key] })}</span>
        </div>
      ))}
    </section>
  );
}

/** Said above the last figures known; the cards go on asking, and with the first answer all is read again. */
function NoConnection() {
  const { t } = useTranslation();
  const connection = useConnection();
  const isOnline = connection === 'online';
  useEffect(() => {
    if (isOnline) void invalidate('dashboardInfo');
  }, [isOnline]);
  if (isOnline) return null;
  return (
    <Alert
      type="error"
      showIcon
      title={
        <span className={styles.message}>
          {contractText(connection === 'offline' ? 'network.anomaly' : 'server.unreachable')}
        </span>
      }
      description={t('dashboard.unreachableText')}
    />
  );
}

const CardSkeleton = () => (
  <Card>
    <Skeleton active />
  </Card>
);

function Content({ info }: { info: DashboardInfo | undefined }) {
  return (
    <>
      {info ? <CleanupNotice cleanup={info.cleanup} /> : null}
      <MachineCards />
      {info ? <Counts info={info} /> : null}
      {info ? <Reviews {...info} /> : null}
      {info ? <NextSteps info={info} /> : null}
      <div className={styles.two}>
        {info ? <TaskRows tasks={info.tasks} /> : <CardSkeleton />}
        {info ? <RecentDatasets datasets={info.recentDatasets} /> : <CardSkeleton />}
      </div>
      <ReadyMade />
    </>
  );
}

export function DashboardPage() {
  const { t } = useTranslation();
  const session = useSession();
  const can = useCan();
  const go = useGo();
  const [greeting] = useState(() => greetingAt(new Date().getHours()));
  const { data: info, error, refetch } = useApi('dashboardInfo', {}, { refetchInterval: refreshMs, silent: true });
  const running = info?.tasks.length ?? 0;
  return (
    <Page
      title={t(`dashboard.${greeting}`, { name: session?.userName ?? '' })}
      crumbs={[{ text: t('shell.dashboard') }]}
      sub={info ? (running > 0 ? t('dashboard.running', { count: running }) : t('dashboard.idle')) : null}
      extra={
        <>
          <CleanupButton />
          {can('project/pageList') ? (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => go('ProjectList', { add: 1 })}>
              {t('projects.add')}
            </Button>
          ) : null}
        </>
      }
    >
      <NoConnection />
      {error && !info ? (
        <div className="card">
          <ErrorState error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Content info={info} />
      )}
    </Page>
  );
}
