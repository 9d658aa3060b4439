/** Why a task failed (`cause.*`, the code comes from the engine) and what it warned of (`warning.*`). */
export const causeMessages = {
  'cause.data.empty': {
    zh: '训练集没有可用图片',
    en: 'The training set has no usable images',
  },
  'cause.data.noOutlines': {
    zh: '训练图片中没有任何多边形，无法学习轮廓。请用多边形标注目标，或开启「矩形视为实心」',
    en: 'No training image has a polygon, so there are no outlines to learn from. Annotate objects with polygons, or turn on “Rectangles are filled”',
  },
  'cause.data.noExamples': {
    zh: '没有可用的示例：所在图片已被删除或无法读取，或图形过小',
    en: 'There are no usable examples: their images were deleted or cannot be read, or the shapes are too small',
  },
  'cause.data.noObjects': {
    zh: '训练图片中没有标注目标',
    en: 'The training images have no objects',
  },
  'cause.data.noParts': {
    zh: '可用的图片中没有标注零件（定位标签），无法裁剪',
    en: 'The usable images have no annotated parts (locating labels), so there is nothing to crop',
  },
  'cause.stage.damaged': {
    zh: '前一阶段的模型文件「{file}」缺失或已损坏：{why}',
    en: 'The model file “{file}” of the previous stage is missing or damaged: {why}',
  },
  'cause.data.noValidation': { zh: '验证集没有可用图片', en: 'The validation set has no usable images' },
  'cause.data.imageCorrupt': {
    zh: '图片「{file}」已损坏，无法读取',
    en: 'The image “{file}” is damaged and cannot be read',
  },
  'cause.data.imageMissing': {
    zh: '图片「{file}」在存储中缺失',
    en: 'The image “{file}” is missing from storage',
  },
  'cause.data.hashMismatch': {
    zh: '图片「{file}」的内容与记录不一致',
    en: 'The content of “{file}” does not match its record',
  },
  'cause.data.labelOutside': {
    zh: '「{file}」的标注超出图片范围，已裁剪',
    en: 'An annotation of “{file}” is outside the image and was clipped',
  },
  'cause.train.outOfMemory': {
    zh: '当前批大小与训练尺寸所需的内存超过可用内存',
    en: 'This batch size and training size need more memory than is available',
  },
  'cause.train.lossNaN': {
    zh: '损失不再是有效数字',
    en: 'The loss is no longer a valid number',
  },
  'cause.device.missing': {
    zh: '找不到所选的设备 {device}：{why}',
    en: 'The selected device {device} is not available: {why}',
  },
  'cause.disk.full': {
    zh: '磁盘已满',
    en: 'The disk is full',
  },
  'cause.checkpoint.damaged': {
    zh: '检查点已损坏，也没有更早的可用检查点',
    en: 'The checkpoint is damaged and there is no earlier usable one',
  },
  'cause.start.damaged': {
    zh: '起始版本的权重「{file}」缺失或已损坏：{why}',
    en: 'The weights “{file}” of the starting version are missing or damaged: {why}',
  },
  'cause.job.invalid': { zh: '任务描述无效：{why}', en: 'The job is not valid: {why}' },
  'cause.export.failed': { zh: '导出 ONNX 失败：{why}', en: 'ONNX export failed: {why}' },
  'cause.parity.failed': {
    zh: '一致性校验未通过：训练引擎与在线推理结果不同（{why}）',
    en: 'The parity check failed: the engine and the server disagree ({why})',
  },
  'cause.engine.internal': { zh: '内部错误：{why}', en: 'Internal error: {why}' },
  'cause.engine.lost': { zh: '任务的进程意外终止', en: 'The process of this task ended unexpectedly' },
  'cause.engine.start': { zh: '无法启动训练引擎：{why}', en: 'The engine could not be started: {why}' },
  'cause.engine.badEvent': {
    zh: '训练引擎的一条消息无法识别，已跳过（{why}）',
    en: 'A message from the engine was not recognised and was skipped ({why})',
  },
  'warning.train.fewSteps': {
    zh: '训练只有 {count} 步，很难学到有效内容。请延长训练',
    en: 'The training has only {count} {count|step|steps}, too few to learn much. Train longer',
  },
  'warning.data.imageCorrupt': {
    zh: '图片「{file}」已损坏，本次训练未使用；请替换或删除',
    en: 'The image “{file}” is damaged and was not used. Replace or delete it',
  },
  'warning.data.imageMissing': {
    zh: '图片「{file}」在存储中缺失，本次训练未使用；请管理员运行 npm run loupe -- doctor',
    en: 'The image “{file}” is missing from storage and was not used. Ask your administrator to run npm run loupe -- doctor',
  },
  'warning.data.hashMismatch': {
    zh: '图片「{file}」的内容与记录不一致，本次训练未使用；请管理员运行 npm run loupe -- doctor',
    en: 'The content of “{file}” does not match its record, so it was not used. Ask your administrator to run npm run loupe -- doctor',
  },
  'warning.checkpoint.damaged': {
    zh: '检查点「{file}」已损坏，已从更早的检查点继续',
    en: 'The checkpoint “{file}” is damaged; training continued from an earlier one',
  },
  'warning.data.labelOutside': {
    zh: '{count} 个标注超出图片范围（如「{file}」），训练时已裁剪',
    en: '{count} {count|annotation|annotations} outside {count|its image|their images} (first in “{file}”) {count|was|were} clipped for training',
  },
  'warning.data.labelFlat': {
    zh: '{count} 个标注的宽或高为零（如「{file}」），训练时未使用。请修正或删除',
    en: '{count} {count|annotation|annotations} without width or height (first in “{file}”) {count|was|were} left out. Correct or delete {count|it|them}',
  },
  'warning.data.outsideParts': {
    zh: '{count} 个缺陷不在任何零件的裁剪范围内（如「{file}」），不参与学习',
    en: '{count} {count|defect is|defects are} outside the crops of all parts (first in “{file}”) and {count|is|are} not learned',
  },
  'warning.data.partsMissed': {
    zh: '第一阶段在 {count} 张训练图片上没有找到任何零件',
    en: 'On {count} training {count|image|images} the first stage finds no part',
  },
  'warning.data.cutParts': {
    zh: '第一阶段在 {count} 张训练图片上找到的零件大于裁剪的最大尺寸（如「{file}」）：只检测中间部分，这样的图片不会判为 OK',
    en: 'On {count} training {count|image|images} the first stage finds parts larger than the maximum crop size (first in “{file}”): only their middle is inspected, and such an image is never OK',
  },
  'warning.data.manyParts': {
    zh: '第一阶段在 {count} 张训练图片上找到的零件多于零件数上限 {most}（如「{file}」）：超出的零件不检测，这样的图片不会判为 OK',
    en: 'On {count} training {count|image|images} the first stage finds more parts than the maximum of {most} (first in “{file}”): the rest are not inspected, and such an image is never OK',
  },
  'warning.data.tiny': {
    zh: '{count} 个目标在此训练尺寸下过小，无法学习（如「{file}」）。请增大训练尺寸，或使用裁剪',
    en: '{count} {count|object is|objects are} too small to learn at this training size (first in “{file}”). Increase the training size or use crops',
  },
  'warning.data.outlineFlat': {
    zh: '{count} 个多边形的面积为零（如「{file}」），只学习其位置，不学习轮廓。请重新绘制',
    en: '{count} {count|polygon|polygons} without area (first in “{file}”) {count|teaches|teach} only where the object is, not its outline. Draw {count|it|them} again',
  },
  'warning.data.outlineCrosses': {
    zh: '{count} 个多边形的轮廓自相交（如「{file}」），重叠部分按孔处理。请检查轮廓',
    en: '{count} {count|polygon crosses its|polygons cross their} own outline (first in “{file}”); areas enclosed twice are learned as holes. Check {count|it|them}',
  },
  'warning.data.holeOutside': {
    zh: '{count} 个多边形的孔超出轮廓（如「{file}」），超出的部分按目标学习。请检查轮廓',
    en: '{count} {count|polygon has a hole|polygons have holes} outside the outline (first in “{file}”); the area outside is learned as part of the object. Check {count|it|them}',
  },
  'warning.data.rectsOnly': {
    zh: '{count} 个矩形没有轮廓（如「{file}」），只学习其位置和标签。请画出轮廓，或开启「矩形视为实心」',
    en: '{count} {count|rectangle has|rectangles have} no outline (first in “{file}”) and {count|teaches|teach} only position and label. Draw the outlines, or turn on “Rectangles are filled”',
  },
  'warning.start.labels': {
    zh: '起始版本没有这些标签，将从头学习：{labels}',
    en: 'The starting version does not know these labels, so they are learned from scratch: {labels}',
  },
  'warning.train.memory': {
    zh: '训练约需 {need} GB 内存，目前可用 {free} GB，可能因内存不足而中断。请减小批大小或训练尺寸',
    en: 'The training needs about {need} GB of memory and {free} GB are free, so it may run out. Reduce the batch size or the training size',
  },
  'warning.train.otherLabels': {
    zh: '训练数据中没有这些标签，其权重未使用：{labels}',
    en: 'The training data has no such labels, so their weights were not used: {labels}',
  },
  'warning.train.startKept': {
    zh: '没有哪一轮训练优于现成模型，版本采用现成模型的权重。请增加训练图片或延长训练',
    en: 'No epoch did better than the ready-made model, so the version has its weights. Use more images, or train longer',
  },
  'warning.train.weightsGap': {
    zh: '原始权重与平均权重的得分相差较大（{raw} 与 {averaged}），已保留较好的一组',
    en: 'Raw and averaged weights score very differently ({raw} and {averaged}); the better set was kept',
  },
  'warning.train.closing': {
    zh: '得分不再提高：训练已进入最后 {count} 轮（不使用马赛克），之后结束',
    en: 'The score has stopped improving. The training runs its final {count} {count|epoch|epochs} without mosaic, then ends',
  },
  'warning.train.otherDevice': {
    zh: '训练在另一种设备（{device}）上继续，计算精度改为 {dtype}，结果可能略有不同',
    en: 'The training continued on another kind of device ({device}) with {dtype}. Results may differ slightly',
  },
  'warning.train.noFp16': {
    zh: 'fp16 只能在 GPU 上使用：本次训练在 CPU 上进行，计算精度改为 {dtype}',
    en: 'fp16 is available on GPUs only: this training runs on the CPU and uses {dtype}',
  },
  'warning.parity.failed': {
    zh: '一致性校验未通过，版本不能使用：训练引擎与服务器结果不一致（{why}）。请延长训练后重试',
    en: 'The parity check failed, so the version cannot be used: the engine and the server disagree ({why}). Train longer and try again',
  },
  'warning.parity.tooFew': {
    zh: '一致性校验可比对的结果太少，版本不能使用：只有 {count} 个得分明确的结果，至少需要 {least} 个。模型找到的目标太少，请延长训练或增加标注后重新训练',
    en: 'The parity check had too little to compare, so the version cannot be used: {count} clear {count|result|results}, and at least {least} are needed. The model finds too few objects. Train longer or annotate more images, then train again',
  },
  'warning.parity.tooFewReady': {
    zh: '一致性校验可比对的结果太少，版本不能使用：只有 {count} 个得分明确的结果，至少需要 {least} 个。现成模型在这些图片上读出的文字太少，请选择文字清晰的图片后重试',
    en: 'The parity check had too little to compare, so the version cannot be used: {count} clear {count|result|results}, and at least {least} are needed. The ready-made reader reads too few texts on these images. Choose images with clear texts and try again',
  },
  'warning.parity.partsUnclear': {
    zh: '一致性校验没有可比对的图片，版本不能使用：在所有验证图片上，第一阶段对零件的判断都不够明确，裁剪区域不确定。请延长第一阶段的训练或增加零件标注后重新训练',
    en: 'The parity check had no image to compare, so the version cannot be used: on every validation image the first stage is unsure of the parts, and with them of the crops. Train the first stage longer or annotate more parts, then train again',
  },
  'cause.inference.timeout': {
    zh: '处理「{file}」时推理超过时间限制',
    en: 'The model exceeded its time limit on “{file}”',
  },
  'cause.inference.memory': {
    zh: '处理「{file}」时推理超过内存限制',
    en: 'The model exceeded its memory limit on “{file}”',
  },
  'cause.inference.failed': { zh: '处理「{file}」时推理失败：{why}', en: 'The model failed on “{file}”: {why}' },
  'cause.version.damaged': {
    zh: '版本的模型文件「{file}」缺失或已损坏。请从备份恢复，或重新训练',
    en: 'The model file “{file}” of the version is missing or damaged. Restore it from a backup or train again',
  },
  'cause.version.stageDamaged': {
    zh: '版本第 {stage} 阶段的模型文件「{file}」缺失或已损坏。请从备份恢复，或重新训练',
    en: 'The model file “{file}” of stage {stage} of the version is missing or damaged. Restore it from a backup or train again',
  },
  'cause.version.stageMissing': {
    zh: '版本缺少第 {stage} 阶段的模型。请从备份恢复，或重新训练',
    en: 'The version has no model for its stage {stage}. Restore it from a backup or train again',
  },
} as const;
