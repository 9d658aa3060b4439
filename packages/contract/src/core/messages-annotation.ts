/** What is said about edits of shapes that the server does not take. */
export const annotationMessages = {
  'folder.noImages': {
    zh: '该文件夹中没有图片，请先上传图片',
    en: 'This folder has no images. Upload some first',
  },
  'image.notDeep': {
    zh: '「{file}」每通道为 8 位，没有窗口可调',
    en: '“{file}” has 8 bits per channel, so there is no window to set',
  },
  'annotation.unknownLabel': {
    zh: '标签已不存在，请选择其他标签',
    en: 'This label does not exist any more. Choose another one',
  },
  'annotation.unknownVersion': {
    zh: '该标注所属的模型版本已删除，或不属于此项目，请刷新后重试',
    en: 'The model version of this shape was deleted or belongs to another project. Reload and try again',
  },
  'annotation.badShape': { zh: '图形无效：{why}', en: 'The shape is not valid: {why}' },
  'annotation.tooMany': {
    zh: '每张图片最多 {max} 个标注，请先删除一些',
    en: 'An image can have at most {max} annotations. Delete some first',
  },
  'annotation.kind': { zh: '此数据集不支持该图形类型', en: 'This data set does not support shapes of this type' },
  'annotation.manyPoints': {
    zh: '图形的点过多（最多 {max} 个）',
    en: 'The shape has too many points (at most {max})',
  },
  'annotation.fewPoints': { zh: '多边形至少需要三个点', en: 'A polygon needs at least three points' },
  'annotation.corners': { zh: '四边形有且只有四个角', en: 'A quadrilateral has four corners' },
  'annotation.noArea': { zh: '图形没有面积', en: 'The shape has no area' },
  'annotation.notRectangle': {
    zh: '旋转矩形的四个角必须是直角',
    en: 'The four corners of a rotated rectangle must be right angles',
  },
  'annotation.outside': { zh: '图形超出图片范围', en: 'The shape is outside the image' },
  'annotation.noShape': { zh: '图形不存在', en: 'The shape does not exist' },
  'annotation.notEmpty': {
    zh: '图片仍有标注，不能标记为「已检查」',
    en: 'The image still has shapes, so it cannot be marked as checked',
  },
  'annotation.baseMissing': { zh: '上一步修改未到达服务器', en: 'The previous edit did not reach the server' },
} as const;
