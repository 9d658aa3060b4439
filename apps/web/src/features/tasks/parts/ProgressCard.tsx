/** How far a training is: share, epoch, time left, device, speed, best figure, and the stages. */
import {
  isAskedLevel,
  isOpen,
  isReadyStage,
  recipes,
  type BothTexts,
  type RecipeId,
  type Task,
  type Version,
} from '@loupe/contract';
import dayjs from 'dayjs';
import { InfoCircleOutlined } from '@ant-design/icons';
import { Progress, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatDuration, formatShare } from '../../../core/format.ts';
import { useLocale, useText } from '../../../core/i18n.ts';
import { presetWords, viewOfRecipe, wordsOf } from '../../../families/recipes.ts';
import { learnedImages } from '../../../ui/learned-images.ts';
import { Card } from '../../../ui/Page.tsx';
import { progressOf, taskKindViews } from '../kinds.ts';
import { QueueLink } from './QueueDrawer.tsx';
import { Stages } from './Stages.tsx';
import {
  attemptOfStage,
  bestOf,
  deviceText,
  epochsOf,
  finishingPhase,
  hasMoreStages,
  leftKey,
  paramsOfStage,
  stagesOfTask,
  type Curves,
} from './progress.ts';
import styles from './training.module.css';
import { roundedLeft, useElapsed, useSecondsLeft } from './use-clock.ts';

function Fact({ label, help, children }: { label: string; help?: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>
        {label}
        {help ? (
          <Tooltip title={help}>
            {' '}
            <InfoCircleOutlined className="hint" aria-label={help} />
          </Tooltip>
        ) : null}
      </dt>
      <dd className="num">{children}</dd>
    </div>
  );
}

export function TimeLeft({ task }: { task: Task }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const left = useSecondsLeft(task);
  const { stage } = task;
  const { afterwards } = taskKindViews[task.kind];
  if (task.queuePosition !== null) return <QueueLink task={task} />;
  const finishing = finishingPhase(task);
  if (finishing) {
    const what = t(`tasks.phases.${finishing}`);
    return (
      <p className="second">{t(isReadyStage(paramsOfStage(task)) ? 'tasks.nowAt' : 'tasks.finishing', { what })}</p>
    );
  }
  if (left !== null) {
    return (
      <p>
        <b>{t(leftKey(task), { time: formatDuration(roundedLeft(left), locale) })}</b>
        <span className="second">
          {' · '}
          {stage && hasMoreStages(task)
            ? t('tasks.thenStage', { n: stage.index + 2 })
            : afterwards
              ? t(afterwards)
              : t('tasks.endsAbout', { time: dayjs().add(left, 'second').format('HH:mm') })}
        </span>
      </p>
    );
  }
  if (isOpen(task.state)) return null;
  return <p className="second">{t('tasks.took', { time: formatDuration(task.activeSeconds, locale) })}</p>;
}

/** That of the version, once there is one: it is measured on the exported graph, which everything else says as well. */
function BestFigure({ curves, version }: { curves: Curves; version: Version | undefined }) {
  const { t } = useTranslation();
  const best = bestOf(curves);
  const inTraining = best ? t('tasks.bestAt', { value: best.map50.toFixed(3), epoch: best.epoch }) : '–';
  const exported = version?.metrics['map50'];
  if (typeof exported !== 'number') return <Fact label={t('tasks.best')}>{inTraining}</Fact>;
  return (
    <Fact label={t('tasks.ofVersion')} help={t('tasks.ofVersionHelp', { best: inTraining })}>
      {exported.toFixed(3)}
    </Fact>
  );
}

function Facts({ task, curves, version }: { task: Task; curves: Curves; version: Version | undefined }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const text = useText();
  const elapsed = useElapsed(task);
  const speed = curves.get('img_s')?.at(-1)?.[1];
  const { length } = task;
  const recipe = task.stage?.recipe ?? task.recipe;
  const params = paramsOfStage(task);
  const isByTime = recipes[recipe as RecipeId].length?.minutes(params) != null;
  const became =
    isByTime && length ? t('tasks.became', { count: length.epochs, steps: formatCount(length.steps) }) : null;
  const preset = presetWords(recipe, params);
  const stages = stagesOfTask(task);
  return (
    <dl className={styles.figures}>
      <Fact label={t('tasks.device')}>{task.device ? deviceText(task.device) : '–'}</Fact>
      <Fact label={t('tasks.speed')}>
        {speed === undefined ? '–' : t('tasks.perSecond', { n: speed < 10 ? speed.toFixed(1) : Math.round(speed) })}
      </Fact>
      {/* of an ended one it stands beside its share */}
      {isOpen(task.state) ? (
        <Fact label={t('tasks.elapsed')}>{elapsed > 0 ? formatDuration(elapsed, locale) : '–'}</Fact>
      ) : null}
      {viewOfRecipe(task.recipe).hasLabelCurves ? (
        <BestFigure curves={curves} version={stages.length > 1 ? undefined : version} />
      ) : null}
      <Fact label={t('tasks.images')}>
        {learnedImages(
          task.images,
          stages.map((one) => one.params),
        )}
      </Fact>
      {preset && stages.length === 1 ? <Fact label={t('tasks.preset')}>{text(preset)}</Fact> : null}
      {stages.length > 1 ? (
        stages.map((one, i) => (
          <Fact key={one.recipe} label={t('tasks.stageN', { n: i + 1, name: nameOfStage(one.recipe, text) })}>
            {text(wordsOf(one.recipe, one.params))}
            {became && i === task.stage?.index ? ` → ${became}` : ''}
          </Fact>
        ))
      ) : (
        <Fact label={t('tasks.settings')}>
          {text(wordsOf(recipe, params))}
          {became ? ` → ${became}` : ''}
        </Fact>
      )}
      {attemptOfStage(task) > 1 ? <Fact label={t('tasks.attempt')}>{attemptOfStage(task)}</Fact> : null}
    </dl>
  );
}

const nameOfStage = (recipe: RecipeId, text: (words: BothTexts) => string): string => {
  const { stageName } = recipes[recipe];
  return stageName ? text(stageName) : recipe;
};

/** Which of several stages is being trained. */
function StageName({ stage: { index, count, recipe } }: { stage: NonNullable<Task['stage']> }) {
  const { t } = useTranslation();
  const text = useText();
  return <p>{t('tasks.stageOf', { n: index + 1, of: count, name: nameOfStage(recipe as RecipeId, text) })}</p>;
}

/** Green says that all is well: a version that has not learned is done, and no more. */
const toneOf = ({ state }: Task, isAsked: boolean): string | null =>
  state === 'completed' && isAsked
    ? 'var(--hint)'
    : state === 'failed'
      ? 'var(--bad)'
      : isOpen(state) || state === 'completed'
        ? null
        : 'var(--hint)';

export function ProgressCard(props: { task: Task; curves: Curves; version: Version | undefined }) {
  const { task, curves, version } = props;
  const certified = version ? version.state === 'ready' : null;
  const { t } = useTranslation();
  const current = progressOf(task, curves);
  const tone = toneOf(task, version !== undefined && isAskedLevel(version.assessment.level));
  return (
    <Card>
      <div className={styles.top}>
        <div className={styles.current}>
          <p className={styles.share}>
            <strong className="num">{formatShare(current.share)}</strong>
            {current.epoch === null || epochsOf(task) === 0 ? null : (
              <span className="second num">{t('tasks.epochOf', { n: current.epoch, of: epochsOf(task) })}</span>
            )}
          </p>
          {task.stage ? <StageName stage={task.stage} /> : null}
          <TimeLeft task={task} />
        </div>
        <Facts task={task} curves={curves} version={version} />
      </div>
      <Progress
        percent={current.share * 100}
        showInfo={false}
        aria-label={t('tasks.progress')}
        {...(tone ? { strokeColor: tone } : {})}
      />
      <Stages task={task} current={current} certified={certified} />
    </Card>
  );
}
