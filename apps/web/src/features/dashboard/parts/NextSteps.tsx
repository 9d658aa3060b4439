/** What a new person does next; the first step that is not done is the button. */
import { CheckCircleFilled } from '@ant-design/icons';
import type { DashboardInfo } from '@loupe/contract';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useGo, type ScreenId } from '../../../core/scene.tsx';
import { Card } from '../../../ui/Page.tsx';
import styles from './dashboard.module.css';

export type StepId = 'project' | 'dataset' | 'images' | 'annotate' | 'train';

/** Which steps are done, in order. */
export const stepsDone = (
  info: Pick<DashboardInfo, 'projects' | 'datasets' | 'images' | 'models' | 'versions' | 'recentDatasets'>,
): { id: StepId; done: boolean }[] => [
  { id: 'project', done: info.projects > 0 },
  { id: 'dataset', done: info.versions > 0 || info.recentDatasets.some((d) => d.labels.length > 0) },
  { id: 'images', done: info.images > 0 },
  { id: 'annotate', done: info.versions > 0 || info.recentDatasets.some((d) => d.annotated > 0) },
  { id: 'train', done: info.versions > 0 },
];

export function NextSteps({ info }: { info: DashboardInfo }) {
  const { t } = useTranslation();
  const go = useGo();
  const steps = stepsDone(info);
  const next = steps.find((s) => !s.done);
  if (!next) return null;
  const [recent] = info.recentDatasets;
  const inDataset = () => (recent ? go('FolderList', { id: recent.id }) : go('DatasetList'));
  const lead: { readonly [S in StepId]: () => void } = {
    project: () => go('ProjectList', { add: 1 }),
    dataset: () => (recent ? inDataset() : go('DatasetList', { add: 1 })),
    images: inDataset,
    annotate: inDataset,
    train: () => go('ModelList' satisfies ScreenId),
  };
  return (
    <Card tour="steps" title={t('dashboard.next')} extra={t('dashboard.nextText')}>
      <ol className={styles.steps}>
        {steps.map((step, i) => (
          <li key={step.id} className={styles.step} data-next={step === next}>
            {step.done ? (
              <CheckCircleFilled className={styles.done!} aria-label={t('dashboard.done')} />
            ) : (
              <span className={styles.number}>{i + 1}</span>
            )}
            <span className={styles.stepText}>
              <strong>{t(`dashboard.steps.${step.id}`)}</strong>
              <span className="hint">{t(`dashboard.steps.${step.id}Text`)}</span>
            </span>
            {step === next ? (
              <Button type="primary" onClick={lead[step.id]}>
                {t(`dashboard.steps.${step.id}`)}
              </Button>
            ) : null}
          </li>
        ))}
      </ol>
    </Card>
  );
}
