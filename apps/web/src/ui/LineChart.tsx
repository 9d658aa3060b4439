/**
 * `<LineChart series={[{key, name, points: [[step, value]…]}]} xName height yMin yMax />`: curves in light and dark.
 * New points are appended without a new drawing of the chart. The legend above the chart hides and shows lines. With
 * `zoom`, ctrl and wheel zoom, dragging moves, a double click shows all; charts of one `group` move together.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EChartsCoreOption } from './echarts.ts';
import styles from './LineChart.module.css';
import { positive, smoothed, type Points } from './smooth.ts';
import { fontFamily, palettes, type Palette } from './tokens.ts';
import { useChart } from './use-chart.ts';

export interface ChartSeries {
  key: string;
  name: string;
  points: Points;
  dashed?: boolean;
  /** Filled below the line. */
  area?: boolean;
  /** Its own colour; else the next of the palette, or the one at this place: a line that comes later changes no other. */
  color?: string;
  place?: number;
  /** For comparison: thin and grey, behind the others. */
  muted?: boolean;
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
  /** Logarithmic height; values that are not above zero are left out. */
  log?: boolean;
  /** 0 … 1; the raw line stays behind, faint. */
  smoothing?: number;
  zoom?: boolean;
  group?: string;
  /** The points are still on their way: nothing is said of there being none. */
  isLoading?: boolean;
  /** What the chart shows, for assistive programs. */
  label: string;
}

const colorsOf = (p: Palette): string[] => [p.curve1, p.curve2, p.curve3, p.ok, p.bad, p.hint];

/** Each series with its colour: a line keeps it when another one is hidden. */
const coloured = (series: readonly ChartSeries[], p: Palette): (ChartSeries & { color: string })[] => {
  const colors = colorsOf(p);
  let next = 0;
  return series.map((s) => ({
    ...s,
    color: s.color ?? (s.muted ? p.hint : colors[(s.place ?? next++) % colors.length]!),
  }));
};

type Drawn = LineChartProps & { hidden: ReadonlySet<string>; rawName: string };

const linesOf = (props: Drawn, p: Palette): Record<string, unknown>[] => {
  const { log, smoothing = 0, hidden, rawName } = props;
  return coloured(props.series, p)
    .filter(({ key }) => !hidden.has(key))
    .flatMap((s) => {
      const raw = log ? positive(s.points) : s.points;
      const line = {
        id: s.key,
        type: 'line',
        name: s.name,
        color: s.color,
        data: smoothed(raw, smoothing),
        showSymbol: raw.length === 1,
        sampling: 'lttb',
        z: s.muted ? 1 : 2,
        lineStyle: { width: s.muted ? 1.5 : 2, type: s.dashed ? 'dashed' : 'solid' },
        ...(s.area ? { areaStyle: { opacity: 0.12 } } : {}),
      };
      if (smoothing <= 0 || s.muted) return [line];
      const faint = { lineStyle: { width: 1, opacity: 0.25 }, silent: true, showSymbol: false, z: 0 };
      return [line, { ...line, id: `${s.key} raw`, name: `${s.name} · ${rawName}`, data: raw, ...faint }];
    });
};

const optionOf = (props: Drawn, p: Palette): EChartsCoreOption => {
  const { xName, yMin, yMax, xMin, xMax, decimals = 3, log, zoom } = props;
  const axis = {
    axisLabel: { color: p.hint, fontFamily, fontSize: 11 },
    axisLine: { lineStyle: { color: p.border } },
    splitLine: { lineStyle: { color: p.line } },
  };
  return {
    animation: false,
    grid: { left: 8, right: 16, top: 12, bottom: xName ? 4 : 8, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: p.raised,
      borderColor: p.border,
      textStyle: { color: p.text, fontFamily, fontSize: 12 },
      axisPointer: { label: { show: false } },
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
      axisLabel: { ...axis.axisLabel, hideOverlap: true }, // the last step stands beside the last round number
      splitLine: { show: false },
    },
    yAxis: log
      ? { type: 'log', min: null, max: null, scale: false, ...axis }
      : { type: 'value', scale: yMin === undefined, min: yMin ?? null, max: yMax ?? null, ...axis },
    ...(zoom
      ? { dataZoom: [{ id: 'zoom', type: 'inside', xAxisIndex: 0, zoomOnMouseWheel: 'ctrl', filterMode: 'none' }] }
      : {}),
    series: linesOf(props, p),
  };
};

export function LineChart(props: LineChartProps) {
  const { t } = useTranslation();
  const { series, height = 220, label, isLoading = false } = props;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const drawn = { ...props, hidden, rawName: t('ui.rawCurve') };
  const { node, theme } = useChart((palette) => optionOf(drawn, palette), {
    how: { replaceMerge: ['series'] },
    onMade: (chart, { connect }) => {
      chart.getZr().on('dblclick', () => chart.dispatchAction({ type: 'dataZoom', start: 0, end: 100 }));
      if (!props.group) return;
      chart.group = props.group;
      connect(props.group);
    },
  });
  const toggle = (key: string) => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    setHidden(next);
  };
  const isEmpty = series.every((s) => s.points.length === 0);
  return (
    <figure className={styles.figure} aria-label={label}>
      <figcaption className={styles.legend}>
        {coloured(series, palettes[theme]).map((s) => (
          <button key={s.key} type="button" aria-pressed={!hidden.has(s.key)} onClick={() => toggle(s.key)}>
            <svg width="16" height="3" aria-hidden="true">
              <path d="M0 1.5h16" stroke={s.color} strokeWidth="3" {...(s.dashed ? { strokeDasharray: '5 3' } : {})} />
            </svg>
            {s.name}
          </button>
        ))}
      </figcaption>
      <div className={styles.room} style={{ height }}>
        <div ref={node} className={styles.chart} />
        {isEmpty && !isLoading ? <p className={styles.empty}>{t('ui.noPoints')}</p> : null}
      </div>
    </figure>
  );
}
