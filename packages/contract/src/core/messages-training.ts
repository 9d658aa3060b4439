/** Messages of the form for a training: images, validation, versions, and rules across parameters. */
export const trainingMessages = {
  'train.noImages': {
    zh: '训练集没有图片，请选择有图片的文件夹',
    en: 'The training set has no images; choose folders with images',
  },
  'train.noAnnotated': {
    zh: '所选文件夹没有已标注的图片，请先标注',
    en: 'The chosen folders have no annotated images; annotate some first',
  },
  'train.filesMissing': {
    zh: '有 {count} 张图片的文件缺失或已损坏（{files}），请删除这些图片，或请管理员从备份恢复后再训练',
    en: 'The files of {count} images are missing or damaged ({files}); delete these images, or have the administrator bring the files back from a backup',
  },
  'train.noObjects': { zh: '所选图片没有任何标注对象', en: 'The chosen images hold no annotated object' },
  'train.noValidation': { zh: '验证集没有图片', en: 'The validation set has no images' },
  'train.validationSmall': {
    zh: '验证图片不足所选图片的 5 %，是否继续？',
    en: 'The validation images are fewer than 5 % of the selected ones; continue?',
  },
  'train.labelMismatch': {
    zh: '训练集标签与模型版本的标签不一致，是否继续？',
    en: "The training set's labels differ from those of the model's version; continue?",
  },
  'train.warmupTooLong': { zh: '预热轮数必须小于训练轮数', en: 'The warm-up must be below the training epochs' },
  'train.saveIntervalTooLong': {
    zh: '保存间隔必须在 0 与训练轮数之间',
    en: 'The save interval is between 0 and the epochs',
  },
  'train.closeMosaicTooLong': {
    zh: '关闭马赛克的轮数不能超过训练轮数',
    en: 'The closing epochs without mosaic are at most the epochs',
  },
  'train.differentProject': {
    zh: '文件夹不属于该模型的项目',
    en: 'The folders do not belong to the project of the model',
  },
  'train.oneDataset': { zh: '所选文件夹必须属于同一个数据集', en: 'The chosen folders must belong to one data set' },
  'train.sizeStep': {
    zh: '此网络的训练尺寸必须是 32 的倍数；带 6 的网络可用 2 的倍数',
    en: 'The training size of this network is a multiple of 32; networks with a 6 take multiples of 2',
  },
  'train.sizeTooLargeX': {
    zh: '网络 x 同时使用 Adam 和多尺度时，训练尺寸最大为 1760',
    en: 'With network x, Adam and multi-scale the training size is at most 1760',
  },
  'train.sizeTooLargeX6': {
    zh: '网络 x6 的训练尺寸最大为 1664',
    en: 'With network x6 the training size is at most 1664',
  },
  'train.sizeTooLargeX6Heavy': {
    zh: '网络 x6 同时使用 Adam 和多尺度时，训练尺寸最大为 1280',
    en: 'With network x6, Adam and multi-scale the training size is at most 1280',
  },
  'train.noDecay': { zh: '分段衰减需要至少一个衰减轮次', en: 'Decay in steps needs at least one decay epoch' },
  'train.decayTooLate': {
    zh: '衰减轮次必须小于训练轮数',
    en: 'The decay epochs are below the training epochs',
  },
  'train.sourceBelowTraining': {
    zh: '图像尺寸不能小于训练尺寸',
    en: 'The image size is not below the training size',
  },
  'train.pairOrder': { zh: '第二个值不能小于第一个值', en: 'The second value is at least the first' },
  'train.notIncreasing': { zh: '数值必须递增', en: 'The values must increase' },
  'train.startVersion': {
    zh: '起始版本没有可继续训练的权重，请选择其他版本',
    en: 'The starting version has no weights to go on from; choose another one',
  },
  'train.startNetwork': {
    zh: '起始版本的网络是 {value}，请选择相同的网络',
    en: 'The starting version has network {value}; choose the same one',
  },
  'train.startMethod': {
    zh: '起始版本由“合成缺陷”方法训练；请选择该方法，或从头训练',
    en: 'The starting version was trained with synthetic defects; choose this method, or begin with nothing',
  },
  'train.startTrunk': {
    zh: '起始版本的骨干网络与此不同；请选择相同的骨干网络，或从头训练',
    en: 'The starting version has another backbone; choose the same one, or begin with nothing',
  },
} as const;
