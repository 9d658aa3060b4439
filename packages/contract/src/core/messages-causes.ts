/** Why a task failed (`cause.*`, the code comes from the engine) and what it went on in spite of (`warning.*`). */
export const causeMessages = {
  'cause.data.empty': {
    zh: '训练集没有可用图片',
    en: 'The training set has no usable image',
  },
  'cause.data.noObjects': {
    zh: '训练图片没有任何对象',
    en: 'The training images hold no object',
  },
  'cause.data.noValidation': { zh: '验证集没有可用图片', en: 'The validation set has no usable image' },
  'cause.data.imageCorrupt': {
    zh: '图片「{file}」已损坏，无法读取',
    en: 'The image “{file}” is damaged and cannot be read',
  },
  'cause.data.imageMissing': {
    zh: '图片「{file}」在存储中缺失',
    en: 'The image “{file}” is missing in the storage',
  },
  'cause.data.hashMismatch': {
    zh: '图片「{file}」的内容与记录不一致',
    en: 'The content of “{file}” differs from what was recorded',
  },
  'cause.data.labelOutside': {
    zh: '「{file}」的标注超出图片范围，已裁剪',
    en: 'A label of “{file}” lies outside the image and was clipped',
  },
  'cause.train.outOfMemory': {
    zh: '批大小与训练尺寸所需的内存超过了可用内存',
    en: 'Batch and training size need more memory than there is',
  },
  'cause.train.lossNaN': {
    zh: '损失不再是有效数字',
    en: 'The loss is no longer a number',
  },
  'cause.disk.full': {
    zh: '磁盘已没有剩余空间',
    en: 'The disk has no room left',
  },
  'cause.checkpoint.damaged': {
    zh: '检查点已损坏，且没有更早的完好检查点',
    en: 'The checkpoint is damaged and no earlier one is good',
  },
  'cause.start.damaged': {
    zh: '起始版本的权重「{file}」缺失或已损坏：{why}',
    en: 'The weights of the starting version “{file}” are missing or damaged: {why}',
  },
  'cause.job.invalid': { zh: '任务描述无效：{why}', en: 'The job is not valid: {why}' },
  'cause.export.failed': { zh: '导出 ONNX 失败：{why}', en: 'The export to ONNX failed: {why}' },
  'cause.parity.failed': {
    zh: '一致性校验未通过：训练引擎与在线推理结果不同（{why}）',
    en: 'The parity check failed: engine and server disagree ({why})',
  },
  'cause.engine.internal': { zh: '训练引擎内部错误：{why}', en: 'An internal error of the engine: {why}' },
  'cause.engine.lost': { zh: '训练进程多次意外终止', en: 'The engine process ended unexpectedly several times' },
  'cause.engine.start': { zh: '无法启动训练引擎：{why}', en: 'The engine could not be started: {why}' },
  'cause.engine.badEvent': {
    zh: '训练引擎的一条消息无法识别，已跳过（{why}）',
    en: 'A message of the engine was not understood and passed over ({why})',
  },
  'warning.data.imageCorrupt': {
    zh: '图片「{file}」已损坏，本次训练未使用；请替换或删除',
    en: 'The image “{file}” is damaged and was left out; replace or delete it',
  },
  'warning.data.imageMissing': {
    zh: '图片「{file}」在存储中缺失，本次训练未使用；请运行检查',
    en: 'The image “{file}” is missing in the storage and was left out; run the check-up',
  },
  'warning.data.hashMismatch': {
    zh: '图片「{file}」的内容与记录不一致，本次训练未使用',
    en: 'The content of “{file}” differs from what was recorded; it was left out',
  },
  'warning.checkpoint.damaged': {
    zh: '检查点「{file}」已损坏，已从更早的检查点继续',
    en: 'The checkpoint “{file}” is damaged; the training went on from an earlier one',
  },
  'warning.data.labelOutside': {
    zh: '「{file}」等图片的 {count} 个标注超出图片范围，训练时已裁剪',
    en: '{count} labels reach out of their images, first in “{file}”; they were clipped for the training',
  },
  'warning.data.labelFlat': {
    zh: '「{file}」等图片的 {count} 个标注宽或高为零，训练时未使用；请修正或删除',
    en: '{count} labels have no width or no height, first in “{file}”, and were left out; mend or delete them',
  },
  'warning.data.tiny': {
    zh: '「{file}」等图片的 {count} 个对象在此训练尺寸下小到无法学习；请增大训练尺寸，或使用裁剪',
    en: '{count} objects are too small to be learnt at this training size, first in “{file}”; raise the training size or use crops',
  },
  'warning.start.labels': {
    zh: '起始版本没有这些标签，将从头学习：{labels}',
    en: 'Labels that the starting version does not know are learnt from nothing: {labels}',
  },
  'warning.train.weightsGap': {
    zh: '原始权重与平均权重的得分相差较大（{raw} 与 {averaged}），已保留较好的一组',
    en: 'Raw and averaged weights differ much in score ({raw} and {averaged}); the better ones are kept',
  },
  'warning.parity.failed': {
    zh: '一致性校验未通过，版本不能使用：训练引擎与在线推理结果不同（{why}）；请延长训练后重试',
    en: 'The parity check failed, so the version cannot be used: engine and server do not agree ({why}); train longer and try again',
  },
  'cause.inference.timeout': {
    zh: '处理「{file}」时推理超过时间限制',
    en: 'The model ran past its time limit on “{file}”',
  },
  'cause.inference.memory': {
    zh: '处理「{file}」时推理超过内存限制',
    en: 'The model ran past its memory limit on “{file}”',
  },
  'cause.inference.failed': { zh: '处理「{file}」时推理失败：{why}', en: 'The model failed on “{file}”: {why}' },
  'cause.version.damaged': {
    zh: '版本的模型文件「{file}」缺失或已损坏，请从备份恢复或重新训练',
    en: "The version's model file “{file}” is missing or damaged; restore it from a backup or train again",
  },
} as const;
