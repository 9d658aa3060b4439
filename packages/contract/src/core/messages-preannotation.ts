/** Messages of pre-annotation; those that the specification words itself stand in messages.ts. */
export const preannotationMessages = {
  'preannotate.noImages': {
    zh: '没有可预标注的图片：所选图片均已标注，或没有选中图片',
    en: 'No images to pre-annotate: the chosen images are all annotated, or none are chosen',
  },
  'preannotate.tooMany': {
    zh: '一次最多预标注 {max} 张图片，请分批进行',
    en: 'At most {max} images can be pre-annotated at once. Split them into several tasks',
  },
  'preannotate.running': {
    zh: '部分所选图片正在预标注，请等待完成',
    en: 'Some of the chosen images are being pre-annotated already. Wait until that is done',
  },
  'preannotate.wrongVersion': {
    zh: '该版本的结果不能作为此数据集的标注，请选择其他版本',
    en: 'The results of this version cannot be used as annotations in this data set. Choose another version',
  },
  'preannotate.oneDataset': {
    zh: '请选择同一个数据集的图片',
    en: 'Choose images of one data set',
  },
  'preannotate.completed': {
    zh: '预标注完成：{subject}，完成 {done} 张图片，跳过 {skipped} 张，预测 {found} 个',
    en: 'Pre-annotation completed: {subject}, {done} {done|image|images} done, {skipped} skipped, {found} {found|prediction|predictions}',
  },
  'similar.exampleGone': {
    zh: '所选图形尚未保存或已被删除。请等右上角显示「已保存」后再试',
    en: 'Some of the selected shapes are not saved yet or were deleted. Wait until “Saved” is shown at the top right, then try again',
  },
  'similar.tooSmall': {
    zh: '所选图形均小于 {pixels} 像素，无法作为示例。请选择更大的图形',
    en: 'All selected shapes are smaller than {pixels} pixels and cannot serve as examples. Select larger ones',
  },
  'similar.completed': {
    zh: '查找相似完成：{subject}，已查找 {done} 张图片，跳过 {skipped} 张，候选 {found} 个',
    en: 'Find similar completed: {subject}, {done} {done|image|images} searched, {skipped} skipped, {found} {found|candidate|candidates}',
  },
  'warning.similar.tooSmall': {
    zh: '图片「{file}」中的示例小于 {pixels} 像素，未使用',
    en: 'An example on “{file}” is smaller than {pixels} pixels and was left out',
  },
  'warning.similar.unreadable': {
    zh: '图片「{file}」无法读取，其中的示例未使用',
    en: '“{file}” cannot be read, and its example was left out',
  },
  'warning.similar.plain': {
    zh: '图片「{file}」中的示例与周围没有可见区别，未使用。请选择更明显的缺陷，框得更贴近一些',
    en: 'The example on “{file}” does not stand out from its surroundings and was left out. Choose a clearer defect, and outline it more tightly',
  },
  'warning.similar.exampleGone': {
    zh: '{count} 个示例所在的图片已被删除，未使用',
    en: '{count} {count|example was|examples were} left out because {count|its image was|their images were} deleted meanwhile',
  },
  'warning.preannotate.gone': {
    zh: '{count} 张图片已被删除，未预标注',
    en: '{count} {count|image was|images were} deleted meanwhile and not pre-annotated',
  },
  'warning.preannotate.edited': {
    zh: '图片「{file}」已有人标注，未预标注',
    en: 'Image “{file}” was annotated meanwhile and left alone',
  },
  'warning.preannotate.labelGone': {
    zh: '标签 {labels} 已被删除，其预测未保留',
    en: 'The labels {labels} were deleted meanwhile. Their predictions were left out',
  },
} as const;
