/** Above the curves: smoothing, logarithmic loss, another training beside this one, and the figures as CSV. */
import { DownloadOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import type { Task } from '@loupe/contract';
import { Button, Checkbox, Select, Slider, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { csvText, saveText } from '../../../core/csv.ts';
import { useApi } from '../../../core/query.ts';
import type { ChartView } from './chart-view.ts';
import { curveRows, type Curves } from './progress.ts';
import styles from './training.module.css';

/** Trainings that are offered for comparison: the latest of the same model. */
const offered = 50;

export const useOtherTrainings = (task: Task): Task[] => {
  const modelId = task.modelId ?? 0;
  const { data } = useApi(
    'taskList',
    { kind: 'train', modelId, pageSize: offered },
    { enabled: modelId > 0, silent: true },
  );
  return data?.list.filter(({ id, startedAt }) => id !== task.id && startedAt !== null) ?? [];
};

export const trainingName = ({ id, versionNumber }: Task): string =>
  versionNumber === null ? `#${id}` : `v${versionNumber} (#${id})`;

export function CurveTools(props: {
  task: Task;
  others: readonly Task[];
  curves: Curves;
  view: ChartView;
  /** One of the charts may be drawn on a logarithmic axis. */
  hasLog: boolean;
}) {
  const { task, others, curves, view, hasLog } = props;
  const { t } = useTranslation();
  const save = () =>
    saveText(
      `training-${task.id}-curves.csv`,
      csvText(
        curveRows(
          curves,
          task.labels.map(({ name }) => name),
        ),
      ),
    );
  return (
    <div className={styles.tools}>
      <label className={styles.tool}>
        {t('tasks.smoothing')}
        <Slider
          min={0}
          max={0.95}
          step={0.05}
          value={view.smooth}
          onChange={(smooth: number) => view.change({ smooth })}
          ariaLabelForHandle={t('tasks.smoothing')}
          className={styles.smooth!}
        />
      </label>
      {hasLog ? (
        <Checkbox checked={view.log} onChange={(e) => view.change({ log: e.target.checked })}>
          {t('tasks.logScale')}
        </Checkbox>
      ) : null}
      <Select
        value={others.some(({ id }) => id === view.compare) ? view.compare : null}
        allowClear
        placeholder={t('tasks.compareWith')}
        aria-label={t('tasks.compareWith')}
        disabled={others.length === 0}
        className={styles.compare!}
        options={others.map((other) => ({ value: other.id, label: trainingName(other) }))}
        onChange={(compare: number | undefined) => view.change({ compare: compare ?? 0 })}
      />
      <Tooltip title={t('tasks.zoomHint')}>
        <QuestionCircleOutlined className="hint" aria-label={t('tasks.zoomHint')} />
      </Tooltip>
      <Button icon={<DownloadOutlined />} disabled={curves.size === 0} onClick={save} className={styles.toolEnd!}>
        CSV
      </Button>
    </div>
  );
}
