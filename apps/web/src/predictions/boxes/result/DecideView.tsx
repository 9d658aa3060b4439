/** May this version go to the line? Overkill and escape with exact bounds, the grey zone's load, suggested thresholds. */
import { Button, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatNumber, formatThreshold } from '../../../core/format.ts';
import { Card } from '../../../ui/Page.tsx';
import { Chart } from '../../shared/Chart.tsx';
import { lineOption, type DrawnLine } from '../../shared/chart-options.ts';
import type { Answer, Missing } from './question.ts';
import table from '../../shared/table.module.css';
import styles from './result.module.css';
import { percent, shareWords } from '../../shared/texts.ts';
import type { Result } from './use-result.ts';

const verdicts = ['ok', 'review', 'ng', 'noPart'] as const;
const kinds = ['good', 'defective'] as const;

function Rate(props: {
  name: string;
  help: string;
  share: Parameters<typeof shareWords>[0];
  tone: string;
  none: string;
  /** Nothing was drawn by chance: there is no interval. */
  isCertain?: boolean;
}) {
  const { t } = useTranslation();
  const words = shareWords(props.share);
  return (
    <Card>
      <div className={styles.rate} data-tone={props.tone}>
        <h3>{props.name}</h3>
        <strong className="num">{words.main}</strong>
        <span className="num second">{props.share.share === null ? props.none : words.count}</span>
        {words.bounds && !props.isCertain ? (
          <span className="num">
            {t('results.bounds')} <b>{words.bounds}</b>
          </span>
        ) : null}
        <p className="hint">{props.help}</p>
      </div>
    </Card>
  );
}

function VerdictCard({ result, answer }: { result: Result; answer: Answer }) {
  const { t } = useTranslation();
  const { good, defective } = answer.verdicts;
  const shown = verdicts.filter(
    (v) => v === 'ok' || v === 'ng' || good[v] + defective[v] > 0 || (v === 'review' && result.now.review !== null),
  );
  const bad: ReadonlySet<string> = new Set(['good ng', 'good noPart', 'defective ok']);
  return (
    <Card title={t('results.verdictTable')} extra={t('results.perImage')}>
      <table className={`${table.table} ${styles.findings}`}>
        <thead>
          <tr>
            <th>{t('results.image')}</th>
            {shown.map((v) => (
              <th key={v} className={table.number}>
                {t(`results.verdicts.${v}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => (
            <tr key={kind}>
              <td>{t(`results.kinds.${kind}`)}</td>
              {shown.map((v) => (
                <td key={v} className={table.number} data-bad={bad.has(`${kind} ${v}`) && answer.verdicts[kind][v] > 0}>
                  {formatCount(answer.verdicts[kind][v])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint">{t('results.verdictHelp')}</p>
    </Card>
  );
}

function Target(props: { value: number; label: string; onChange: (value: number) => void }) {
  return (
    <InputNumber
      size="small"
      min={0}
      max={100}
      step={0.5}
      value={props.value}
      suffix="%"
      className={styles.target!}
      aria-label={props.label}
      onChange={(value) => value !== null && props.onChange(value)}
    />
  );
}

interface Suggested {
  key: string;
  name: ReactNode;
  threshold: number | null;
  text: string;
}

const useSuggestions = (result: Result, answer: Answer): Suggested[] => {
  const { t } = useTranslation();
  const { state, change } = result;
  const { bestF1, escape, overkill } = answer.suggestions;
  const { verdicts: table } = answer;
  const sizes = { good: sum(table.good), defective: sum(table.defective) };
  const ofPoint = (point: typeof escape.point): string | null =>
    point &&
    [
      ...(sizes.good > 0 ? [`${t('results.overkill')} ${percent(point.overkill / sizes.good)}`] : []),
      ...(sizes.defective > 0 ? [`${t('results.escape')} ${percent(point.escape / sizes.defective)}`] : []),
    ].join(' · ');
  const textOf = (missing: Missing | null, text: string | null): string =>
    missing
      ? t(`results.missing.${missing.code}`, { have: formatNumber(missing.have), wanted: missing.wanted })
      : (text ?? t('results.noPoint'));
  return [
    {
      key: 'f1',
      name: t('results.bestF1'),
      threshold: bestF1.point?.threshold ?? null,
      text: textOf(bestF1.missing, bestF1.point && `F1 ${bestF1.point.f1.toFixed(3)}`),
    },
    {
      key: 'escape',
      name: (
        <>
          {t('results.escapeWithin')}{' '}
          <Target
            value={state.escape}
            label={t('results.escapeWithin')}
            onChange={(v) => change({ escape: v }, { replace: true })}
          />
        </>
      ),
      threshold: escape.point?.threshold ?? null,
      text: textOf(escape.missing, ofPoint(escape.point)),
    },
    {
      key: 'overkill',
      name: (
        <>
          {t('results.overkillWithin')}{' '}
          <Target
            value={state.overkill}
            label={t('results.overkillWithin')}
            onChange={(v) => change({ overkill: v }, { replace: true })}
          />
        </>
      ),
      threshold: overkill.point?.threshold ?? null,
      text: textOf(overkill.missing, ofPoint(overkill.point)),
    },
  ];
};

function SuggestionCard({ result, answer }: { result: Result; answer: Answer }) {
  const { t } = useTranslation();
  const { rest, now } = result;
  const rows = useSuggestions(result, answer);
  // A threshold is a step of the slider below the score, so that the score itself still counts.
  const step = (threshold: number): number => Math.min(1, Math.max(0.01, Math.floor(threshold * 100) / 100));
  return (
    <Card title={t('results.suggestions')} extra={t('results.onThisTest')}>
      <table className={`${table.table} ${styles.findings}`}>
        <thead>
          <tr>
            <th>{t('results.goal')}</th>
            <th className={table.number}>{t('tasks.confidence')}</th>
            <th>{t('results.gives')}</th>
            <th>{t('results.step')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <td>{row.name}</td>
              <td className={table.number}>
                <b>{row.threshold === null ? '–' : formatThreshold(row.threshold)}</b>
              </td>
              <td className="num">{row.text}</td>
              <td className={table.number}>
                <Button
                  size="small"
                  disabled={row.threshold === null}
                  onClick={() =>
                    row.threshold !== null &&
                    rest({ confidence: step(row.threshold), review: now.review, forAll: true })
                  }
                >
                  {t('results.try')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint">{t('results.suggestionHelp')}</p>
      {now.byLabel ? <p className="hint">{t('results.suggestionForAll')}</p> : null}
    </Card>
  );
}

const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((a, b) => a + b, 0);

export function DecideView({ result, answer }: { result: Result; answer: Answer }) {
  const { t } = useTranslation();
  const { now, task } = result;
  const { verdict, curves } = answer;
  const lines: DrawnLine[] = [
    { name: t('results.overkill'), line: curves?.overkill ?? [], bold: true },
    { name: t('results.escape'), line: curves?.escape ?? [], bold: true },
  ];
  const marks = [
    ...(now.review === null
      ? []
      : [{ at: now.review, text: `${t('results.reviewFrom')} ${formatThreshold(now.review)}` }]),
    { at: now.confidence, text: `NG ${formatThreshold(now.confidence)}` },
  ];
  return (
    <div className={styles.scroll}>
      <div className={styles.rates}>
        <Rate
          name={t('results.overkill')}
          help={t('results.overkillHelp')}
          share={verdict.overkill}
          tone="warn"
          none={t('results.noGood')}
        />
        <Rate
          name={t('results.escape')}
          help={t('results.escapeHelp')}
          share={verdict.escape}
          tone="bad"
          none={t('results.noDefective')}
        />
        <Rate
          name={t('results.review')}
          help={now.review === null ? t('results.greyOff') : t('results.reviewHelp')}
          share={verdict.review}
          tone="plain"
          none=""
          isCertain={now.review === null}
        />
        <VerdictCard result={result} answer={answer} />
      </div>
      <div className={styles.decide}>
        <Chart
          title={t('results.decideTitle')}
          fileName={`test-${task.id}-verdict`}
          height={280}
          option={(p) => lineOption(lines, { x: t('tasks.confidence'), y: '', marks, isShare: true }, p)}
          csv={() => [
            [t('results.curve'), t('tasks.confidence'), t('results.share')],
            ...lines.flatMap(({ name, line }) => line.map(([x, y]) => [name, x, y])),
          ]}
        />
        <SuggestionCard result={result} answer={answer} />
      </div>
    </div>
  );
}
