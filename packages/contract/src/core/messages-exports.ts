/** Messages of exports: what keeps one from starting, what became of a file, and what a format loses. */
export const exportMessages = {
  'export.done': { zh: '导出成功，请前往导出记录查看', en: 'export successful, go to export history' },
  'export.none': { zh: '暂无导出记录', en: 'no export history' },
  'export.noImages': {
    zh: '没有可导出的图片，请先上传图片',
    en: 'There are no images to export. Upload some first',
  },
  'export.noRoles': {
    zh: '该格式只适用于有 OK 与 NG 图片的模型，请选择其他格式',
    en: 'This format is only for models with OK and NG images. Select another one',
  },
  'export.noTexts': {
    zh: '该格式只适用于标注文字的数据集，请选择其他格式',
    en: 'This format is only for data sets of texts. Select another one',
  },
  'export.ended': { zh: '导出已结束，不能取消', en: 'The export has already finished and cannot be cancelled' },
  'export.noFile': {
    zh: '导出文件已过期或丢失，请重新导出',
    en: 'The exported file has expired or is missing. Export again',
  },
  'export.linkExpired': {
    zh: '下载链接已过期，请在导出记录中重新下载',
    en: 'The download link has expired. Download again from the export history',
  },
  'cause.export.gone': {
    zh: '数据集在导出开始前已被删除',
    en: 'The data set was deleted before the export started',
  },
  'cause.export.nothing': {
    zh: '没有可导出的图片：所选文件夹中没有已标注的图片',
    en: 'Nothing to export: the selected folders have no annotated images',
  },
  'cause.export.imageMissing': {
    zh: '图片「{file}」在存储中缺失。请管理员运行 npm run loupe -- doctor，或只导出标注',
    en: 'The image “{file}” is missing from storage. Ask your administrator to run npm run loupe -- doctor, or export only the annotations',
  },

  'exportLoss.unannotated': {
    zh: '未标注的图片不会导出',
    en: 'Images without annotations are left out',
  },
  'exportLoss.folderTypes': {
    zh: '不保存文件夹的用途（训练、验证、测试）',
    en: 'The purpose of folders (training, validation, test) is not saved',
  },
  'exportLoss.parts': {
    zh: '不保存训练与测试的划分',
    en: 'The split into training and test images is not saved',
  },
  'export.onlyConflicts': {
    zh: '所有已标注图片都含有冲突图形，请先在工作台中解决',
    en: 'Every annotated image has shapes in conflict. Resolve them in the workbench first',
  },
  'exportLoss.conflicts': {
    zh: '含有冲突图形的图片不会导出，请先在工作台中解决',
    en: 'Images with shapes in conflict are left out. Resolve them in the workbench first',
  },
  'exportLoss.unlabelled': { zh: '没有标签的图形不会导出', en: 'Shapes without a label are left out' },
  'exportLoss.polygonsToBoxes': {
    zh: '多边形与旋转矩形只保留外接矩形',
    en: 'Polygons and rotated rectangles are reduced to their bounding boxes',
  },
  'exportLoss.polygonsToRotated': {
    zh: '多边形变为最小外接旋转矩形',
    en: 'Polygons become the smallest rotated rectangles around them',
  },
  'exportLoss.boxesToPolygons': { zh: '矩形变为四点多边形', en: 'Rectangles become polygons with four points' },
  'exportLoss.quadsToPolygons': {
    zh: '旋转矩形与四边形变为多边形',
    en: 'Rotated rectangles and quadrilaterals become polygons',
  },
  'exportLoss.polygonsToQuads': {
    zh: '多边形变为四边形',
    en: 'Polygons become quadrilaterals',
  },
  'exportLoss.quadrilaterals': { zh: '四边形变为多边形', en: 'Quadrilaterals become polygons' },
  'exportLoss.holes': { zh: '多边形的孔被填满', en: 'Holes in polygons are filled' },
  'exportLoss.separateParts': {
    zh: '由多个部分组成的图形变为多个目标',
    en: 'Shapes with several parts become separate objects',
  },
  'exportLoss.boxesToMasks': { zh: '矩形变为掩膜区域', en: 'Rectangles become regions of a mask' },
  'exportLoss.wholePixels': {
    zh: '轮廓按整像素保存',
    en: 'Outlines are rounded to whole pixels',
  },
  'exportLoss.covered': {
    zh: '重叠的图形中，下层被上层覆盖的部分会丢失',
    en: 'Where shapes overlap, the part below the upper one is lost',
  },
  'exportLoss.merged': {
    zh: '同一标签相接的图形会合并为一个目标',
    en: 'Touching shapes with the same label become one object',
  },
  'exportLoss.ignored': {
    zh: '忽略区域不会导出，训练时会被当作背景',
    en: 'Ignored regions are left out and count as background in training',
  },
  'exportLoss.texts': { zh: '文本不会导出', en: 'Texts are left out' },
  'exportLoss.ignoredTexts': {
    zh: '忽略区域中的文字不会导出',
    en: 'Texts of ignored regions are left out',
  },
  'exportLoss.untyped': {
    zh: '没有文字内容或被忽略的区域不会导出',
    en: 'Regions that are ignored or without a typed text are left out',
  },
  'exportLoss.places': {
    zh: '文字在图片中的位置不会导出',
    en: 'Where the texts are on their images is not saved',
  },
  'exportLoss.labels': {
    zh: '标签不会导出，所有文字属于同一类',
    en: 'Labels are not saved: all texts are of one class',
  },
  'exportLoss.scores': { zh: '模型得分不会导出', en: 'Model scores are left out' },
} as const;
