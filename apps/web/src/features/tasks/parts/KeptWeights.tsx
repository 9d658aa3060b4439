/** Weights that a training kept by its save interval: one file an epoch, to be had as long as the training is there. */
import { DownloadOutlined } from '@ant-design/icons';
import { api, queryUrl, type Task } from '@loupe/contract';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../core/format.ts';
import { Card } from '../../../ui/Page.tsx';
import { keptWeights } from './kept-weights.ts';
import styles from './training.module.css';
import { useLines } from './use-lines.ts';

export function KeptWeights({ task }: { task: Task }) {
  const { t } = useTranslation();
  const kept = keptWeights(useLines(task));
  if (kept.length === 0) return null;
  return (
    <Card title={t('tasks.keptWeights', { count: kept.length })}>
      <p className="hint">{t('tasks.keptWeightsHint')}</p>
      <div className={styles.keptWeights}>
        {kept.map(({ epoch, bytes }) => (
          <Button
            key={epoch}
            size="small"
            icon={<DownloadOutlined />}
            href={queryUrl(api.taskWeights, { id: task.id, epoch })}
          >
            {t('tasks.keptEpoch', { epoch, size: formatBytes(bytes) })}
          </Button>
        ))}
      </div>
    </Card>
  );
}
