/** `<Chart title option csv fileName />`: a card with a chart in the theme's colours that can be saved as PNG and CSV. */
import { DownloadOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { csvText, saveText, type CsvCell } from '../../core/csv.ts';
import { saveUrl } from '../../core/save.ts';
import type { EChartsCoreOption } from '../../ui/echarts.ts';
import { Card } from '../../ui/Page.tsx';
import { palettes, type Palette } from '../../ui/tokens.ts';
import { useChart } from '../../ui/use-chart.ts';
import styles from './chart.module.css';

export interface ChartProps {
  title: string;
  fileName: string;
  /** Pixels, or any length of CSS. */
  height?: number | string;
  extra?: ReactNode;
  option: (palette: Palette) => EChartsCoreOption;
  csv: () => CsvCell[][];
}

export function Chart({ title, fileName, height = 240, extra, option, csv }: ChartProps) {
  const { t } = useTranslation();
  const { node, chart, theme } = useChart(option, { how: { notMerge: true } });
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
