/** `<Chart title option csv fileName />`: a card with a chart in the theme's colours that can be saved as PNG and CSV. */
import { DownloadOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { csvText, saveText, type CsvCell } from '../../../../core/csv.ts';
import { themeStore } from '../../../../core/preferences.ts';
import { saveUrl } from '../../../../core/save.ts';
import { useStore } from '../../../../core/store.ts';
import type { EChartsCoreOption, EChartsType } from '../../../../ui/echarts.ts';
import { Card } from '../../../../ui/Page.tsx';
import { palettes, type Palette } from '../../../../ui/tokens.ts';
import styles from './result.module.css';

export interface ChartProps {
  title: string;
  fileName: string;
  height?: number;
  extra?: ReactNode;
  option: (palette: Palette) => EChartsCoreOption;
  csv: () => CsvCell[][];
}

export function Chart({ title, fileName, height = 240, extra, option, csv }: ChartProps) {
  const { t } = useTranslation();
  const theme = useStore(themeStore);
  const node = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const latest = useRef(option);
  useEffect(() => {
    latest.current = option;
    chart.current?.setOption(option(palettes[theme]), { notMerge: true });
  });
  useEffect(() => {
    const element = node.current!;
    let gone = false;
    const observer = new ResizeObserver(() => chart.current?.resize());
    void import('../../../../ui/echarts.ts').then(({ init }) => {
      if (gone) return;
      chart.current = init(element, null, { renderer: 'canvas' });
      chart.current.setOption(latest.current(palettes[themeStore.get()]));
      observer.observe(element);
    });
    return () => {
      gone = true;
      observer.disconnect();
      chart.current?.dispose();
      chart.current = null;
    };
  }, []);
  const save = (key: string): void => {
    if (key === 'csv') saveText(`${fileName}.csv`, csvText(csv()));
    else if (chart.current) {
      const { panel } = palettes[theme];
      saveUrl(chart.current.getDataURL({ pixelRatio: 2, backgroundColor: panel }), `${fileName}.png`);
    }
  };
  const menu = {
    items: ['png', 'csv'].map((key) => ({ key, label: key.toUpperCase() })),
    onClick: (e: { key: string }) => save(e.key),
  };
  return (
    <Card
      title={title}
      extra={
        <>
          {extra}
          <Dropdown menu={menu} trigger={['click']}>
            <button type="button" className={styles.save} aria-label={t('results.save', { name: title })}>
              <DownloadOutlined />
            </button>
          </Dropdown>
        </>
      }
    >
      <figure ref={node} aria-label={title} className={styles.chart} style={{ height }} />
    </Card>
  );
}
