/** Which models, versions and trainings use a data set. */
import type { Dataset } from '@loupe/contract';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../core/query.ts';
import { SceneLink } from '../../../core/scene.tsx';
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx';
import { SideDrawer } from '../../../ui/SideDrawer.tsx';

function UsageList({ id }: { id: number }) {
  const { t } = useTranslation();
  const usage = useApi('datasetUsage', { id }, { silent: true });
  if (usage.error) return <ErrorState error={usage.error} onRetry={() => void usage.refetch()} />;
  if (!usage.data) return <Skeleton active title={false} />;
  if (usage.data.length === 0) return <EmptyState small title={t('datasets.usageNone')} />;
  return (
    <>
      <p className="second">{t('datasets.usageText')}</p>
      <ul style={{ margin: '12px 0 0', padding: 0, listStyle: 'none', display: 'grid', gap: 8 }}>
        {usage.data.map((row) => (
          <li key={row.taskId} className="card" style={{ padding: '10px 14px' }}>
            <strong>{row.modelName}</strong>
            {row.inBin ? <span className="second"> · {t('datasets.usageInBin')}</span> : null}
            <div className="second">
              {row.versionNumber === null ? null : `${t('datasets.usageVersion', { number: row.versionNumber })} · `}
              <SceneLink screen="TrainingInfo" search={{ id: row.taskId }}>
                {t('datasets.usageTask', { id: row.taskId })}
              </SceneLink>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

export function UsageDrawer({ dataset, onClose }: { dataset: Dataset | null; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <SideDrawer
      open={dataset !== null}
      onClose={onClose}
      size={400}
      destroyOnHidden
      title={t('datasets.usageTitle', { name: dataset?.name ?? '' })}
    >
      {dataset ? <UsageList id={dataset.id} /> : null}
    </SideDrawer>
  );
}
