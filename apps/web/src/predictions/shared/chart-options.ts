/** What the charts of a result draw, in the colours of the theme. */
import { formatShare } from '../../core/format.ts';
import type { EChartsCoreOption } from '../../ui/echarts.ts';
import { percent } from './texts.ts';
import { fontFamily, type Palette } from '../../ui/tokens.ts';

/** One line to draw: x, y. */
export type Line = [number, number][];
export interface DrawnLine {
  name: string;
  line: Line;
  color?: string;
  dashed?: boolean;
  bold?: boolean;
}
export interface Axes {
  x: string;
  y: string;
  /** Marks on the x axis: the thresholds. */
  marks?: readonly { at: number; text: string }[];
  /** Marked points: the operating point. */
  points?: readonly { at: [number, number]; text: string; color?: string; place?: 'left' | 'right' }[];
  yMax?: number;
  /** Values are shares, and shown as the figures beside are. */
  isShare?: boolean;
}

const text = (p: Palette, size = 11) => ({ color: p.hint, fontFamily, fontSize: size });
const base = (p: Palette, axes: Axes): EChartsCoreOption => ({
  animation: false,
  textStyle: { fontFamily },
  grid: { left: 8, right: 20, top: 34, bottom: 22, outerBoundsMode: 'same', outerBoundsContain: 'all' },
  legend: {
    type: 'scroll',
    top: 0,
    left: 0,
    itemWidth: 16,
    itemHeight: 8,
    textStyle: { ...text(p, 12), color: p.second },
    pageTextStyle: text(p),
    pageIconColor: p.second,
    pageIconInactiveColor: p.border,
  },
  tooltip: {
    trigger: 'axis',
    confine: true,
    backgroundColor: p.raised,
    borderColor: p.border,
    textStyle: { color: p.text, fontFamily, fontSize: 12 },
  },
  xAxis: {
    type: 'value',
    name: axes.x,
    nameLocation: 'middle',
    nameGap: 24,
    nameTextStyle: text(p),
    min: 0,
    max: 1,
    axisLabel: text(p),
    axisLine: { lineStyle: { color: p.border } },
    splitLine: { show: false },
  },
  yAxis: {
    type: 'value',
    name: axes.y,
    nameTextStyle: text(p),
    min: 0,
    max: axes.yMax ?? 1,
    axisLabel: { ...text(p), ...(axes.isShare && { formatter: (v: number) => formatShare(v) }) },
    axisLine: { lineStyle: { color: p.border } },
    splitLine: { lineStyle: { color: p.line } },
  },
});

const markLine = (p: Palette, { marks = [] }: Axes) => ({
  silent: true,
  symbol: 'none',
  label: { color: p.second, fontFamily, fontSize: 11, formatter: '{b}' },
  lineStyle: { color: p.second, type: 'dotted', width: 1.5 },
  data: marks.map(({ at, text: name }) => ({ xAxis: at, name })),
});

export const lineOption = (lines: readonly DrawnLine[], axes: Axes, p: Palette): EChartsCoreOption => {
  const colors = [p.curve1, p.curve2, p.curve3, p.ok, p.bad, p.hint];
  const option = base(p, axes);
  return {
    ...option,
    legend: { ...(option['legend'] as object), data: lines.map(({ name }) => name) },
    tooltip: {
      ...(option['tooltip'] as object),
      valueFormatter: (v: unknown) => (typeof v === 'number' ? (axes.isShare ? percent(v) : v.toFixed(3)) : ''),
    },
    series: [
      ...lines.map((l, i) => ({
        type: 'line',
        name: l.name,
        data: l.line,
        showSymbol: false,
        color: l.color ?? colors[i % colors.length],
        lineStyle: { width: l.bold ? 3 : 1.5, type: l.dashed ? 'dashed' : 'solid' },
        z: l.bold ? 3 : 2,
        ...(i === 0 ? { markLine: markLine(p, axes) } : {}),
      })),
      ...(axes.points ?? []).map(({ at, text: name, color, place = 'left' }) => ({
        type: 'line',
        name,
        data: [at],
        symbol: 'circle',
        symbolSize: 10,
        color: color ?? p.primary,
        itemStyle: { borderColor: p.panel, borderWidth: 2 },
        // along the top runs the curve itself: the text stands below it
        label: {
          show: true,
          formatter: name,
          position: place,
          offset: [0, at[1] > 0.9 ? 14 : 0],
          color: p.text,
          fontFamily,
          fontSize: 11,
        },
        z: 5,
      })),
    ],
  };
};

export interface Bars {
  right: readonly number[];
  wrong: readonly number[];
  names: { right: string; wrong: string };
}
/** Scores in equal steps, right ones on top of wrong ones. */
export const histogramOption = ({ right, wrong, names }: Bars, axes: Axes, p: Palette): EChartsCoreOption => {
  const option = base(p, axes);
  const bars = (name: string, values: readonly number[], color: string, more: object) => ({
    type: 'bar',
    name,
    stack: 'scores',
    color,
    barCategoryGap: '12%',
    data: values.map((v, i) => [(i + 0.5) / values.length, v]),
    ...more,
  });
  return {
    ...option,
    yAxis: { ...(option['yAxis'] as object), max: null, minInterval: 1 },
    series: [bars(names.wrong, wrong, p.bad, { markLine: markLine(p, axes) }), bars(names.right, right, p.curve1, {})],
  };
};
