/** Figures of the whole test and of each label, and the curves they are points of. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { CsvCell } from '../../../core/csv.ts';
import { formatCount, formatDuration, formatThreshold } from '../../../core/format.ts';
import { useLocale } from '../../../core/i18n.ts';
import { Card } from '../../../ui/Page.tsx';
import { Chart } from '../../shared/Chart.tsx';
import { histogramOption, lineOption, type DrawnLine, type Line } from '../../shared/chart-options.ts';
import { ClassTable } from './ClassTable.tsx';
import { ConfusionTable } from './ConfusionTable.tsx';
import { LabelChoice } from './LabelChoice.tsx';
import type { CurveSet } from './question.ts';
import styles from './result.module.css';
import { figure } from '../../shared/texts.ts';
import type { ObjectSummary, Result } from './use-result.ts';

/** Curves of labels in one chart; more cannot be told apart. */
const shownCurves = 10;

interface Main {
  name: string;
  value: number | null | undefined;
  help?: string;
}

/** What only one of the types has. */
const ownFigures = (summary: ObjectSummary, t: TFunction): Main[] =>
  summary.type === 'boxes'
    ? [{ name: 'mAP33', value: summary.map33 }]
    : [
        { name: t('masks.boxMap50'), value: summary.boxMap50 },
        { name: t('masks.boundaryF'), value: summary.boundaryF, help: t('masks.boundaryFHelp') },
        { name: t('masks.areaError'), value: summary.areaError, help: t('masks.areaErrorHelp') },
      ];

export function SummaryCard({ result }: { result: Result }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { summary, explorer } = result;
  const total = explorer.answer?.total;
  const main: Main[] = [
    { name: 'mAP50', value: summary.map50 },
    { name: 'mAP50–95', value: summary.map50_95 },
    ...ownFigures(summary, t),
    { name: t('tasks.precision'), value: total?.precision },
    { name: t('tasks.recall'), value: total?.recall },
    { name: 'F1', value: total?.f1 },
  ];
  return (
    <Card
      title={t('tasks.figures')}
      extra={summary.seconds === null ? null : t('tasks.modelTime', { time: formatDuration(summary.seconds, locale) })}
    >
      <dl className={styles.figures}>
        {main.map(({ name, value, help }) => (
          <div key={name} title={help}>
            <dt>{name}</dt>
            <dd className="num">{figure(value)}</dd>
          </div>
        ))}
      </dl>
      <p className="hint">
        {t('tasks.figuresOf', {
          truths: formatCount(summary.truths),
          detections: formatCount(explorer.answer?.detections ?? summary.detections),
        })}
      </p>
    </Card>
  );
}

/** Curves of the labels that are worst, or of the chosen one, and of all together. */
const prLines = (result: Result, curves: CurveSet, all: string): DrawnLine[] => {
  const { summary, state } = result;
  const places = summary.classes.map((_, i) => i).filter((i) => curves.pr[i]!.length > 0);
  const worst = places
    .toSorted((a, b) => (summary.classes[a]!.ap50 ?? 1) - (summary.classes[b]!.ap50 ?? 1))
    .slice(0, shownCurves);
  const shown = places.filter((i) => worst.includes(i) || i === state.label);
  const lines = shown.map((i): DrawnLine => {
    const { label, color } = summary.classes[i]!;
    return { name: label, line: curves.pr[i]!, color, bold: i === state.label };
  });
  return [{ name: all, line: curves.pr.at(-1)!, bold: state.label === null }, ...lines];
};

const lineRows = (names: [string, string, string], lines: readonly { name: string; line: Line }[]): CsvCell[][] => [
  names,
  ...lines.flatMap(({ name, line }) => line.map(([x, y]) => [name, x, y])),
];

/** Until the worker has them. */
const noCurves = (classes: number): CurveSet => ({
  pr: Array.from({ length: classes + 1 }, () => []),
  f1: [],
  precision: [],
  recall: [],
  best: null,
  overkill: [],
  escape: [],
  histogram: { right: [], wrong: [] },
});

/** Which label the curves are of, and where its F1 is best. */
function CurvesHead({ result, best }: { result: Result; best: CurveSet['best'] }) {
  const { t } = useTranslation();
  const { change } = result;
  return (
    <div className={styles.curvesTop}>
      <h2>{t('results.curves')}</h2>
      <LabelChoice result={result} onChange={(label) => change({ label }, { replace: true })} />
      {best ? (
        <span className="hint num">
          {t('results.bestF1At', { f1: best.f1.toFixed(3), value: formatThreshold(best.threshold) })}
        </span>
      ) : null}
    </div>
  );
}

export function FiguresView({ result }: { result: Result }) {
  const { t } = useTranslation();
  const { summary, explorer, state, now, task } = result;
  const { answer } = explorer;
  const curves = answer?.curves ?? null;
  const drawn = curves ?? noCurves(summary.classes.length);
  const label = state.label === null ? null : summary.classes[state.label];
  const of = label?.label ?? t('results.allLabels');
  const rates = state.label === null ? answer?.total : answer?.perClass[state.label];
  const own = label && now.byLabel && Object.hasOwn(now.byLabel, label.label) ? now.byLabel[label.label] : undefined;
  const from = own ?? now.confidence;
  const marks = [{ at: from, text: formatThreshold(from) }];
  const pr = prLines(result, drawn, t('results.allLabels'));
  const over: DrawnLine[] = [
    { name: 'F1', line: drawn.f1, bold: true },
    { name: t('tasks.precision'), line: drawn.precision, dashed: true },
    { name: t('tasks.recall'), line: drawn.recall, dashed: true },
  ];
  const point =
    typeof rates?.recall === 'number' && typeof rates.precision === 'number'
      ? [
          {
            at: [rates.recall, rates.precision] as [number, number],
            text: t('results.atConfidence', { value: formatThreshold(from) }),
          },
        ]
      : [];
  const histogram = drawn.histogram;
  return (
    <div className={styles.scroll}>
      <div className={styles.figureTop}>
        <ClassTable result={result} />
        <div className={styles.column2}>
          <SummaryCard result={result} />
          <ConfusionTable result={result} />
        </div>
      </div>
      <CurvesHead result={result} best={drawn.best} />
      <div className={styles.charts}>
        <Chart
          title={t('results.prTitle')}
          fileName={`test-${task.id}-pr`}
          extra={summary.classes.length > shownCurves ? t('results.worstLabels', { count: shownCurves }) : null}
          option={(p) => lineOption(pr, { x: t('tasks.recall'), y: t('tasks.precision'), points: point }, p)}
          csv={() => lineRows([t('tasks.label'), t('tasks.recall'), t('tasks.precision')], pr)}
        />
        <Chart
          title={t('results.f1Title', { of })}
          fileName={`test-${task.id}-f1`}
          option={(p) => lineOption(over, { x: t('tasks.confidence'), y: '', marks }, p)}
          csv={() => lineRows([t('results.curve'), t('tasks.confidence'), t('results.value')], over)}
        />
        <Chart
          title={t('results.scoresTitle', { of })}
          fileName={`test-${task.id}-scores`}
          option={(p) =>
            histogramOption(
              { ...histogram, names: { right: t('results.right'), wrong: t('results.wrong') } },
              { x: t('tasks.score'), y: '', marks },
              p,
            )
          }
          csv={() => [
            [t('results.scoreFrom'), t('results.right'), t('results.wrong')],
            ...histogram.right.map((right, i) => [i / histogram.right.length, right, histogram.wrong[i]!]),
          ]}
        />
      </div>
    </div>
  );
}
