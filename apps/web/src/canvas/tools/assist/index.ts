// Outlines of objects that are pointed at.

import { createAssistTool, states } from './assist.ts';
import type { ToolDef } from '../tool.ts';

export const assist = {
  id: 'assist',
  key: 'S',
  title: { zh: '智能描边', en: 'Assist' },
  tip: {
    zh: '单击目标，或拖动框住目标，即显示轮廓；再次单击补上缺少的部分，Alt + 单击或右键单击去除多余的部分。Enter 确认，Backspace 撤回上一次单击，Esc 放弃',
    en: 'Click an object, or drag a box around it: its outline appears. Click what is missing; Alt + click or right-click what is too much. Enter accepts, Backspace takes the last click back, Esc gives up',
  },
  makes: 'polygon',
  takesSecond: true,
  icon: {
    lines:
      'M9 2.2c3.6-.4 6.6 1.9 6.4 5.6-.2 3.4-2 7.6-6 7.8-4.2.2-7-2.6-6.8-6.4C2.8 5.4 5.4 2.6 9 2.2ZM9 6.2v5.6M6.2 9h5.6',
  },
  states,
  create: createAssistTool,
} as const satisfies ToolDef;
