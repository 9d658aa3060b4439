/** Messages of uploads and imports: what keeps one from starting, what is wrong with a file, why an import failed. */
export const uploadMessages = {
  'upload.diskFull': {
    zh: '磁盘剩余空间不足以接收此文件（需要 {need}；扣除其他未完成的上传后剩余 {free}），请清理磁盘，或完成、取消其他上传后重试',
    en: 'Too little free disk for this file (it needs {need}; {free} are free beside what other uploads will take); free some space, or finish or cancel other uploads',
  },
  'upload.tooLarge7z': {
    zh: '7z 文件最大 {max}，请改用 zip 格式',
    en: 'A 7z file may have at most {max}; pack it as zip instead',
  },
  'upload.format': {
    zh: '此类项目只接收 {formats} 格式的压缩包，请改用该格式',
    en: 'Projects of this kind take archives as {formats} only; pack it so',
  },
  'upload.tooMany': {
    zh: '未完成的上传过多（最多 {max} 个），请先完成或取消一些',
    en: 'Too many uploads are open (at most {max}); finish or cancel some first',
  },
  'upload.notWaiting': {
    zh: '该上传不在等待类别确认的状态',
    en: 'This upload does not wait for its classes to be confirmed',
  },
  'upload.ended': { zh: '该上传已结束', en: 'This upload has ended already' },
  'upload.mapping': {
    zh: '请为类别「{name}」选择标签、新建标签或忽略',
    en: 'Choose for the class “{name}” a label, a new label, or to leave it out',
  },
  'upload.offset': {
    zh: '上传位置不一致，请从 {offset} 继续',
    en: 'The upload stands at another place; go on from {offset}',
  },

  // one entry of an archive
  'entry.path': {
    zh: '「{file}」的路径指向压缩包之外，已拒绝',
    en: '“{file}” leads out of the archive; it was refused',
  },
  'entry.link': {
    zh: '「{file}」是链接或设备文件，已拒绝',
    en: '“{file}” is a link or a device; it was refused',
  },
  'entry.encrypted': {
    zh: '「{file}」已加密，请解除密码后重新打包',
    en: '“{file}” is encrypted; pack it again without a password',
  },
  'entry.archive': {
    zh: '「{file}」是压缩包中的压缩包，未展开，请解压后重新打包',
    en: '“{file}” is an archive within the archive and was not opened; unpack it first',
  },
  'entry.ratio': {
    zh: '「{file}」的压缩率异常（超过 {max} 倍），已拒绝',
    en: '“{file}” unpacks to more than {max} times its size; it was refused',
  },
  'entry.damaged': {
    zh: '「{file}」在压缩包中已损坏（校验或大小不符）',
    en: '“{file}” is damaged within the archive (checksum or size do not agree)',
  },
  'entry.method': {
    zh: '「{file}」使用了不支持的压缩方法，请用 zip 的普通方式重新打包',
    en: '“{file}” is packed by a method that is not read; pack it as an ordinary zip',
  },
  'entry.repeated': {
    zh: '压缩包中「{file}」出现多次，只导入第一个',
    en: '“{file}” is in the archive more than once; the first was taken',
  },
  'entry.unused': {
    zh: '「{file}」已跳过：不是图片，也未作为标注使用',
    en: '“{file}” was skipped: not an image, and not used as annotations',
  },
  'entry.moreUnused': {
    zh: '另有 {count} 个文件已跳过：不是图片，也未作为标注使用',
    en: '{count} more files were skipped: not images, and not used as annotations',
  },
  'entry.type': {
    zh: '「{file}」不是 jpg、png、jpeg、bmp 图片，也不是可识别的标注文件',
    en: '“{file}” is neither a jpg, png, jpeg or bmp image nor an annotation file that is known',
  },

  // annotations of an archive
  'annotationFile.tooLarge': {
    zh: '标注文件「{file}」过大，最大 {max}',
    en: 'The annotation file “{file}” has too many bytes; at most {max}',
  },
  'annotationFile.invalid': {
    zh: '标注文件「{file}」无法识别：{why}',
    en: 'The annotation file “{file}” cannot be read: {why}',
  },
  'annotationFile.noImage': {
    zh: '标注「{file}」没有对应的图片',
    en: 'The annotations “{file}” have no image',
  },
  'annotationFile.ambiguous': {
    zh: '标注中的「{file}」对应多张图片，无法确定是哪一张',
    en: '“{file}” in the annotations could be several images',
  },
  'yolo.line': {
    zh: '「{file}」的第 {line} 行标注无效',
    en: '“{file}”: line {line} of its annotations is not valid',
  },

  // why an import failed
  'cause.import.notArchive': {
    zh: '文件不是可读取的压缩包，或已损坏：{why}；请重新打包后上传',
    en: 'The file is not an archive that can be read, or it is damaged: {why}; pack it again and upload it anew',
  },
  'cause.import.encrypted': {
    zh: '压缩包已加密，请解除密码后重新打包',
    en: 'The archive is encrypted; pack it again without a password',
  },
  'cause.import.tooManyEntries': {
    zh: '压缩包中的文件过多，最多 {max} 个，请分开打包',
    en: 'The archive has too many files; at most {max}; pack it in parts',
  },
  'cause.import.tooLarge': {
    zh: '压缩包解压后过大，最大 {max}，请分开打包',
    en: 'The archive unpacks to too much; at most {max}; pack it in parts',
  },
  'cause.import.tooManyAnnotations': {
    zh: '压缩包中的标注过多，最多 {max} 条、标注文件共 {bytes}，请分开打包',
    en: 'The archive has too many annotations; at most {max}, in annotation files of {bytes} together; pack it in parts',
  },
  'cause.import.bomb': {
    zh: '压缩包结构异常（内容重叠或压缩率过高），已拒绝',
    en: 'The archive is built to overwhelm (its contents overlap, or unpack to far too much); it was refused',
  },
  'cause.import.memory': {
    zh: '解压该 7z 文件需要的内存超过上限，请用较小的字典或 zip 重新打包',
    en: 'Unpacking this 7z file takes more memory than allowed; pack it with a smaller dictionary, or as zip',
  },
  'cause.import.empty': {
    zh: '压缩包中没有 jpg、png、jpeg 或 bmp 图片',
    en: 'The archive holds no jpg, png, jpeg or bmp image',
  },
  'cause.import.gone': {
    zh: '目标文件夹或上传的文件已不存在',
    en: 'The folder, or the uploaded file, is gone',
  },
  'cause.import.labels': {
    zh: '数据集的标签超过上限或映射的标签已被删除，请重新上传并确认类别',
    en: 'The data set would have too many labels, or a chosen label is gone; upload again and confirm the classes',
  },
} as const;
