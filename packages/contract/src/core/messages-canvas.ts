/** Messages of drawing: what cannot be drawn so, and why. */
export const canvasMessages = {
  'canvas.outside': { zh: '请勿在图片区域外操作', en: 'do not operate outside the picture area' },
  'canvas.unfinished': {
    zh: '图形尚未画完，请先按 Enter 完成或按 Esc 取消',
    en: 'The shape is not finished. Press Enter to finish it or Esc to cancel',
  },
  'canvas.pastedAlready': {
    zh: '这些图形已在此图片的相同位置',
    en: 'These shapes are already in these places of this image',
  },
  'canvas.noLabel': { zh: '请先选择标签', en: 'Select a label first' },
  'canvas.tooFewPoints': {
    zh: '多边形至少需要三个不在一条直线上的点',
    en: 'A polygon needs at least three points that are not on one line',
  },
  'canvas.quadNeeded': {
    zh: '必须绘制四边形：请单击四个角点',
    en: 'A quadrilateral must be drawn: click four corners',
  },
  'canvas.quadCrossed': {
    zh: '四边形的边不能交叉，也不能内凹',
    en: 'The edges of a quadrilateral must not cross or bend inwards',
  },
  'canvas.tooManyPoints': {
    zh: '图形的点或孔洞过多，未作更改',
    en: 'The shape would have too many points or holes, so nothing was changed',
  },
  'canvas.notCut': {
    zh: '切割线须从一边到另一边穿过多边形',
    en: 'The line must cross a polygon from edge to edge',
  },
  'canvas.selectTwo': {
    zh: '请至少选择两个未锁定的图形',
    en: 'Select at least two shapes that are not locked',
  },
  'canvas.uniteAlike': {
    zh: '忽略区域不能与目标合并，请先按 M 将两者设为同一类型',
    en: 'An ignore region cannot be united with an object. Press M first to make both ignore regions or both objects',
  },
  'canvas.unitedLabels': {
    zh: '所选图形的标签不同，合并后使用最先选中的标签',
    en: 'The labels differ: the united shape has the label of the one selected first',
  },
  'canvas.changedSince': {
    zh: '此步涉及的图形已在别处修改，未更改',
    en: 'The shape has been changed elsewhere since, so nothing was changed',
  },
  'canvas.tooSmall': { zh: '图形过小，未作更改', en: 'The shape would be too small, so nothing was changed' },
  'canvas.selfCrossing': { zh: '图形的边相互交叉，请检查', en: 'The edges of the shape cross. Check the shape' },
  'canvas.noPixels': { zh: '图片尚未加载，请稍候', en: 'The image is not loaded yet. Wait a moment' },
  'canvas.outlineFailed': {
    zh: '无法得到轮廓，请放大后重试，或改用画笔',
    en: 'No outline was found. Zoom in and try again, or use the brush',
  },
  'canvas.noOutline': {
    zh: '此处未找到目标。请单击目标内部，或拖动框住目标',
    en: 'Nothing was found here. Click inside the object, or drag a box around it',
  },
  'canvas.locked': { zh: '图形已锁定，请先解锁', en: 'The shape is locked. Unlock it first' },
} as const;
