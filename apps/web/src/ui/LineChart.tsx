/**
 * `<LineChart series={[{key, name, points: [[step, value]…]}]} xName height yMin yMax />`: curves in light and dark.
 * New points are appended without a new drawing of the chart. The legend is text beside its line, above the chart.
 */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { themeStore } from '../core/preferences.ts';
import { useStore } from '../core/store.ts';
import type { EChartsCoreOption, EChartsType } from './echarts.ts';
import styles from './LineChart.module.css';
import { fontFamily, palettes, type Palette } from './tokens.ts';

export interface ChartSeries {
  key: string;
  name: string;
  points: readonly (readonly [number, number])[];
  dashed?: boolean;
  /** Filled below the line. */
  area?: boolean;
}
export interface LineChartProps {
  series: readonly ChartSeries[];
  xName?: string;
  height?: number;
  yMin?: number;
  yMax?: number;
  xMin?: number;
  xMax?: number;
  /** Places after the point in the tooltip. */
  decimals?: number;
  /** What the chart shows, for assistive programs. */
  label: string;
}

const colorsOf = (p: Palette): string[] => [p.curve1, p.curve2, p.curve3, p.ok, p.bad, p.hint];

const optionOf = (props: LineChartProps, p: Palette): EChartsCoreOption => {
  const { series, xName, yMin, yMax, xMin, xMax, decimals = 3 } = props;
  const axis = {
    axisLabel: { color: p.hint, fontFamily, fontSize: 11 },
    axisLine: { lineStyle: { color: p.border } },
    splitLine: { lineStyle: { color: p.line } },
  };
  return {
    animation: false,
    color: colorsOf(p),
    grid: { left: 8, right: 16, top: 12, bottom: xName ? 24 : 8, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: p.raised,
      borderColor: p.border,
      textStyle: { color: p.text, fontFamily, fontSize: 12 },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? value.toFixed(decimals) : String(value)),
    },
    xAxis: {
      type: 'value',
      name: xName ?? '',
      nameLocation: 'middle',
      nameGap: 26,
      nameTextStyle: { color: p.hint, fontFamily, fontSize: 11 },
      min: xMin ?? 'dataMin',
      max: xMax ?? 'dataMax',
      minInterval: 1,
      ...axis,
      splitLine: { show: false },
    },
    yAxis: { type: 'value', scale: yMin === undefined, min: yMin ?? null, max: yMax ?? null, ...axis },
    series: series.map((s) => ({
      id: s.key,
      type: 'line',
      name: s.name,
      data: s.points,
      showSymbol: s.points.length === 1,
      sampling: 'lttb',
      lineStyle: { width: 2, type: s.dashed ? 'dashed' : 'solid' },
      ...(s.area ? { areaStyle: { opacity: 0.12 } } : {}),
    })),
  };
};

export function LineChart(props: LineChartProps) {
  const { t } = useTranslation();
  const theme = useStore(themeStore);
  const node = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const latest = useRef(props);
  const { series, height = 220, label } = props;

  useEffect(() => {
    latest.current = props;
    chart.current?.setOption(optionOf(props, palettes[theme]), { replaceMerge: ['series'] });
  });
  useEffect(() => {
    const element = node.current!;
    let gone = false;
    const observer = new ResizeObserver(() => chart.current?.resize());
    void import('./echarts.ts').then(({ init }) => {
      if (gone) return;
      chart.current = init(element, null, { renderer: 'canvas' });
      chart.current.setOption(optionOf(latest.current, palettes[themeStore.get()]));
      observer.observe(element);
    });
    return () => {
      gone = true;
      observer.disconnect();
      chart.current?.dispose();
      chart.current = null;
    };
  }, []);

  const colors = colorsOf(palettes[theme]);
  const isEmpty = series.every((s) => s.points.length === 0);
  return (
    <figure className={styles.figure} aria-label={label}>
      <figcaption className={styles.legend}>
        {series.map((s, i) => (
          <span key={s.key}>
            <svg width="16" height="3" aria-hidden="true">
              <path
                d="M0 1.5h16"
                stroke={colors[i % colors.length]}
                strokeWidth="3"
                {...(s.dashed ? { strokeDasharray: '5 3' } : {})}
              />
            </svg>
            {s.name}
          </span>
        ))}
      </figcaption>
      <div className={styles.room} style={{ height }}>
        <div ref={node} className={styles.chart} />
        {isEmpty ? <p className={styles.empty}>{t('ui.noPoints')}</p> : null}
      </div>
    </figure>
  );
}
