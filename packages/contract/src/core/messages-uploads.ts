/** Messages of uploads and imports: what keeps one from starting, what is wrong with a file, why an import failed. */
export const uploadMessages = {
  'upload.diskFull': {
    zh: '磁盘空间不足：此文件连同导入需要 {need}。磁盘剩余 {free}，其中 {kept} 须保留，{others} 留给其他上传。请清理磁盘，或完成、取消其他上传',
    en: 'Not enough disk space for this file: with its import it needs {need}. {free} are free, of which {kept} are kept in reserve and {others} are for other uploads. Free some space, or finish or cancel other uploads',
  },
  'upload.tooLarge7z': {
    zh: '7z 文件最大 {max}，请改用 zip 格式',
    en: '7z files can be at most {max}. Use zip instead',
  },
  'archive.inTruth': {
    zh: '「{file}」实际上是 {kind} 文件；仅支持 {formats} 格式，请重新打包后再选择',
    en: '“{file}” is actually a {kind} file. Supported: {formats}. Repack it and select it again',
  },
  'archive.foreign': {
    zh: '「{file}」是 {kind} 文件；仅支持 {formats} 格式，请重新打包后再选择',
    en: '“{file}” is a {kind} file. Supported: {formats}. Repack it and select it again',
  },
  'upload.format': {
    zh: '此类项目只支持 {formats} 压缩包',
    en: 'Projects of this type accept {formats} archives only',
  },
  'upload.tooMany': {
    zh: '未完成的上传过多（最多 {max} 个），请先完成或取消一些',
    en: 'Too many unfinished uploads (maximum {max}). Finish or cancel some first',
  },
  'upload.notWaiting': {
    zh: '该上传当前无需确认类别',
    en: 'This upload is not waiting for its classes to be confirmed',
  },
  'upload.deleteAfter': {
    zh: '「{name}」正在导入，请等待导入结束，或由上传者在「上传管理」中取消，然后再删除',
    en: '“{name}” is being imported here. Wait until the import has ended, or ask the person who uploaded it to cancel it under Uploads, then delete again',
  },
  'upload.notRetryable': {
    zh: '该导入不能重试。请重新上传',
    en: 'This import cannot be tried again. Upload the file again',
  },
  'upload.ended': { zh: '该上传已结束', en: 'This upload has already finished' },
  'upload.mapping': {
    zh: '请为类别「{name}」选择标签、新建标签或跳过',
    en: 'For class “{name}”, select a label, create one, or skip the class',
  },
  'upload.labelDeleted': {
    zh: '为类别「{name}」选择的标签「{label}」已被删除，请另选标签、新建标签或跳过',
    en: 'The label “{label}” selected for class “{name}” has been deleted. Select another label, create one, or skip the class',
  },
  'upload.labelUnknown': {
    zh: '为类别「{name}」选择的标签不属于此数据集，请另选标签、新建标签或跳过',
    en: 'The label selected for class “{name}” is not one of this data set. Select another label, create one, or skip the class',
  },
  'upload.labelsTaken': {
    zh: '一个数据集最多 {max} 个标签：现有 {there} 个，其他已确认的导入将新建 {others} 个，此导入还要新建 {own} 个。请把类别归入已有标签或跳过',
    en: 'A data set can have at most {max} labels: it has {there}, imports that are already confirmed add {others}, and this one adds {own}. Use existing labels for some classes, or skip them',
  },
  'upload.offset': {
    zh: '上传位置不一致，请从 {offset} 继续',
    en: 'The upload position does not match. Continue from {offset}',
  },

  // one entry of an archive
  'entry.path': {
    zh: '「{file}」的路径指向压缩包之外，已拒绝',
    en: '“{file}” points outside the archive and was rejected',
  },
  'entry.link': {
    zh: '「{file}」是链接或设备文件，已拒绝',
    en: '“{file}” is a link or a device and was rejected',
  },
  'entry.encrypted': {
    zh: '「{file}」已加密，请解除密码后重新打包',
    en: '“{file}” is encrypted. Repack it without a password',
  },
  'entry.archive': {
    zh: '「{file}」是压缩包中的压缩包，未展开，请解压后重新打包',
    en: '“{file}” is an archive inside the archive and was not opened. Unpack it first',
  },
  'entry.ratio': {
    zh: '「{file}」的压缩率异常（超过 {max} 倍），已拒绝',
    en: '“{file}” expands to more than {max} times its size and was rejected',
  },
  'entry.damaged': {
    zh: '「{file}」在压缩包中已损坏（校验或大小不符）',
    en: '“{file}” is damaged in the archive (checksum or size mismatch)',
  },
  'entry.method': {
    zh: '「{file}」使用了不支持的压缩方法，请重新打包为普通 zip',
    en: '“{file}” uses an unsupported compression method. Repack it as a standard zip',
  },
  'entry.repeated': {
    zh: '压缩包中「{file}」出现多次，只导入第一个',
    en: '“{file}” appears in the archive more than once; only the first was imported',
  },
  'entry.unused': {
    zh: '「{file}」已跳过：不是图片，也未作为标注使用',
    en: '“{file}” was skipped: it is not an image and was not used as annotations',
  },
  'entry.moreUnused': {
    zh: '另有 {count} 个文件已跳过：不是图片，也未作为标注使用',
    en: '{count} more {count|file was|files were} skipped: not images, and not used as annotations',
  },
  'entry.type': {
    zh: '「{file}」不是 jpg、png、jpeg、bmp、tiff 图片，也不是可识别的标注文件',
    en: '“{file}” is not a jpg, png, jpeg, bmp or tiff image, nor a known annotation file',
  },

  // annotations of an archive
  'annotationFile.tooLarge': {
    zh: '标注文件「{file}」过大（最大 {max}）',
    en: 'The annotation file “{file}” is too large (maximum {max})',
  },
  'annotationFile.invalid': {
    zh: '标注文件「{file}」无法识别：{why}',
    en: 'The annotation file “{file}” cannot be read: {why}',
  },
  'annotationFile.noImage': {
    zh: '标注「{file}」没有对应的图片',
    en: 'The annotations “{file}” have no matching image',
  },
  'annotationFile.ambiguous': {
    zh: '标注中的「{file}」对应多张图片，无法确定是哪一张',
    en: '“{file}” in the annotations matches several images',
  },
  'annotationFile.ofRefused': {
    zh: '标注中的「{file}」是未导入的图片，或无法与其区分，已跳过其标注',
    en: '“{file}” in the annotations is an image that was not imported, or cannot be told from one; its annotations were skipped',
  },
  'yolo.line': {
    zh: '「{file}」的第 {line} 行标注无效',
    en: '“{file}”: line {line} of its annotations is not valid',
  },
  'textFile.some': {
    zh: '「{file}」的第 {line} 行中有 {count} 段文字缺少内容或坐标无效，已跳过；该行其他文字已导入',
    en: '“{file}”: {count} {count|text|texts} in line {line} {count|has|have} no transcription or no valid corners and {count|was|were} skipped; the others in the line are used',
  },
  'yolo.pixels': {
    zh: '「{file}」的第 {line} 行标注的坐标不是 0 到 1 之间的比例（可能是像素），未导入。请除以图片的宽和高',
    en: '“{file}”: line {line} of its annotations was not imported, as its coordinates are not between 0 and 1 (they may be pixels). Divide them by the width and height of the image',
  },
  'yolo.noNames': {
    zh: '「{file}」缺少 {count} 个类别的名称，已按序号命名，如 class_0',
    en: '“{file}” has no name for {count} {count|class|classes}. Numbers are used instead, such as class_0',
  },
  'coco.clipped': {
    zh: '标注 {annotation} 超出图片，已在图片边缘处裁剪',
    en: 'Annotation {annotation} reached beyond the image and was cut at its edge',
  },
  'annotationFile.manyClasses': {
    zh: '标注共有 {count} 个类别，一次最多导入 {max} 个。其余类别的标注（{shapes} 个）未导入，请拆分后分别导入',
    en: 'The annotations have {count} {count|class|classes}; at most {max} can be imported at once. The shapes of the other classes ({shapes}) were not imported. Split the annotations and import the parts',
  },
  'annotationFile.trainAndTest': {
    zh: '{count} 张图片同时列为训练和测试（如「{file}」），保留文件夹时不赋予用途',
    en: '{count} {count|image is|images are} listed for both training and testing, such as “{file}”. In folders that are kept {count|it gets|they get} no purpose',
  },
  'annotationFile.listsMissing': {
    zh: '「{file}」列出的 {count} 张图片未找到',
    en: '“{file}” lists {count} {count|image|images} that cannot be found',
  },
  'otherPurpose.train': {
    zh: '文件夹「{file}」已存在且不用于训练：保留文件夹时，{count} 张训练图片将放入其中',
    en: 'The folder “{file}” exists and is not for training. If folders are kept, {count} training {count|image goes|images go} there',
  },
  'otherPurpose.validation': {
    zh: '文件夹「{file}」已存在且不用于验证：保留文件夹时，{count} 张验证图片将放入其中',
    en: 'The folder “{file}” exists and is not for validation. If folders are kept, {count} validation {count|image goes|images go} there',
  },
  'otherPurpose.test': {
    zh: '文件夹「{file}」已存在且不用于测试：保留文件夹时，{count} 张测试图片将放入其中',
    en: 'The folder “{file}” exists and is not for testing. If folders are kept, {count} test {count|image goes|images go} there',
  },
  'annotationFile.second': {
    zh: '标注「{file}」已跳过：其图片已有标注文件「{first}」',
    en: 'The annotations “{file}” were skipped because “{first}” already annotates the same image',
  },
  'annotationFile.imageData': {
    zh: '「{file}」内嵌的图片（imageData）不是 jpg、png、bmp、tiff 图片的 base64，无法导入。请在 LabelMe 中重新保存，或将图片与其放在一起',
    en: 'The image embedded in “{file}” (imageData) is not a jpg, png, bmp or tiff image in base64. Save the file again in LabelMe, or put the image beside it',
  },
  'annotationFile.why.yaml': { zh: '不是有效的 YAML（第 {line} 行）', en: 'it is not valid YAML (line {line})' },
  'annotationFile.why.xml': { zh: '不是有效的 XML（第 {line} 行）', en: 'it is not valid XML (line {line})' },
  'annotationFile.why.doctype': {
    zh: '含有 DOCTYPE 声明，出于安全考虑不读取',
    en: 'it has a DOCTYPE declaration, which is not read for safety',
  },
  'annotationFile.why.depth': { zh: '嵌套过深', en: 'it is nested too deeply' },
  'annotationFile.why.shape': { zh: '缺少「{name}」', en: 'it has no “{name}”' },

  // what an annotation file says that no data set has a place for
  'importLoss.cuboids': {
    zh: '不导入立方体：{count} 个',
    en: '{count} {count|cuboid is|cuboids are} left out',
  },
  'importLoss.tracks': { zh: '不导入视频轨迹：{count} 条', en: '{count} video {count|track is|tracks are} left out' },
  'importLoss.polylines': {
    zh: '不导入折线：{count} 条',
    en: '{count} {count|polyline is|polylines are} left out',
  },
  'importLoss.points': { zh: '不导入点：{count} 个', en: '{count} {count|point is|points are} left out' },
  'importLoss.skeletons': {
    zh: '不导入骨架：{count} 个',
    en: '{count} {count|skeleton is|skeletons are} left out',
  },
  'importLoss.attributes': {
    zh: '不导入图形的属性：{count} 个',
    en: '{count} {count|attribute|attributes} of shapes {count|is|are} left out',
  },
  'importLoss.imageLabels': {
    zh: '不导入整张图片的标签或标志：{count} 个',
    en: '{count} {count|label or flag|labels or flags} of whole images {count|is|are} left out',
  },
  'importLoss.captions': {
    zh: '不导入图片说明：{count} 条',
    en: '{count} {count|caption is|captions are} left out',
  },
  'importLoss.objectParts': {
    zh: '不导入目标的部件：{count} 个',
    en: '{count} {count|part|parts} of objects {count|is|are} left out',
  },
  'importLoss.others': {
    zh: '不导入未知类型的图形：{count} 个',
    en: '{count} {count|shape|shapes} of unknown types {count|is|are} left out',
  },

  // masks of classes
  'mask.noNames': {
    zh: '掩膜（如「{file}」）没有类别名称：以序号或颜色作为类别。请在此分配标签，或在压缩包中加入 labelmap.txt',
    en: 'The masks (such as “{file}”) do not name their classes, so these are called by number or colour. Assign labels here, or add a labelmap.txt to the archive',
  },
  'mask.colours': {
    zh: '掩膜「{file}」的颜色超过 255 种，已忽略。掩膜须用调色板或纯色，不能有抗锯齿',
    en: 'The mask “{file}” has more than 255 colours and was ignored. Use a palette or plain colours without smoothed edges',
  },
  'mask.lossy': {
    zh: '掩膜「{file}」为 JPEG，颜色不准确，已忽略。请保存为 PNG',
    en: 'The mask “{file}” is a JPEG, which does not keep its colours, and was ignored. Save it as PNG',
  },
  'mask.deep': {
    zh: '掩膜「{file}」每像素超过 8 位，已忽略。请保存为 8 位 PNG',
    en: 'The mask “{file}” has more than 8 bits per pixel and was ignored. Save it as an 8-bit PNG',
  },
  'mask.void': {
    zh: '{count} 个掩膜（如「{file}」）含有未标记或忽略的像素（共 {pixels} 个）：这些像素不导入，训练时会被当作背景。不含其他内容的图片保持「未标注」',
    en: '{count} {count|mask has|masks have} pixels that are marked as void or ignored (such as “{file}”, {pixels} in all). They are not imported and count as background in training. Images with nothing else stay not annotated',
  },
  'mask.besides': {
    zh: '{count} 个掩膜文件未使用：压缩包中已有 {format} 标注',
    en: '{count} mask {count|file was|files were} not used because the archive has {format} annotations',
  },

  // why an import failed
  'cause.import.notArchive': {
    zh: '文件已损坏、不完整，或不是可读取的压缩包。请重新打包后上传',
    en: 'The file is damaged, incomplete or not a readable archive. Repack it and upload it again',
  },
  'cause.import.inTruth': {
    zh: '文件名为 {named}，内容实际上是 {kind}。请重新打包为 zip 后上传',
    en: 'The file is called {named} but is actually {kind}. Repack it as zip and upload it',
  },
  'cause.import.encrypted': {
    zh: '压缩包已加密，请解除密码后重新打包',
    en: 'The archive is encrypted. Repack it without a password',
  },
  'cause.import.tooManyEntries': {
    zh: '压缩包中的文件过多（最多 {max} 个），请分开打包',
    en: 'The archive has too many files (maximum {max}). Split it into parts',
  },
  'cause.import.tooLarge': {
    zh: '压缩包解压后过大（最大 {max}），请分开打包',
    en: 'The unpacked archive is too large (maximum {max}). Split it into parts',
  },
  'cause.import.tooManyAnnotations': {
    zh: '压缩包中的标注过多（最多 {max} 条，标注文件合计 {bytes}），请分开打包',
    en: 'The archive has too many annotations (maximum {max}, in annotation files of {bytes} in total). Split it into parts',
  },
  'cause.import.bomb': {
    zh: '压缩包的内容重叠或压缩率异常，已拒绝',
    en: 'The archive was rejected because its contents overlap or expand far too much',
  },
  'cause.import.memory': {
    zh: '解压该 7z 文件需要的内存超过上限，请用较小的字典或 zip 重新打包',
    en: 'Unpacking this 7z file takes too much memory. Repack it with a smaller dictionary, or as zip',
  },
  'cause.import.empty': {
    zh: '压缩包中没有 jpg、png、jpeg、bmp 或 tiff 图片',
    en: 'The archive has no jpg, png, jpeg, bmp or tiff images',
  },
  'cause.import.gone': {
    zh: '目标文件夹或上传的文件已不存在',
    en: 'The folder or the uploaded file no longer exists',
  },
  'cause.import.labels': {
    zh: '数据集的标签超过上限或映射的标签已被删除，请重试并重新确认类别',
    en: 'The data set would have too many labels, or a selected label was deleted. Try again and confirm the classes again',
  },
} as const;
