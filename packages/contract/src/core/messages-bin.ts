/** Messages of the bin: what keeps something from going there or coming back. */
export const binMessages = {
  'project.confirmName': {
    zh: '该项目有已启用的在线入口或大量图片，请输入项目名称以确认删除',
    en: 'The project has an active online entry or many images. Type its name to delete it',
  },
  'dataset.usedInBin': {
    zh: '回收站中的模型使用了此数据集：{models}。请先从回收站彻底删除这些模型',
    en: 'Models in the bin use this data set: {models}. Delete them from the bin first',
  },
  'bin.parent': {
    zh: '它所在的项目、数据集、文件夹或模型也在回收站中，请先恢复',
    en: 'Its project, data set, folder or model is also in the bin. Restore that first',
  },
  'bin.gone': {
    zh: '它已不在回收站中：已被恢复或彻底删除',
    en: 'It is no longer in the bin: it was restored or permanently deleted',
  },
  'online.inBin': {
    zh: '该在线入口在回收站中，恢复并启用后才能使用',
    en: 'This online entry is in the bin. Restore it and turn it on to use it again',
  },
} as const;
