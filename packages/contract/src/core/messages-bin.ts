/** Messages of the bin: what keeps something from going there or coming back. */
export const binMessages = {
  'project.confirmName': {
    zh: '该项目有已启用的在线入口或大量图片，请输入项目名称以确认删除',
    en: 'The project has an online entry that is on, or many images; type its name to delete it',
  },
  'dataset.usedInBin': {
    zh: '数据集被回收站中的模型使用：{models}；请先从回收站彻底删除这些模型',
    en: 'Models in the bin use this data set: {models}; delete them from the bin first',
  },
  'bin.parent': {
    zh: '它所在的项目、数据集、文件夹或模型也在回收站中，请先恢复后者',
    en: 'What it lies in is in the bin itself; restore that first',
  },
  'bin.gone': {
    zh: '它已不在回收站中：已被恢复或彻底删除',
    en: 'It is not in the bin any more: it was restored or deleted for good',
  },
  'online.inBin': {
    zh: '该在线入口已被删除，正在回收站中；恢复并启用后可继续使用',
    en: 'This online entry was deleted and is in the bin; restore it and switch it on to use it again',
  },
} as const;
