/** The live curves of a training, over epochs, beside those of another one where requested. */
import { isOpen, isReadyStage, recipes, type RecipeId, type SeriesPoint, type Task } from '@loupe/contract';
import { useMemo, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { viewOfRecipe } from '../../../families/recipes.ts';
import { LineChart, type ChartSeries } from '../../../ui/LineChart.tsx';
import { Card } from '../../../ui/Page.tsx';
import { useChartView } from './chart-view.ts';
import { CurveTools, trainingName, useOtherTrainings } from './CurveTools.tsx';
import { LabelFigures } from './LabelFigures.tsx';
import { atStage, epochsOf, overEpochs, paramsOfStage, stagesOfTask, stepsPerEpoch, type Curves } from './progress.ts';
import { StageChoice } from './StageChoice.tsx';
import styles from './training.module.css';
import { unread, useCurves, useHasCurves } from './use-curves.ts';

const chartHeight = 250;
/** Two charts, or four, leave no gap in a row of two. */
export const columnsFor = (cards: number): number => (cards === 4 ? 2 : Math.max(1, Math.min(cards, 3)));
/** Charts of the page zoom and point together. */
const group = 'training';

/** A training by a budget of time knows no epochs; its curves stand over steps. */
const isByEpoch = (task: Task): boolean => epochsOf(task) > 0;

type MakeSeries = (name: string, text: string, dashed?: boolean) => ChartSeries;

const makerOf =
  (task: Task, curves: Curves): MakeSeries =>
  (name, text, dashed = false) => ({
    key: name,
    name: text,
    points: isByEpoch(task) ? overEpochs(curves.get(name), stepsPerEpoch(curves, task)) : (curves.get(name) ?? []),
    dashed,
  });

/** The same curve of the other training, behind this one. */
const besideOf =
  (other: Task | undefined, curves: Curves) =>
  (name: string, text: string): ChartSeries[] => {
    if (!other) return [];
    const made = makerOf(other, curves)(name, `${trainingName(other)} · ${text}`);
    return [{ ...made, key: `other ${name}`, muted: true }];
  };

/** No point will come any more: the training is over, or takes no step at all. */
const isFinal = (task: Task): boolean => {
  const { length } = recipes[(task.stage?.recipe ?? task.recipe) as RecipeId];
  return !isOpen(task.state) || length?.steps(paramsOfStage(task), 1) === 0;
};

/** Whether a point belongs into a chart of its stage: the engine tells more than is drawn. */
const isDrawn = (task: Task) => {
  const names = stagesOfTask(task).map(
    ({ recipe }) => new Set(viewOfRecipe(recipe).curves.flatMap(({ lines }) => lines.map(({ name }) => name))),
  );
  return ({ stage, name }: SeriesPoint): boolean => names[stage]?.has(name) ?? false;
};

/** Where a training that is over has validated once, a curve would be a dot in an empty chart. */
const isOneFigure = (task: Task, series: readonly ChartSeries[]): boolean =>
  !isOpen(task.state) && series.some((s) => s.points.length > 0) && series.every((s) => s.points.length <= 1);

function Figures({ series }: { series: readonly ChartSeries[] }) {
  const { t } = useTranslation();
  return (
    <>
      <dl className={styles.figures}>
        {series.map(({ key, name, points }) => (
          <div key={key} className={styles.fact}>
            <dt>{name}</dt>
            <dd className="num">{points[0] === undefined ? '–' : points[0][1].toFixed(3)}</dd>
          </div>
        ))}
      </dl>
      <p className="hint">{t('tasks.oneValidation')}</p>
    </>
  );
}

export function CurveCards({ task: whole }: { task: Task }) {
  const { t } = useTranslation();
  const view = useChartView();
  const stage = Math.min(view.stage ?? Infinity, whole.stage?.index ?? 0);
  const curves = useCurves(whole, stage);
  const task = useMemo(() => atStage(whole, stage, curves), [whole, stage, curves]);
  const others = useOtherTrainings(task);
  const compared = others.find(({ id }) => id === view.compare);
  const otherCurves = useCurves(compared, stage);
  const other = useMemo(() => compared && atStage(compared, stage, otherCurves), [compared, stage, otherCurves]);
  const kind = viewOfRecipe(task.stage?.recipe ?? task.recipe);
  const cards = useMemo(() => {
    const series = makerOf(task, curves);
    const beside = besideOf(other, otherCurves);
    const drawn = kind.curves.filter(({ method }) => method === undefined || method === paramsOfStage(task)['method']);
    return drawn.map(({ lines, ...card }) => ({
      ...card,
      series: [
        ...lines.flatMap(({ name, text, dashed, optional }, place) =>
          optional && !curves.has(name) ? [] : [{ ...series(name, t(text), dashed), place }],
        ),
        ...lines.slice(0, 1).flatMap(({ name, text }) => beside(name, t(text))),
      ],
    }));
  }, [kind, task, curves, other, otherCurves, t]);
  const hasPoints = ({ series }: (typeof cards)[number]) => series.some(({ points }) => points.length > 0);
  const shown = curves !== unread && isFinal(task) ? cards.filter(hasPoints) : cards;
  const isNone = shown.length === 0;
  const columns = columnsFor(shown.length + (kind.hasLabelCurves ? 1 : 0));
  const hasAny = useHasCurves(whole, isDrawn(whole));
  const last = Math.max(...[...curves.values()].map((points) => points.at(-1)?.[0] ?? 0), 0);
  const xMax = (isByEpoch(task) ? Math.max(epochsOf(task), other ? epochsOf(other) : 0) : last) || 1;
  const common = {
    xName: t(isByEpoch(task) ? 'tasks.epoch' : 'tasks.step'),
    height: chartHeight,
    xMin: 0,
    xMax,
    smoothing: view.smooth,
    zoom: true,
    group,
    isLoading: curves === unread,
  };
  // the ready-made reader learns nothing: none of its stages has a curve
  if (!hasAny && isFinal(task)) return null;
  return (
    <section className={styles.curveRoom} aria-label={t('tasks.curves')}>
      <StageChoice task={whole} stage={stage} view={view} />
      {isNone ? (
        <p className="hint">{t(isReadyStage(paramsOfStage(task)) ? 'tasks.noCurves' : 'ui.noPoints')}</p>
      ) : (
        <CurveTools task={task} others={others} curves={curves} view={view} hasLog={shown.some((card) => card.log)} />
      )}
      <div className={styles.curves} style={{ '--columns': columns } as CSSProperties}>
        {shown.map(({ key, title, series, yMin, yMax, log }) => (
          <Card key={key} title={t(title)}>
            {isOneFigure(task, series) ? (
              <Figures series={series} />
            ) : (
              <LineChart
                {...common}
                series={series}
                label={t(title)}
                {...(yMin === undefined ? {} : { yMin })}
                {...(yMax === undefined ? {} : { yMax })}
                log={log === true && view.log}
              />
            )}
          </Card>
        ))}
        {kind.hasLabelCurves ? <LabelFigures task={task} curves={curves} view={view} chart={common} /> : null}
      </div>
    </section>
  );
}
