/**
 * A chart in an element: `const { node, chart, theme } = useChart(option, { how, onMade })`. The drawing parts are loaded
 * when the first one is shown; it is drawn again with each render, in the colours of the theme, and follows its size.
 */
import { useEffect, useRef, type RefObject } from 'react';
import { themeStore, type ThemeName } from '../core/preferences.ts';
import { useStore } from '../core/store.ts';
import type * as echarts from './echarts.ts';
import type { EChartsCoreOption, EChartsType } from './echarts.ts';
import { palettes, type Palette } from './tokens.ts';

type Parts = typeof echarts;

export interface ChartOptions {
  /** What of the drawing before stays: `setOption`'s own target. */
  how: { notMerge?: boolean; replaceMerge?: string[] };
  /** Once, when the chart is there. */
  onMade?: (chart: EChartsType, parts: Parts) => void;
}

export const useChart = (
  option: (palette: Palette) => EChartsCoreOption,
  options: ChartOptions,
): { node: RefObject<HTMLDivElement | null>; chart: RefObject<EChartsType | null>; theme: ThemeName } => {
  const theme = useStore(themeStore);
  const node = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const latest = useRef({ option, options });
  useEffect(() => {
    latest.current = { option, options };
    chart.current?.setOption(option(palettes[theme]), options.how);
  });
  useEffect(() => {
    const element = node.current!;
    let gone = false;
    const observer = new ResizeObserver(() => chart.current?.resize());
    void import('./echarts.ts').then((parts) => {
      if (gone) return;
      const made = parts.init(element, null, { renderer: 'canvas' });
      made.setOption(latest.current.option(palettes[themeStore.get()]));
      latest.current.options.onMade?.(made, parts);
      chart.current = made;
      observer.observe(element);
    });
    return () => {
      gone = true;
      observer.disconnect();
      chart.current?.dispose();
      chart.current = null;
    };
  }, []);
  return { node, chart, theme };
};
