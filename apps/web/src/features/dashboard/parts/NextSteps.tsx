/** What a new person does next; the first step that is not done is the button. */
import { CheckCircleFilled } from '@ant-design/icons';
import { taskKinds, type DashboardInfo, type RouteName } from '@loupe/contract';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useMay, useMaySomewhere } from '../../../core/access.ts';
import { useGo } from '../../../core/scene.tsx';
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

/**
 * Those that the person may do, with where each leads. What goes on with a data set needs one in which they may; what
 * begins something new needs the permission, and a project to put it in.
 */
const useLeads = (info: DashboardInfo): { readonly [S in StepId]?: () => void } => {
  const go = useGo();
  const may = useMay();
  const maySomewhere = useMaySomewhere();
  const into = (route: RouteName) => {
    const set = info.recentDatasets.find((one) => may(route, one.projectId));
    return set ? { lead: () => go('FolderList', { id: set.id }) } : undefined;
  };
  const fresh = (route: RouteName, lead: () => void) => {
    // without any project yet, the step before leads to the first one
    const isOpen =
      info.projects === 0 ? may(route, null) && may('projectAdd', null) : maySomewhere(route, info.projects);
    return isOpen ? { lead } : undefined;
  };
  const hasSets = info.recentDatasets.length > 0;
  const inSets = (route: RouteName) => (hasSets ? into(route) : fresh(route, () => go('DatasetList')));
  const leads = {
    project: may('projectAdd', null) ? { lead: () => go('ProjectList', { add: 1 }) } : undefined,
    dataset: into('labelAdd') ?? fresh('datasetAdd', () => go('DatasetList', { add: 1 })),
    images: inSets('imageUpload'),
    annotate: inSets('imageOps'),
    train: fresh('modelAdd', () => go('ModelList')),
  };
  const offered = Object.entries(leads).flatMap(([id, one]) => (one ? [[id, one.lead]] : []));
  return Object.fromEntries(offered) as { readonly [S in StepId]?: () => void };
};

export function NextSteps({ info }: { info: DashboardInfo }) {
  const { t } = useTranslation();
  const leads = useLeads(info);
  const steps = stepsDone(info).filter(({ id, done }) => done || leads[id]);
  const next = steps.find((s) => !s.done);
  // the last one is under way: it stands among the tasks
  const isTraining = info.tasks.some(({ kind }) => taskKinds[kind].version === 'made');
  if (!next || (next.id === 'train' && isTraining)) return null;
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
              <Button type="primary" onClick={leads[step.id]}>
                {t(`dashboard.steps.${step.id}`)}
              </Button>
            ) : null}
          </li>
        ))}
      </ol>
    </Card>
  );
}
