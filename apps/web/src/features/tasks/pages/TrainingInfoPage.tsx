/** One training: where it is, its curves, figures by label, what happened, and what it made. */
import { CheckCircleOutlined } from '@ant-design/icons';
import { isAskedLevel, isOpen, type Task, type Version } from '@loupe/contract';
import { Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../core/access.ts';
import { formatDateTime } from '../../../core/format.ts';
import { invalidate } from '../../../core/query.ts';
import { useGo } from '../../../core/scene.tsx';
import { versionCardOf } from '../../../predictions/version-cards.tsx';
import { Page } from '../../../ui/Page.tsx';
import { StatusTag, ToneTag } from '../../../ui/StatusTag.tsx';
import {
  AssessmentCard,
  ModelTabs,
  UncertifiedNotice,
  useGoToModel,
  useModelCrumbs,
  useModelPlace,
  useVersion,
  VersionThresholds,
} from '../../models/api.ts';
import { CurveCards } from '../parts/CurveCards.tsx';
import { FailureCard } from '../parts/FailureCard.tsx';
import { KeptWeights } from '../parts/KeptWeights.tsx';
import { LogCard } from '../parts/LogCard.tsx';
import { NamedImages } from '../parts/NamedImages.tsx';
import { ProgressCard } from '../parts/ProgressCard.tsx';
import { ShortNotice } from '../parts/ShortNotice.tsx';
import { TaskButtons } from '../parts/TaskButtons.tsx';
import { TaskGate } from '../parts/TaskGate.tsx';
import { useCurves } from '../parts/use-curves.ts';

/** Green says that all is well: a training whose version is not known to work is done, and no more. */
function State({ task, version }: { task: Task; version: Version | undefined }) {
  const { t } = useTranslation();
  const isDone = task.state === 'completed' && version && isAskedLevel(version.assessment.level);
  if (!isDone) return <StatusTag state={task.state} />;
  return (
    <ToneTag tone="quiet" icon={<CheckCircleOutlined />}>
      {t('ui.states.completed')}
    </ToneTag>
  );
}

function Training({ task }: { task: Task }) {
  const { t } = useTranslation();
  const go = useGo();
  const curves = useCurves(task);
  const mayTrain = useMay()('trainAdd', task.projectId);
  const version = useVersion(task.versionId ?? 0);
  const isUnknownDevice = task.device === null && task.progress?.phase != null;
  useEffect(() => {
    // Events carry the progress only; the engine has begun, so the row now knows its device.
    if (isUnknownDevice) void invalidate('taskInfo');
  }, [isUnknownDevice]);
  const certified = version ? version.state === 'ready' : null;
  const title =
    task.versionNumber === null
      ? t('tasks.trainingTitle', { id: task.id })
      : t('models.versionN', { n: task.versionNumber });
  const goToModel = useGoToModel();
  const crumbs = useModelCrumbs();
  const placeOf = useModelPlace();
  return (
    <Page
      title={`${task.subject} · ${title}`}
      sub={
        <>
          <State task={task} version={version} />
          {version ? <StatusTag state={certified ? 'certified' : 'uncertified'} /> : null}
          {version?.trial ? <StatusTag state="trial" /> : null}
          <span className="num">
            {t('tasks.startedBy')} {task.createdBy} · {formatDateTime(task.startedAt ?? task.createdAt)}
            {task.start ? ` · ${t('models.startedFrom', { n: task.start.number })}` : ''}
          </span>
        </>
      }
      crumbs={[
        ...crumbs({ id: task.modelId, name: task.subject }),
        { text: t('models.tabs.trainings'), ...placeOf(task.modelId, 'trainings') },
        { text: title },
      ]}
      extra={
        <>
          {isOpen(task.state) || !mayTrain ? null : (
            <Button onClick={() => go('AddSet', { modelId: task.modelId ?? undefined, like: task.id })}>
              {t('tasks.trainAgain')}
            </Button>
          )}
          <TaskButtons task={task} onDeleted={() => goToModel(task.modelId, 'trainings')} />
          {task.versionId === null ? null : (
            <Button type="primary" onClick={() => goToModel(task.modelId, 'versions')}>
              {t('tasks.toVersions')}
            </Button>
          )}
        </>
      }
    >
      <ModelTabs modelId={task.modelId} />
      <FailureCard
        task={task}
        actions={
          mayTrain ? (
            <Button onClick={() => go('AddSet', { modelId: task.modelId ?? undefined })}>
              {t('tasks.newTraining')}
            </Button>
          ) : null
        }
      />
      <ShortNotice task={task} />
      {version ? <UncertifiedNotice version={version} /> : null}
      {version ? <AssessmentCard assessment={version.assessment} /> : null}
      {version ? versionCardOf(version) : null}
      {version ? <VersionThresholds version={version} /> : null}
      <ProgressCard task={task} curves={curves} version={version} />
      <NamedImages task={task} />
      <CurveCards task={task} />
      <KeptWeights task={task} />
      <LogCard task={task} />
    </Page>
  );
}

export function TrainingInfoPage() {
  return <TaskGate kind="train">{(task) => <Training key={task.id} task={task} />}</TaskGate>;
}
