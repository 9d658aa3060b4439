/** Every message that the server can send to a person, with both languages in one place; fill-text.ts says how its places are filled. */
import { fillText, type TextArgs, type Words } from './fill-text.ts';
import type { Locale } from './limits.ts';
import { accountMessages } from './messages-account.ts';
import { authorityMessages } from './messages-authority.ts';
import { annotationMessages } from './messages-annotation.ts';
import { anomalyMessages } from './messages-anomaly.ts';
import { assessmentMessages } from './messages-assessment.ts';
import { exportMessages } from './messages-exports.ts';
import { canvasMessages } from './messages-canvas.ts';
import { binMessages } from './messages-bin.ts';
import { signInMessages } from './messages-sign-in.ts';
import { causeMessages } from './messages-causes.ts';
import { teamMessages } from './messages-teams.ts';
import { ocrMessages } from './messages-ocr.ts';
import { uploadMessages } from './messages-uploads.ts';
import { imageMessages } from './messages-images.ts';
import { preannotationMessages } from './messages-preannotation.ts';
import { reviewMessages } from './messages-review.ts';
import { trainingMessages } from './messages-training.ts';

export const messages = {
  ...accountMessages,
  ...annotationMessages,
  ...authorityMessages,
  ...trainingMessages,
  ...preannotationMessages,
  ...reviewMessages,
  ...uploadMessages,
  ...causeMessages,
  ...exportMessages,
  ...anomalyMessages,
  ...assessmentMessages,
  ...canvasMessages,
  ...binMessages,
  ...ocrMessages,
  ...teamMessages,
  ...signInMessages,
  ...imageMessages,
  // The specification's catalogue (section 8) and general answers
  ok: { zh: '操作成功', en: 'operation success' },
  failure: {
    zh: '操作失败，请稍后重试；如仍失败，请把请求编号告诉管理员',
    en: 'Operation failed. Try again; if it fails again, give the request ID to your administrator',
  },
  'failure.numbered': { zh: '{text}（请求编号：{id}）', en: '{text} (request ID: {id})' },
  'failure.here': { zh: '操作失败，请刷新页面后重试', en: 'Operation failed. Reload the page and try again' },
  'session.offline': { zh: '当前账号已掉线，请重新登录', en: 'The current account is offline' },
  'session.revoked': {
    zh: '登录状态已失效，请重新登录',
    en: 'Your session was ended. Sign in again',
  },
  'permission.denied': { zh: '没有权限', en: 'Permission denied' },
  'network.anomaly': { zh: '网络异常', en: 'network anomaly' },
  'server.unreachable': { zh: '无法连接到服务器', en: 'no connection to server' },
  loading: { zh: '加载中', en: 'loading' },
  noData: { zh: '暂无数据', en: 'no data' },
  noResult: { zh: '没有结果', en: 'no result' },
  'analysis.completed': { zh: '{set} {n} 分析完成', en: '{set} {n} Analysis completed' },
  'analysis.set.training': { zh: '训练集', en: 'training' },
  'analysis.set.validation': { zh: '验证集', en: 'validation' },
  'analysis.set.testing': { zh: '测试任务', en: 'testing' },
  'training.completed': {
    zh: '训练完成：{model} 第 {n} 版，{level}',
    en: 'Training completed: {model}, version {n}. Assessment: {level}',
  },
  'prelabel.inProgress': { zh: '预标注进行中，请稍候', en: 'prelabeling in progress, please wait' },
  'prelabel.deleteAfter': { zh: '预标注完成后才能删除', en: 'delete only after pre-annotation' },
  'prelabel.doFirst': { zh: '当前文件未预标注，是否先进行预标注？', en: 'current file not pre-marked, do it first?' },
  'archive.zipOnly': { zh: '仅支持 zip 格式', en: 'zip only' },
  'online.imageRule': { zh: '请选择一张 10 MB 以内的 JPG 或 PNG 图片', en: 'select a JPG or PNG under 10M' },
  'folder.notMarked': { zh: '该文件夹未标注，请先标注', en: 'the folder is not marked, mark it first' },
  'folder.notMarkedNamed': {
    zh: '有 {count} 个文件夹未标注，请先标注：{names}',
    en: '{count|the folder is not marked, mark it first|the folders are not marked, mark them first}: {names}',
  },
  'model.usedDelete': { zh: '不能删除已使用的模型', en: 'cannot delete used model' },
  'task.ongoingDelete': { zh: '有正在进行的任务，不能删除', en: 'ongoing tasks cannot delete' },
  'account.passwordsDiffer': { zh: '两次输入的密码不一致', en: 'two passwords do not match' },
  'dataset.nameExists': { zh: '数据集名称已存在', en: 'the data set name already exists' },

  // What a well-behaved client never triggers
  'input.invalid': { zh: '请检查输入：{where}{why}', en: 'Check your input: {where} {why}' },
  'input.noScale': {
    zh: '缺失：最小尺寸以毫米设定，请填写每像素的毫米数',
    en: 'is missing: a minimum size is set in millimetres. Enter the millimetres per pixel',
  },
  'input.reviewAbove': { zh: '不能高于 NG 阈值', en: 'must not be above the NG threshold' },
  notFound: { zh: '对象不存在，或已被删除', en: 'Not found. It may have been deleted' },
  'input.tooLarge': { zh: '请求内容过大（最大 {max}）', en: 'The request is too large (maximum {max})' },
  'input.slow': {
    zh: '请求传输过慢，连接已关闭。请检查网络后重试',
    en: 'The request took too long and was closed. Check the network and try again',
  },
  'input.fieldLate': {
    zh: '字段 {field} 须放在文件之前，请调整顺序后重试',
    en: 'The field {field} must come before the file. Change the order and try again',
  },
  'input.mediaType': { zh: '不支持的请求格式', en: 'This request format is not supported' },
  'rate.limited': { zh: '请求过于频繁，请在 {seconds} 秒后重试', en: 'Too many requests. Try again in {seconds} s' },
  'server.away': {
    zh: '服务器暂时不可用，请稍后重试',
    en: 'The server is not available right now. Try again shortly',
  },
  conflict: {
    zh: '数据已被他人修改，请刷新后重试',
    en: 'Someone else changed this in the meantime. Reload and try again',
  },

  // Account
  'account.wrong': { zh: '账号或密码错误', en: 'Wrong account or password' },
  'account.disabled': { zh: '账号已停用，请联系管理员', en: 'This account is disabled. Contact your administrator' },
  'account.waitResend': { zh: '{seconds} 秒后可重新获取验证码', en: 'You can request a new code in {seconds} s' },
  'account.passwordRule': {
    zh: '密码须为 6–20 位字母、数字或特殊符号',
    en: 'Use 6–20 letters, digits or symbols',
  },
  'account.passwordSame': { zh: '新密码不能与原密码相同', en: 'The new password must be different from the old one' },
  'account.oldPasswordWrong': { zh: '原密码错误', en: 'The old password is wrong' },
  'account.mustChange': { zh: '首次登录请先修改密码', en: 'Change your password before you continue' },
  'account.exists': { zh: '账号已存在', en: 'This account already exists' },
  'account.selfDisable': { zh: '不能停用自己的账号', en: 'You cannot disable your own account' },

  // Projects, data sets, folders, labels
  'project.nameExists': { zh: '项目名称已存在', en: 'A project with this name already exists' },
  'folder.nameExists': { zh: '文件夹名称已存在', en: 'A folder with this name already exists' },
  'label.nameExists': { zh: '标签名称已存在', en: 'A label with this name already exists' },
  'label.inUse': {
    zh: '标签已用于 {count} 处标注（含忽略区域），请先删除或更改这些标注',
    en: '{count} {count|shape uses|shapes use} this label. Delete {count|it or give it|them or give them} another label first; ignored regions count too',
  },
  'label.learned': {
    zh: '{versions} 已用此标签训练，不能删除，可以重命名',
    en: '{versions} learned this label, so it cannot be deleted. You can rename it',
  },
  'label.tooMany': { zh: '一个数据集最多 {max} 个标签', en: 'A data set can have at most {max} labels' },
  'dataset.referenced': {
    zh: '数据集已被版本 {versions} 使用，不能修改类型',
    en: 'This data set was used by {versions}, so its type cannot be changed',
  },
  'dataset.usedDelete': {
    zh: '数据集已被模型使用（{uses}），不能删除。请先删除这些任务或模型',
    en: 'Models have used this data set ({uses}). Delete those tasks or models first',
  },
  'dataset.otherShapes': {
    zh: '数据集中有新类型不支持的图形（如矩形），请先删除这些图形',
    en: 'The data set has shapes that the new type does not support, such as rectangles. Delete them first',
  },
  'dataset.noImages': { zh: '数据集中没有图片，请先上传图片', en: 'The data set has no images. Upload some first' },
  'dataset.noLabels': { zh: '数据集没有标签，请先添加标签', en: 'The data set has no labels. Add one first' },

  // COCO
  'coco.invalid': { zh: 'COCO 文件无效：{why}', en: 'The COCO file is not valid: {why}' },
  // why it is not
  'coco.why.depth': { zh: '嵌套过深', en: 'it is nested too deeply' },
  'coco.why.json': { zh: '不是有效的 JSON', en: 'it is not valid JSON' },
  'coco.why.jsonNear': { zh: '在「{near}」附近不是有效的 JSON', en: 'it is not valid JSON near “{near}”' },
  'coco.why.jsonAt': {
    zh: '第 {line} 行第 {column} 列不是有效的 JSON',
    en: 'it is not valid JSON at line {line}, column {column}',
  },
  'coco.why.object': {
    zh: '应为包含 images、annotations、categories 三个列表的 JSON 对象',
    en: 'it must be a JSON object with the lists images, annotations and categories',
  },
  'coco.why.list': { zh: '没有名为 {list} 的列表', en: 'it has no list named {list}' },
  'coco.tooMany': {
    zh: 'COCO 文件的 {list} 含 {count} 条，一次最多导入 {max} 条。请拆分后分别导入',
    en: 'The COCO file has {count} {list}; at most {max} can be imported at once. Split the file and import the parts',
  },
  'coco.manyShapes': {
    zh: '「{file}」将有 {count} 个标注（每张图片最多 {max} 个），已跳过其标注',
    en: '“{file}” would have too many annotations ({count}; maximum {max} per image), so they were skipped',
  },
  'coco.memory': {
    zh: '导入该 COCO 文件占用内存过多或耗时过长。请拆分后分别导入',
    en: 'Importing the COCO file takes too much memory or time. Split the file and import the parts',
  },
  'coco.busy': {
    zh: '正在导入的大型 COCO 文件过多，请几分钟后重试',
    en: 'Too many large COCO files are being imported. Try again in a few minutes',
  },
  'coco.unknownImage': {
    zh: '「{file}」不在文件夹中，已跳过其标注',
    en: '“{file}” is not in the folder; its annotations were skipped',
  },
  'coco.unknownImageId': {
    zh: '标注 {annotation} 引用的图片编号 {image} 不在文件中',
    en: 'Annotation {annotation} refers to image id {image}, which is not in the file',
  },
  'coco.unknownCategory': {
    zh: '「{file}」的标注 {annotation} 引用的类别 {category} 不在文件中',
    en: '“{file}”: annotation {annotation} refers to category {category}, which is not in the file',
  },
  'coco.badNumber': {
    zh: '「{file}」的标注 {annotation} 含有无效数字',
    en: '“{file}”: annotation {annotation} has an invalid number',
  },
  'coco.badBox': {
    zh: '「{file}」的标注 {annotation} 的框的宽和高必须大于 0',
    en: '“{file}”: the box of annotation {annotation} must have a width and height above 0',
  },
  'coco.keypoints': {
    zh: '「{file}」的标注 {annotation} 只有关键点，没有框或轮廓，未导入',
    en: '“{file}”: annotation {annotation} has only keypoints, no box or outline, and was skipped',
  },
  'coco.badPolygon': {
    zh: '「{file}」的标注 {annotation} 的多边形少于三个点',
    en: '“{file}”: the polygon of annotation {annotation} has fewer than three points',
  },
  'coco.manyPoints': {
    zh: '「{file}」的标注 {annotation} 的点或分块过多（最多 {points} 个点、{rings} 个分块），请简化后重新导入',
    en: '“{file}”: annotation {annotation} has too many points or pieces (maximum {points} points, {rings} pieces). Simplify it and import again',
  },
  'coco.outside': {
    zh: '「{file}」的标注 {annotation} 在图片范围之外',
    en: '“{file}”: annotation {annotation} lies outside the image',
  },
  'coco.noArea': {
    zh: '「{file}」的标注 {annotation} 没有面积',
    en: '“{file}”: annotation {annotation} has no area',
  },
  'coco.mask': {
    zh: '「{file}」的标注 {annotation} 的掩膜（RLE）无法读取，已改用其外框。请检查其行程长度与尺寸',
    en: '“{file}”: the run-length mask of annotation {annotation} cannot be read, so its bounding box was imported instead. Check its run lengths and size',
  },
  'coco.maskLength': {
    zh: '「{file}」的标注 {annotation} 的掩膜（RLE）长度与其像素数不符，已改用其外框',
    en: '“{file}”: the runs of the mask of annotation {annotation} do not add up to its pixels, so its bounding box was imported instead',
  },
  'coco.maskBudget': {
    zh: '「{file}」的标注 {annotation} 已改用其外框：一次导入最多转换共 {masks} 像素的掩膜（RLE）。请分几次导入，或先将掩膜转换为多边形',
    en: '“{file}”: the bounding box of annotation {annotation} was imported instead of its mask, as one import converts masks of {masks} pixels in all. Import in several parts, or convert the masks to polygons first',
  },
  'coco.maskLost': {
    zh: '「{file}」的标注 {annotation} 已跳过：其掩膜（RLE）无法读取或与图片尺寸不符，也没有可用的外框',
    en: '“{file}”: annotation {annotation} was skipped, as its run-length mask cannot be read or does not fit the image, and it has no usable bounding box',
  },
  'coco.maskSize': {
    zh: '「{file}」的标注 {annotation} 的掩膜（RLE）与图片尺寸不同，已改用其外框',
    en: '“{file}”: the mask of annotation {annotation} has another size than the image, so its bounding box was imported instead',
  },
  'coco.crossed': {
    zh: '「{file}」的标注 {annotation} 的轮廓自相交或孔超出轮廓，已按原样导入，请在工作台中检查',
    en: '“{file}”: the outline of annotation {annotation} crosses itself or a hole leaves it. It was imported as it is; check it in the workbench',
  },
  'coco.size': {
    zh: '「{file}」实际为 {image}，标注文件中为 {coco}，已跳过其标注',
    en: '“{file}” is {image}, but its annotations are for {coco}; its annotations were skipped',
  },
  'coco.record': {
    zh: '{list} 的第 {place} 条记录无法识别，已跳过',
    en: 'Record {place} of {list} cannot be read and was skipped',
  },
  'coco.moreRecords': {
    zh: '{list} 另有 {count} 条记录无法识别，已跳过',
    en: '{count} more {count|record|records} of {list} cannot be read and {count|was|were} skipped',
  },
  'coco.repeatedId': {
    zh: '「{file}」：{list} 的第 {place} 条记录重复了前面的编号 {id}，已跳过',
    en: '“{file}”: record {place} of {list} repeats the id {id} and was skipped',
  },
  'coco.badLabel': {
    zh: '类别名称「{name}」不能用作标签名，已改为「{label}」',
    en: 'The category name “{name}” is not a valid label name and was changed to “{label}”',
  },

  // Models and tasks
  'model.nameExists': {
    zh: '此项目中已有相同方案名称和功能名称的模型',
    en: 'A model with this plan and function name already exists in the project',
  },
  'version.inUse': {
    zh: '该版本正被在线入口使用，不能删除',
    en: 'An online entry uses this version, so it cannot be deleted',
  },
  'version.notReady': {
    zh: '该版本未通过一致性校验，不能使用',
    en: 'This version did not pass the parity check and cannot be used',
  },
  'version.noLabel': {
    zh: '该版本没有标签「{label}」，不能为它设置阈值',
    en: 'This version has no label “{label}”, so it cannot have a threshold',
  },
  'version.damaged': {
    zh: '版本的模型文件「{model}」缺失或已损坏。请从备份恢复，或重新训练',
    en: 'The model file “{model}” of this version is missing or damaged. Restore it from a backup or train again',
  },
  'version.stageDamaged': {
    zh: '版本第 {stage} 阶段的模型文件「{model}」缺失或已损坏。请从备份恢复，或重新训练',
    en: 'The model file “{model}” of stage {stage} of this version is missing or damaged. Restore it from a backup or train again',
  },
  'version.stageMissing': {
    zh: '版本缺少第 {stage} 阶段的模型。请从备份恢复，或重新训练',
    en: 'This version has no model for its stage {stage}. Restore it from a backup or train again',
  },
  'test.noImages': { zh: '测试集没有图片，请选择有图片的文件夹', en: 'No test images. Select folders with images' },
  'task.notAllowed': { zh: '任务当前状态不允许此操作', en: 'This is not possible in the current state of the task' },
  'task.weightsGone': {
    zh: '这一轮的权重文件已不存在或不完整',
    en: 'The weights of this epoch no longer exist or are incomplete',
  },
  'task.hasVersion': {
    zh: '该任务已生成版本，不能单独删除。删除模型时会一并删除',
    en: 'This task created a version and cannot be deleted on its own. Deleting the model deletes both',
  },
  'task.deleteElsewhere': {
    zh: '导入和导出任务不能在此删除，请在上传管理或导出记录中清除',
    en: 'Imports and exports cannot be deleted here. Clear them under Uploads or Export history',
  },
  'task.noResult': { zh: '任务尚无结果', en: 'The task has no result yet' },

  // Online
  'online.keyWrong': { zh: '密钥无效或已撤销', en: 'The key is invalid or was revoked' },
  'online.disabled': { zh: '在线入口已停用，启用后才能使用', en: 'This online entry is off. Turn it on to use it' },
  'online.nameExists': { zh: '在线入口名称已存在', en: 'An online entry with this name already exists' },
  'inference.timeout': {
    zh: '模型「{model}」推理超过时间限制（{seconds} 秒），已终止',
    en: 'The model “{model}” exceeded its time limit ({seconds} s) and was stopped',
  },
  'inference.memory': {
    zh: '模型「{model}」推理超过内存限制，已终止',
    en: 'The model “{model}” exceeded its memory limit and was stopped',
  },
  'inference.failed': { zh: '模型「{model}」推理失败：{why}', en: 'The model “{model}” failed: {why}' },
  'inference.busy': {
    zh: '推理繁忙，请稍后重试',
    en: 'Too many images are waiting. Try again shortly',
  },
} as const;

export type MessageKey = keyof typeof messages;
export type { Words } from './fill-text.ts';
export type MessageArgs = TextArgs;

/** Text of a message in one language. */
export const messageText = (key: MessageKey, locale: Locale, args: MessageArgs = {}): string =>
  fillText(messages[key][locale], locale, args);

/** The same in both, to be said within another. */
export const messageWords = (key: MessageKey, args: MessageArgs = {}): Words => ({
  zh: messageText(key, 'zh', args),
  en: messageText(key, 'en', args),
});

export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(messages, key);
