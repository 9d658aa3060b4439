/** Bars by day, those of one day on top of each other; in light and dark. */
import { useTranslation } from 'react-i18next';
import type { EChartsCoreOption } from '../../../ui/echarts.ts';
import { fontFamily, palettes, type Palette } from '../../../ui/tokens.ts';
import { useChart } from '../../../ui/use-chart.ts';
import styles from './records.module.css';

export interface Bars {
  key: string;
  name: string;
  color: string;
  /** One value a day. */
  values: readonly number[];
}

const optionOf = (days: readonly string[], bars: readonly Bars[], p: Palette): EChartsCoreOption => {
  const axis = {
    axisLabel: { color: p.hint, fontFamily, fontSize: 11 },
    axisLine: { lineStyle: { color: p.border } },
    splitLine: { lineStyle: { color: p.line } },
    axisTick: { show: false },
  };
  return {
    animation: false,
    grid: { left: 8, right: 12, top: 12, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: p.raised,
      borderColor: p.border,
      textStyle: { color: p.text, fontFamily, fontSize: 12 },
      axisPointer: { type: 'shadow' },
      valueFormatter: (value: unknown) => Number(value).toLocaleString('en-US', { maximumFractionDigits: 2 }),
    },
    xAxis: { type: 'category', data: days, ...axis },
    yAxis: { type: 'value', minInterval: bars.every(({ values }) => values.every(Number.isInteger)) ? 1 : 0, ...axis },
    series: bars.map(({ key, name, color, values }) => ({
      id: key,
      type: 'bar',
      stack: 'day',
      name,
      color,
      data: values,
      barMaxWidth: 28,
    })),
  };
};

export function DayBars(props: {
  days: readonly string[];
  bars: (palette: Palette) => readonly Bars[];
  height?: number;
  label: string;
}) {
  const { days, bars, height = 240, label } = props;
  const { node, theme } = useChart((palette) => optionOf(days, bars(palette), palette), {
    how: { replaceMerge: ['series'] },
  });
  const { t } = useTranslation();
  const drawn = bars(palettes[theme]);
  const isEmpty = drawn.every(({ values }) => values.every((value) => value === 0));
  return (
    <figure className={styles.chart} aria-label={label}>
      {drawn.length > 1 ? (
        <figcaption className={styles.legend}>
          {drawn.map(({ key, name, color }) => (
            <span key={key}>
              <i style={{ background: color }} aria-hidden="true" />
              {name}
            </span>
          ))}
        </figcaption>
      ) : null}
      <div className={styles.room}>
        <div ref={node} style={{ height }} />
        {isEmpty ? <p className={styles.none}>{t('records.emptyTitle')}</p> : null}
      </div>
    </figure>
  );
}
