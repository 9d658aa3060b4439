/** 两人同时修改的图形。 */
export const conflicts = {
  title: '冲突',
  text: '两人同时修改了同一图形。处理之前，不参与训练、测试和导出。',
  author: '{{name}} 修改',
  nobody: '未知',
  keepOne: '保留此项',
  keepOneOf: '只保留{{name}}',
  keepBoth: '两者都保留',
  keepAll: '全部保留',
  shape: '{{label}}，{{author}}',
  mark: '冲突：他人同时修改了该图形',
  note_other: '{{where}}中有 {{count, number}} 个图形处于冲突状态，处理之前不参与训练、测试和导出。',
  where_other: ' {{count, number}} 张图片',
  show: '查看：',
  folder: '{{name}}（{{count, number}}）',
  filter: '冲突',
};
