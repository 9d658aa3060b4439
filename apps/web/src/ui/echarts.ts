/** The parts of ECharts that Loupe draws with, loaded only where a chart is shown. */
import { LineChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([LineChart, GridComponent, TooltipComponent, CanvasRenderer]);

export { init };
export type { EChartsCoreOption, EChartsType } from 'echarts/core';
