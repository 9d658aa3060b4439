/** What a person reads beside the cause of a failed task: a title, and what to do about it. Every cause has both. */
import type { anomalyMessages } from '../core/messages-anomaly.ts';
import type { causeMessages } from '../core/messages-causes.ts';
import type { Words } from '../families/params.ts';

type CauseCode = keyof typeof causeMessages | keyof typeof anomalyMessages extends infer K
  ? K extends `cause.${infer C}`
    ? C
    : never
  : never;
export interface CauseGuide {
  title: Words;
  hint: Words;
}
const words = (zh: string, en: string): Words => ({ zh, en });
const replaceImage = words(
  '在数据集中替换或删除这张图片，然后重新训练。',
  'Replace or delete this image in its data set, then train again.',
);
const checkStorage = words(
  '请管理员运行 doctor 检查存储，并从备份恢复缺失的文件；之后重试。',
  'Ask the administrator to run doctor over the storage and to restore what is missing from a backup; then try again.',
);
const seeLog = words(
  '查看下方日志；如果再次发生，请把日志和任务编号交给管理员。',
  'Look at the log below; if it happens again, give log and task number to the administrator.',
);

export const causeGuides: { readonly [C in CauseCode]: CauseGuide } = {
  'data.empty': {
    title: words('没有可用的训练图片', 'No usable training image'),
    hint: words(
      '选择已标注图片的文件夹，或上传并标注图片。',
      'Choose folders with annotated images, or upload and annotate some.',
    ),
  },
  'data.noObjects': {
    title: words('没有任何对象', 'No object at all'),
    hint: words(
      '在训练图片上至少标注几个对象；全部为“无缺陷”的图片无法训练检测。',
      'Annotate at least a few objects on the training images: images without a defect alone teach nothing.',
    ),
  },
  'data.noValidation': {
    title: words('没有可用的验证图片', 'No usable validation image'),
    hint: words(
      '为验证选择其他文件夹，或改为按比例划分。',
      'Choose other folders for validation, or let a share be split off.',
    ),
  },
  'data.imageCorrupt': { title: words('图片已损坏', 'A damaged image'), hint: replaceImage },
  'data.imageMissing': { title: words('图片缺失', 'A missing image'), hint: checkStorage },
  'data.hashMismatch': { title: words('文件内容已改变', 'A changed file'), hint: checkStorage },
  'data.labelOutside': {
    title: words('标注超出图片', 'A label outside its image'),
    hint: words('打开该图片，修正或删除超出的标注。', 'Open the image and mend or delete the label.'),
  },
  'data.noOk': {
    title: words('没有可用的 OK 图片', 'No usable OK image'),
    hint: words(
      '在 OK 图片列表中上传合格零件的图片，或把图片划入训练部分。',
      'Upload images of good parts to the OK list, or put some into the training part.',
    ),
  },
  'data.tooFewOk': {
    title: words('OK 图片太少', 'Too few OK images'),
    hint: words(
      '至少需要 4 张，建议 20 张以上；替换损坏的图片或补充上传。',
      'At least 4 are needed and 20 are advised: replace damaged ones or upload more.',
    ),
  },
  'data.allFlat': {
    title: words('图片没有内容', 'Images without content'),
    hint: words(
      '检查相机、镜头盖与光源，然后重新拍摄并上传。',
      'Check camera, lens cap and light; then take and upload them anew.',
    ),
  },
  'region.outside': {
    title: words('没有可检查的区域', 'Nothing left to look at'),
    hint: words(
      '修改关注区域或忽略区域，让图片的一部分保留下来。',
      'Change the region of interest or the ignored ones so that a part of the image is left.',
    ),
  },
  'backbone.gone': {
    title: words('骨干网络已不再提供', 'A backbone that is no longer there'),
    hint: words(
      '新建训练并选择 EfficientNet；用该骨干网络训练的版本仍可继续使用。',
      'Start a new training with EfficientNet; versions trained with this backbone go on working.',
    ),
  },
  'trunk.missing': {
    title: words('缺少骨干网络权重', 'Weights of the backbone are missing'),
    hint: words(
      '重新运行 npm start 补全安装；没有网络时，把权重文件放到说明文档所写的位置，或改用另一种骨干网络。',
      'Run npm start again, which completes the installation; without a network put the file where the guide says, or choose the other backbone.',
    ),
  },
  'trunk.damaged': {
    title: words('骨干网络权重不可用', 'Weights of the backbone are unusable'),
    hint: words('重新获取该文件，或改用另一种骨干网络。', 'Get the file again, or choose the other backbone.'),
  },
  'train.outOfMemory': {
    title: words('内存不足', 'Out of memory'),
    hint: words(
      '把批大小减半；仍不足时减小训练尺寸、关闭多尺度或选择更小的网络。',
      'Halve the batch size; if that is not enough, choose a smaller training size or network, or turn multi-scale off.',
    ),
  },
  'train.lossNaN': {
    title: words('训练发散', 'The training broke out'),
    hint: words(
      '把学习率降到十分之一，增加预热轮数，或把计算精度设为 fp32。',
      'Take a tenth of the learning rate, a longer warm-up, or precision fp32.',
    ),
  },
  'disk.full': {
    title: words('磁盘已满', 'The disk is full'),
    hint: words(
      '删除不用的数据、旧导出或备份，腾出空间后重试。',
      'Delete unused data, old exports or backups, then try again.',
    ),
  },
  'checkpoint.damaged': {
    title: words('检查点已损坏', 'A damaged checkpoint'),
    hint: words(
      '此任务无法继续；请用相同参数重新训练，并检查磁盘是否有故障。',
      'This task cannot go on: train again with the same parameters, and have the disk checked.',
    ),
  },
  'start.damaged': {
    title: words('起始权重不可用', 'No weights to begin with'),
    hint: words(
      '选择其他起始版本，或从头训练；管理员可从备份恢复该文件。',
      'Choose another starting version or begin from nothing; the administrator can restore the file from a backup.',
    ),
  },
  'job.invalid': {
    title: words('任务描述无效', 'A job that is not valid'),
    hint: words(
      '检查参数后重新训练；如由升级引起，请告诉管理员。',
      'Check the parameters and train again; after an upgrade tell the administrator.',
    ),
  },
  'export.failed': { title: words('导出模型失败', 'The export of the model failed'), hint: seeLog },
  'parity.failed': {
    title: words('一致性校验未通过', 'The parity check failed'),
    hint: words(
      '延长训练后重试；如仍失败，请把日志交给管理员。',
      'Train longer; if it fails again, give the log to the administrator.',
    ),
  },
  'engine.internal': { title: words('训练引擎内部错误', 'An error within the engine'), hint: seeLog },
  'engine.lost': {
    title: words('训练进程被终止', 'The engine was killed'),
    hint: words(
      '常见原因是系统内存不足：减小批大小，或关闭占用内存的程序，然后重试。',
      'Most often the machine ran out of memory: lower the batch size or close other programs, then try again.',
    ),
  },
  'engine.start': {
    title: words('训练引擎无法启动', 'The engine did not start'),
    hint: words(
      '请管理员重新运行安装（npm run setup）并检查 Python 环境。',
      'Ask the administrator to run the set-up again (npm run setup).',
    ),
  },
  'engine.badEvent': { title: words('无法识别的消息', 'A message not understood'), hint: seeLog },
  'inference.timeout': {
    title: words('推理超时', 'The model took too long'),
    hint: words(
      '用更小的训练尺寸或网络训练新版本，或缩小图片。',
      'Train a version of a smaller size or network, or use smaller images.',
    ),
  },
  'inference.memory': {
    title: words('推理内存不足', 'The model needs too much memory'),
    hint: words(
      '用更小的训练尺寸或网络训练新版本，或缩小图片。',
      'Train a version of a smaller size or network, or use smaller images.',
    ),
  },
  'inference.failed': { title: words('推理失败', 'The model failed'), hint: replaceImage },
  'version.damaged': { title: words('模型文件已损坏', 'A damaged model file'), hint: checkStorage },
};

/** Title and hint of a cause; a code that nobody knows reads as an error within the engine. */
export const guideOf = (code: string): CauseGuide =>
  Object.hasOwn(causeGuides, code) ? causeGuides[code as CauseCode] : causeGuides['engine.internal'];
