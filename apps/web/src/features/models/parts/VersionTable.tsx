/** Versions of a model: figures, certificate, and what can be done with each. */
import { api, modelTypeOf, queryUrl, recipes, type Model, type RecipeId, type Version } from '@loupe/contract';
import { clopperPearson } from '@loupe/metrics';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllowed, useMay } from '../../../core/access.ts';
import { formatDate, formatShare } from '../../../core/format.ts';
import { useText } from '../../../core/i18n.ts';
import { SceneLink, useFindScene, useGo } from '../../../core/scene.tsx';
import { versionWords, viewOfRecipe } from '../../../families/recipes.ts';
import { predictionTypeOfModel } from '../../../predictions/registry.ts';
import { shareWords } from '../../../predictions/shared/texts.ts';
import type { MetricColumn } from '../../../predictions/type.ts';
import { learnedImages } from '../../../ui/learned-images.ts';
import { PageTable, type ListColumn } from '../../../ui/PageTable.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import type { VersionSlots } from '../slots.ts';
import { AssessmentTag } from './assessment/Assessment.tsx';
import { CertificateDrawer } from './CertificateDrawer.tsx';
import { useStageTitle } from './stage-title.ts';
import { useGoToModel } from './model-place.ts';

const figure = (value: number | null | undefined, isShare: boolean | undefined) =>
  typeof value !== 'number' ? '–' : isShare ? formatShare(value, 1) : value.toFixed(3);

/** A share with the count that it comes from; null where the one or the other is not known. */
const countedOf = (value: number | null | undefined, of: number | null | undefined) =>
  typeof value === 'number' && typeof of === 'number' && of > 0
    ? shareWords(clopperPearson(Math.round(value * of), of))
    : null;

/** `aside`: what is told where it is pointed at. */
function Figure(props: { version: Version; column: MetricColumn; aside: readonly MetricColumn[] }) {
  const { version, column, aside } = props;
  const { key, share, of } = column;
  const { metrics } = version;
  const { t } = useTranslation();
  const counted = of === undefined ? null : countedOf(metrics[key], metrics[of]);
  if (counted)
    return (
      <span title={`${t('results.bounds')}: ${counted.bounds}`}>
        {counted.main}
        <div className="hint">{counted.count}</div>
      </span>
    );
  const more = aside
    .filter((one) => !one.optional || one.key in metrics)
    .map((one) => `${t(one.title)} ${figure(metrics[one.key], one.share)}`);
  return <span title={more.join(' · ') || undefined}>{figure(metrics[key], share)}</span>;
}

/** Of one stage; `n` where there are several. */
function StageSettings({ stage, n }: { stage: Version['stages'][number]; n: number | null }) {
  const text = useText();
  const { main, more } = versionWords(stage.recipe, stage.params);
  const { stageName } = recipes[stage.recipe as RecipeId];
  const whole = [n === null ? undefined : stageName, main, more].flatMap((words) => (words ? [text(words)] : []));
  return (
    <div title={whole.join(' · ')}>
      <div className="ellipsis">
        {n === null ? null : <span className="hint num">{n} · </span>}
        {main ? text(main) : '–'}
      </div>
      {more ? (
        <div className="hint" style={{ whiteSpace: 'normal' }}>
          {text(more)}
        </div>
      ) : null}
    </div>
  );
}

function Settings({ version: { stages, startVersion } }: { version: Version }) {
  const { t } = useTranslation();
  if (stages.length === 0) return '–';
  return (
    <>
      {stages.map((stage) => (
        <StageSettings key={stage.ordinal} stage={stage} n={stages.length > 1 ? stage.ordinal + 1 : null} />
      ))}
      {startVersion ? <div className="hint">{t('models.startedFrom', { n: startVersion.number })}</div> : null}
    </>
  );
}

const imagesOf = ({ images, stages }: Version): string =>
  learnedImages(
    images,
    stages.map(({ params }) => params),
  );

const useColumns = (model: Model, showCertificate: (v: Version) => void): ListColumn<Version>[] => {
  const { t } = useTranslation();
  const { metrics: all } = predictionTypeOfModel(model.type);
  const [aside, metrics] = [all.filter((one) => one.aside), all.filter((one) => !one.aside)];
  const recipe = modelTypeOf(model.type)!.stages[0]!;
  const hasTrials = recipes[recipe].trialBelow !== undefined;
  return [
    {
      key: 'number',
      title: t('models.version'),
      sort: 'number',
      width: hasTrials ? 152 : 92,
      render: (v) => (
        <span style={{ display: 'inline-flex', gap: 6 }}>
          <SceneLink screen="TrainingInfo" search={{ id: v.taskId }}>
            {t('models.versionN', { n: v.number })}
          </SceneLink>
          {v.trial ? <StatusTag state="trial" /> : null}
        </span>
      ),
    },
    {
      key: 'assessment',
      title: t('models.assessment.title'),
      width: 160,
      render: (v) => <AssessmentTag assessment={v.assessment} />,
    },
    {
      key: 'state',
      title: t('models.certificate'),
      width: 104,
      render: (v) => (
        <Button type="text" size="small" style={{ padding: 0 }} onClick={() => showCertificate(v)}>
          <StatusTag
            state={v.state === 'ready' ? 'certified' : 'uncertified'}
            text={t(v.state === 'ready' ? 'models.passed' : 'models.notPassed')}
          />
        </Button>
      ),
    },
    {
      key: 'settings',
      title: t(viewOfRecipe(recipe).version.title),
      width: metrics.length > 1 ? 156 : 190,
      render: (v) => <Settings version={v} />,
    },
    ...metrics.map((column, i): ListColumn<Version> => ({
      key: column.key,
      title: t(column.title),
      number: true,
      width: metrics.length > 2 ? 78 : 84,
      render: (v) => <Figure version={v} column={column} aside={i > 0 ? [] : aside} />,
    })),
    {
      key: 'images',
      title: t('tasks.images'),
      number: true,
      width: 98,
      render: imagesOf,
    },
    {
      key: 'createdAt',
      title: t('ui.createdAt'),
      sort: 'createdAt',
      width: 100,
      render: (v) => formatDate(v.createdAt),
    },
  ];
};

export function VersionTable({ model, slots: { TestStart, OnlineAdd } }: { model: Model; slots: VersionSlots }) {
  const { id: modelId, projectId } = model;
  const { t } = useTranslation();
  const go = useGo();
  const goToModel = useGoToModel();
  const titleOf = useStageTitle();
  const [certificate, setCertificate] = useState<Version | null>(null);
  const [tested, setTested] = useState<Version | null>(null);
  const [used, setUsed] = useState<Version | null>(null);
  const allowed = useAllowed();
  const may = useMay();
  const columns = useColumns(model, setCertificate);
  // A family with a scene for new tests has no use for the dialog.
  const hasTestScene = useFindScene()('TestAdd') !== undefined;
  const test = (v: Version) => (hasTestScene ? go('TestAdd', { model: modelId, version: v.id }) : setTested(v));
  const reason = t('models.notCertified');
  // Without a version there is nothing to test: what is open is a training.
  const isTraining = model.openTasks > 0;
  return (
    <>
      <PageTable
        name="versionList"
        fixed={{ modelId }}
        prefix="version-"
        columns={columns}
        rowActions={(v) =>
          allowed(projectId, [
            {
              key: 'test',
              route: 'testAdd',
              text: t('models.test'),
              disabled: v.state !== 'ready',
              reason,
              onClick: () => test(v),
            },
            {
              key: 'online',
              route: 'onlineAdd',
              text: t('models.useOnline'),
              disabled: v.state !== 'ready',
              reason,
              onClick: () => setUsed(v),
            },
            { key: 'certificate', text: t('models.showCertificate'), onClick: () => setCertificate(v) },
            ...v.stages.map((stage) => ({
              key: `onnx-${stage.ordinal}`,
              text: [t('models.download'), titleOf(v, stage)].filter(Boolean).join(' · '),
              onClick: () => window.location.assign(queryUrl(api.versionOnnx, { id: v.id, stage: stage.ordinal })),
            })),
          ])
        }
        empty={{
          title: t('models.noVersionsTitle'),
          text: t(isTraining ? 'models.versionComing' : 'models.noVersionsText'),
          actions: isTraining ? (
            <Button size="large" onClick={() => goToModel(modelId, 'trainings')}>
              {t('models.toTrainings')}
            </Button>
          ) : may('trainAdd', projectId) ? (
            <Button type="primary" size="large" onClick={() => go('AddSet', { modelId })}>
              {t('models.train')}
            </Button>
          ) : null,
        }}
      />
      <CertificateDrawer version={certificate} onClose={() => setCertificate(null)} />
      <TestStart
        version={tested}
        projectId={projectId}
        setType={modelTypeOf(model.type)?.setType}
        onClose={() => setTested(null)}
      />
      <OnlineAdd version={used} onClose={() => setUsed(null)} />
    </>
  );
}
