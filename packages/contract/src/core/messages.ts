/** Every message that the server can send to a person, with both languages in one place. `{name}` is filled from args. */
import { anomalyMessages } from './messages-anomaly.ts';
import { assessmentMessages } from './messages-assessment.ts';
import { exportMessages } from './messages-exports.ts';
import { binMessages } from './messages-bin.ts';
import { causeMessages } from './messages-causes.ts';
import { uploadMessages } from './messages-uploads.ts';
import { trainingMessages } from './messages-training.ts';

export const messages = {
  ...trainingMessages,
  ...uploadMessages,
  ...causeMessages,
  ...exportMessages,
  ...anomalyMessages,
  ...assessmentMessages,
  ...binMessages,
  // The specification's catalogue (section 8) and general answers
  ok: { zh: '操作成功', en: 'operation success' },
  failure: {
    zh: '操作失败，请稍后重试；如仍失败，请把请求编号告诉管理员',
    en: 'Operation failure; try again, and give the request id to the administrator if it fails again',
  },
  'failure.numbered': { zh: '{text}（请求编号：{id}）', en: '{text} (request id: {id})' },
  'failure.here': { zh: '操作失败，请刷新页面后重试', en: 'Operation failure; reload the page and try again' },
  'session.offline': { zh: '当前账号已掉线，请重新登录', en: 'The current account is offline' },
  'session.revoked': {
    zh: '登录状态已失效，请重新登录',
    en: 'Your session was ended by an administrator; sign in again',
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
  'analysis.set.testing': { zh: '测试集', en: 'testing' },
  'training.completed': {
    zh: '训练完成：{model} 第 {n} 版，{level}',
    en: 'Training completed: {model}, version {n}. Assessment: {level}',
  },
  'prelabel.inProgress': { zh: '预标注进行中，请稍候', en: 'prelabeling in progress, please wait' },
  'prelabel.deleteAfter': { zh: '预标注完成后才能删除', en: 'delete only after pre-annotation' },
  'prelabel.doFirst': { zh: '当前文件未预标注，是否先进行预标注？', en: 'current file not pre-marked, do it first?' },
  'canvas.outside': { zh: '请勿在图片区域外操作', en: 'do not operate outside the picture area' },
  'canvas.noLabel': { zh: '请先选择标签', en: 'Select a label first' },
  'canvas.tooFewPoints': {
    zh: '多边形至少需要三个不在一条直线上的点',
    en: 'A polygon needs at least three points that are not in line',
  },
  'canvas.tooSmall': { zh: '图形太小，未作更改', en: 'The shape would be too small, nothing was changed' },
  'canvas.selfCrossing': { zh: '图形的边相互交叉，请检查', en: 'The edges of the shape cross, please check it' },
  'canvas.locked': { zh: '图形已锁定，请先解锁', en: 'The shape is locked, unlock it first' },
  'archive.zipOnly': { zh: '仅支持 zip 格式', en: 'zip only' },
  'online.imageRule': { zh: '请选择 10M 以内的 JPG 或 PNG 图片', en: 'select a JPG or PNG under 10M' },
  'folder.notMarked': { zh: '该文件夹未标注，请先标注', en: 'the folder is not marked, mark it first' },
  'model.usedDelete': { zh: '不能删除已使用的模型', en: 'cannot delete used model' },
  'task.ongoingDelete': { zh: '有正在进行的任务，不能删除', en: 'ongoing tasks cannot delete' },
  'account.passwordsDiffer': { zh: '两次输入的密码不一致', en: 'two passwords do not match' },
  'dataset.nameExists': { zh: '数据集名称已存在', en: 'the data set name already exists' },

  // What a well-behaved client never triggers
  'input.invalid': { zh: '请求参数有误：{where}{why}', en: 'Please check: {where} {why}' },
  'input.reviewAbove': { zh: '不能高于判为 NG 的阈值', en: 'is at most the threshold from which an image is NG' },
  notFound: { zh: '对象不存在或已被删除', en: 'Not found, or already deleted' },
  'input.tooLarge': { zh: '请求内容过大，最大 {max}', en: 'The request is too large; at most {max}' },
  'input.slow': {
    zh: '请求内容传输过慢，连接已关闭；请检查网络后重试',
    en: 'The request came too slowly and was cut off; check the network and try again',
  },
  'input.mediaType': { zh: '不支持的请求格式', en: 'This kind of request body is not supported' },
  'rate.limited': { zh: '请求过于频繁，请 {seconds} 秒后再试', en: 'Too many requests; try again in {seconds} s' },
  'server.away': {
    zh: '服务器暂时不可用，请稍后重试',
    en: 'The server cannot do this at the moment; try again shortly',
  },
  conflict: { zh: '数据已被他人修改，请刷新后重试', en: 'Somebody changed this meanwhile; reload and try again' },

  // Account
  'account.wrong': { zh: '账号或密码错误', en: 'Wrong account or password' },
  'account.disabled': { zh: '账号已停用，请联系管理员', en: 'This account is disabled; ask the administrator' },
  'account.waitResend': { zh: '{seconds} 秒后可重新获取验证码', en: 'A new code can be sent in {seconds} s' },
  'account.passwordRule': {
    zh: '密码为 6-20 位字母、数字或特殊符号',
    en: 'The password has 6-20 letters, digits or special symbols',
  },
  'account.passwordSame': { zh: '新密码不能与原密码相同', en: 'The new password must differ from the old one' },
  'account.oldPasswordWrong': { zh: '原密码错误', en: 'The old password is wrong' },
  'account.mustChange': { zh: '首次登录请先修改密码', en: 'Change the password before you go on' },
  'account.exists': { zh: '账号已存在', en: 'This account already exists' },
  'account.selfDisable': { zh: '不能停用自己的账号', en: 'You cannot disable your own account' },

  // Projects, data sets, folders, labels
  'project.nameExists': { zh: '项目名称已存在', en: 'The project name already exists' },
  'folder.nameExists': { zh: '文件夹名称已存在', en: 'The folder name already exists' },
  'label.nameExists': { zh: '标签名称已存在', en: 'The label name already exists' },
  'label.inUse': {
    zh: '标签已用于 {count} 处标注，请先删除或更改这些标注',
    en: 'The label is used by {count} shapes; delete or relabel them first',
  },
  'label.tooMany': { zh: '一个数据集最多 {max} 个标签', en: 'A data set has at most {max} labels' },
  'dataset.referenced': {
    zh: '数据集已被版本 {versions} 使用，不能修改类型或删除标签',
    en: 'The data set is used by {versions}; its types cannot change and its labels cannot be removed',
  },
  'dataset.usedDelete': {
    zh: '不能删除模型使用过的数据集：{uses}。请先删除这些任务或模型',
    en: 'Cannot delete a data set that models have used: {uses}; delete these tasks or models first',
  },
  'dataset.otherShapes': {
    zh: '数据集中有新类型不支持的图形（如矩形），请先删除这些图形',
    en: 'The data set holds shapes that the new type does not have (rectangles, say); delete them first',
  },
  'dataset.noImages': { zh: '数据集中没有图片，请先上传图片', en: 'The data set has no images; upload some first' },
  'dataset.noLabels': { zh: '数据集没有标签，请先添加标签', en: 'The data set has no labels; add one first' },

  // Images
  'image.tooMany': {
    zh: '一次最多上传 {max} 张图片，本次 {count} 张，未上传任何图片',
    en: 'At most {max} images in one upload; you chose {count}, and nothing was uploaded',
  },
  'image.none': { zh: '没有收到图片', en: 'No image arrived' },
  'image.type': {
    zh: '「{file}」不是 jpg、png、jpeg 或 bmp 图片',
    en: '“{file}” is not a jpg, png, jpeg or bmp image',
  },
  'image.corrupt': {
    zh: '「{file}」已损坏或不完整，无法解码',
    en: '“{file}” is damaged or cut off and cannot be decoded',
  },
  'image.tooLarge': {
    zh: '「{file}」尺寸过大：最大 3.5 亿像素、单边 32768 像素',
    en: '“{file}” is too large: at most 350 million pixels and 32,768 pixels a side',
  },
  'image.heavy': {
    zh: '「{file}」解码时占用内存过多或耗时过长，请另存为 8 位、非隔行（PNG）或非渐进式（JPEG）且无需旋转的图片',
    en: '“{file}” takes too much memory or time to decode; save it upright, with 8 bits per channel, and neither interlaced (PNG) nor progressive (JPEG)',
  },
  'image.pixels': {
    zh: '「{file}」像素过多：在线检测最大 {megapixels} MP（百万像素），请缩小或裁剪后重试',
    en: '“{file}” has too many pixels: at most {megapixels} megapixels in online detection; make it smaller or crop it',
  },
  'image.slow': {
    zh: '「{file}」解码超过时间限制（{seconds} 秒），请缩小图片，或另存为普通 JPG 或 PNG 后重试',
    en: 'Decoding “{file}” took longer than {seconds} s and was ended; make it smaller, or save it as an ordinary JPG or PNG',
  },
  'image.memory': {
    zh: '「{file}」解码超过内存限制，请缩小图片后重试',
    en: 'Decoding “{file}” took more memory than allowed and was ended; make it smaller',
  },
  'image.bytes': { zh: '「{file}」文件过大，最大 {max}', en: '“{file}” has too many bytes; at most {max}' },
  'image.nameExists': {
    zh: '文件夹中已有名为「{file}」的图片',
    en: 'The folder already has an image named “{file}”',
  },
  'image.missing': {
    zh: '「{file}」在存储中缺失或已损坏，请管理员运行检查',
    en: 'The file of “{file}” is missing in the storage or damaged; ask the administrator to run the check-up',
  },
  'image.name': { zh: '图片名称「{file}」无效', en: 'The image name “{file}” is not valid' },
  'image.otherSet': {
    zh: '图片只能移动到同一数据集的文件夹',
    en: 'Images can only move to a folder of the same data set',
  },
  'image.bmp': {
    zh: '「{file}」是不支持的 BMP 类型（压缩或 16 位），请转换为 PNG',
    en: '“{file}” is a BMP of a kind that is not read (compressed or 16 bit); convert it to PNG',
  },
  'storage.reserve': {
    zh: '磁盘空间不足，剩余空间仅用于保存标注；请清理后重试',
    en: 'The disk is full but for a reserve that keeps annotations being saved; free some space and try again',
  },
  'storage.full': { zh: '磁盘空间不足，请清理后重试', en: 'The disk is full; free some space and try again' },

  // COCO
  'coco.invalid': { zh: 'COCO 文件无效：{why}', en: 'The COCO file is not valid: {why}' },
  // why it is not
  'coco.why.depth': { zh: '嵌套过深', en: 'it is nested too deeply' },
  'coco.why.json': { zh: '不是有效的 JSON', en: 'it is not JSON' },
  'coco.why.jsonNear': { zh: '在「{near}」附近不是有效的 JSON', en: 'it is not JSON near “{near}”' },
  'coco.why.jsonAt': {
    zh: '第 {line} 行第 {column} 列不是有效的 JSON',
    en: 'it is not JSON at line {line}, column {column}',
  },
  'coco.why.object': {
    zh: '应为包含 images、annotations、categories 三个列表的 JSON 对象',
    en: 'it must be a JSON object with the lists images, annotations and categories',
  },
  'coco.why.list': { zh: '没有名为 {list} 的列表', en: 'it has no list named {list}' },
  'coco.tooMany': {
    zh: 'COCO 文件的 {list} 含 {count} 条，一次最多导入 {max} 条；请拆分文件后分别导入',
    en: 'The COCO file has {count} {list}; at most {max} can be imported at once. Split the file and import the parts',
  },
  'coco.manyShapes': {
    zh: '「{file}」将有 {count} 个标注，每张图片最多 {max} 个；未导入该图片的标注',
    en: '“{file}” would have {count} annotations; an image has at most {max}, so its annotations were skipped',
  },
  'coco.memory': {
    zh: 'COCO 文件过于复杂，导入所需的内存或时间超出限制；请拆分文件后分别导入',
    en: 'The COCO file takes too much memory or time to import. Split the file and import the parts',
  },
  'coco.busy': {
    zh: '正在导入的大型 COCO 文件过多，请稍后重试',
    en: 'Too many large COCO files are being imported; try again in a few minutes',
  },
  'coco.unknownImage': {
    zh: '「{file}」不在文件夹中，已跳过其标注',
    en: '“{file}” is not in the folder; its annotations were skipped',
  },
  'coco.unknownImageId': {
    zh: '标注 {annotation} 指向不存在的图片编号 {image}',
    en: 'Annotation {annotation} names image id {image}, which the file does not list',
  },
  'coco.unknownCategory': {
    zh: '「{file}」的标注 {annotation} 指向不存在的类别 {category}',
    en: '“{file}”: annotation {annotation} names category {category}, which the file does not list',
  },
  'coco.badNumber': {
    zh: '「{file}」的标注 {annotation} 含有无效数字',
    en: '“{file}”: annotation {annotation} holds a number that is not finite',
  },
  'coco.badBox': {
    zh: '「{file}」的标注 {annotation} 的框宽高必须大于 0 且在图片内',
    en: '“{file}”: the box of annotation {annotation} must have a width and height above 0 and lie in the image',
  },
  'coco.badPolygon': {
    zh: '「{file}」的标注 {annotation} 的多边形少于三个点',
    en: '“{file}”: the polygon of annotation {annotation} has fewer than three points',
  },
  'coco.manyPoints': {
    zh: '「{file}」的标注 {annotation} 的点或分块太多（最多 {points} 个点、{rings} 个分块），请简化后再导入',
    en: '“{file}”: annotation {annotation} has too many points or pieces (at most {points} points and {rings} pieces); simplify it and import again',
  },
  'coco.outside': {
    zh: '「{file}」的标注 {annotation} 超出图片范围',
    en: '“{file}”: annotation {annotation} lies outside the image',
  },
  'coco.noArea': {
    zh: '「{file}」的标注 {annotation} 没有面积',
    en: '“{file}”: annotation {annotation} has no area',
  },
  'coco.mask': {
    zh: '「{file}」的标注 {annotation} 是掩码（RLE），已改用其外框',
    en: '“{file}”: annotation {annotation} is a run-length mask; its box was taken instead',
  },
  'coco.size': {
    zh: '「{file}」在 COCO 文件中的尺寸为 {coco}，实际为 {image}，已跳过其标注',
    en: '“{file}” is {coco} in the COCO file but {image} in truth; its annotations were skipped',
  },
  'coco.record': {
    zh: '{list} 的第 {place} 条记录无法识别，已跳过',
    en: 'Record {place} of {list} is not readable; it was skipped',
  },
  'coco.moreRecords': {
    zh: '{list} 另有 {count} 条记录无法识别，已跳过',
    en: '{count} more records of {list} are not readable; they were skipped',
  },
  'coco.repeatedId': {
    zh: '「{file}」：{list} 的第 {place} 条记录重复了前面的编号 {id}，已跳过',
    en: '“{file}”: record {place} of {list} repeats the id {id}; it was skipped',
  },
  'coco.badLabel': {
    zh: '类别名称「{name}」不能用作标签名，已改为「{label}」',
    en: 'The category name “{name}” cannot be a label; it became “{label}”',
  },

  // Annotation
  'annotation.unknownLabel': { zh: '标签不存在', en: 'The label does not exist' },
  'annotation.unknownVersion': {
    zh: '标注所标明的模型版本不属于此项目或已删除，请刷新后重试',
    en: 'The model version that the shape is said to come from is not one of this project, or was deleted; reload and try again',
  },
  'annotation.badShape': { zh: '图形无效：{why}', en: 'The shape is not valid: {why}' },
  'annotation.tooMany': {
    zh: '每张图片最多 {max} 个标注，请先删除一些',
    en: 'An image has at most {max} annotations; delete some first',
  },
  'annotation.kind': { zh: '此数据集不支持该图形类型', en: 'The data set does not take shapes of this kind' },
  'annotation.fewPoints': { zh: '多边形至少需要三个点', en: 'A polygon needs at least three points' },
  'annotation.noArea': { zh: '图形没有面积', en: 'The shape has no area' },
  'annotation.outside': { zh: '图形超出图片范围', en: 'The shape lies outside the image' },
  'annotation.noShape': { zh: '图形不存在', en: 'The shape does not exist' },
  'annotation.notEmpty': {
    zh: '图片仍有标注，不能标记为无缺陷',
    en: 'The image still has shapes and cannot be marked as checked, empty',
  },
  'annotation.baseMissing': { zh: '前一步修改未到达服务器', en: 'The edit before this one did not reach the server' },

  // Models and tasks
  'model.nameExists': {
    zh: '同一项目中已有相同的方案名称和功能名称',
    en: 'This plan and function name already exist in the project',
  },
  'version.inUse': {
    zh: '版本被在线入口使用，不能删除',
    en: 'The version is used by an online entry and cannot be deleted',
  },
  'version.notReady': {
    zh: '版本没有通过一致性校验，不能使用',
    en: 'The version has no valid parity certificate and cannot be used',
  },
  'version.damaged': {
    zh: '版本的模型文件「{model}」缺失或已损坏，请从备份恢复或重新训练',
    en: "The version's model file “{model}” is missing or damaged; restore it from a backup or train again",
  },
  'test.noImages': { zh: '测试集没有图片', en: 'The test set has no images' },
  'task.notAllowed': { zh: '任务当前状态不允许此操作', en: 'The task does not allow this in its present state' },
  'task.notYet': { zh: '此操作将在后续版本提供', en: 'This comes with a later release' },
  'task.hasVersion': {
    zh: '任务已生成版本，不能单独删除；删除模型会一并删除',
    en: 'The task made a version and cannot be deleted alone; deleting the model deletes both',
  },
  'task.deleteElsewhere': {
    zh: '导入和导出任务不能在这里删除，请在上传管理或导出记录中清除',
    en: 'Imports and exports cannot be deleted here; clear them in the upload manager or in the export history',
  },
  'task.noResult': { zh: '任务尚无结果', en: 'The task has no result yet' },

  // Online
  'online.keyWrong': { zh: '密钥无效或已撤销', en: 'The key is wrong or was revoked' },
  'online.disabled': { zh: '在线入口已停用', en: 'The online entry is off' },
  'online.nameExists': { zh: '在线入口名称已存在', en: 'The name of the online entry already exists' },
  'inference.timeout': {
    zh: '模型「{model}」推理超过时间限制（{seconds} 秒），已终止',
    en: 'The model “{model}” ran past its time limit ({seconds} s) and was ended',
  },
  'inference.memory': {
    zh: '模型「{model}」推理超过内存限制，已终止',
    en: 'The model “{model}” ran past its memory limit and was ended',
  },
  'inference.failed': { zh: '模型「{model}」推理失败：{why}', en: 'The model “{model}” failed: {why}' },
  'inference.busy': {
    zh: '推理繁忙，请稍后重试',
    en: 'Too many images are waiting for a verdict; try again shortly',
  },
} as const;

export type MessageKey = keyof typeof messages;
export interface Words {
  zh: string;
  en: string;
}
/** What is itself said in words comes in both languages. */
export type MessageArgs = Readonly<Record<string, string | number | Words>>;

/** Text of a message in one language; an unknown arg stays empty. */
export const messageText = (key: MessageKey, locale: 'zh' | 'en', args: MessageArgs = {}): string =>
  messages[key][locale].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = args[name] ?? '';
    return typeof value === 'object' ? value[locale] : String(value);
  });

/** The same in both, to be said within another. */
export const messageWords = (key: MessageKey, args: MessageArgs = {}): Words => ({
  zh: messageText(key, 'zh', args),
  en: messageText(key, 'en', args),
});

export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(messages, key);
