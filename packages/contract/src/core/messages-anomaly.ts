/** Messages of anomaly detection: its images, its training and what that goes on in spite of. */
export const anomalyMessages = {
  'train.regionOrder': {
    zh: '区域的右边和下边必须大于左边和上边',
    en: 'must have its right and bottom beyond its left and top',
  },
  'train.noOk': {
    zh: '训练部分没有 OK 图片，请在 OK 图片列表中上传，或把图片划入训练部分',
    en: 'There is no OK image to train with; upload some to the OK list, or put some into the training part',
  },
  'train.fewOk': {
    zh: 'OK 图片不足 20 张，结果可能不稳定，是否继续？',
    en: 'There are fewer than 20 OK images; the result may be unsteady; continue?',
  },
  'train.ngOfTrained': {
    zh: '部分 NG 图片与用于训练的 OK 图片同名（同一零件），不参与验证，以免同一零件落在两边；如为不同零件，请改名。是否继续？',
    en: 'Some NG images carry the name of an OK image that trains (the same part); they are left out, so that no part is on both sides; rename those of other parts; continue?',
  },
  'train.tooFewOk': {
    zh: '异常检测至少需要 {min} 张 OK 图片（用于训练和验证），建议 20 张以上',
    en: 'Anomaly detection needs at least {min} OK images to train and to validate with; 20 and more are advised',
  },
  'train.otherModel': {
    zh: '所选文件夹不属于该模型',
    en: 'The chosen folders do not belong to the model',
  },
  'test.noPart': {
    zh: '所选文件夹没有划入测试的图片，请先划分训练与测试',
    en: 'The chosen folders hold no image of the test part; split training and test first',
  },
  'dataset.ofModel': {
    zh: '该数据集属于模型，不能单独更改；删除模型时一并删除',
    en: 'This data set belongs to a model and is not changed on its own; it goes when the model is deleted',
  },
  'model.otherFamily': {
    zh: '该模型类型不属于此项目',
    en: 'Models of this type do not belong to this project',
  },
  'image.drawn': {
    zh: '「{file}」上已标出缺陷，请先删除这些标注再移动到另一列表',
    en: 'Defects are drawn on “{file}”; delete them before you move it to the other list',
  },
  'dataset.noParts': {
    zh: '该数据集的图片不分训练与测试',
    en: 'The images of this data set carry no part',
  },
  'mask.size': {
    zh: '掩膜「{file}」为 {mask}，与图片 {image} 不一致，已忽略掩膜',
    en: 'The mask “{file}” has {mask} pixels, its image {image}; the mask was left out',
  },
  'mask.onOk': {
    zh: '「{file}」为 OK 图片标出了缺陷，已忽略',
    en: '“{file}” marks a defect on an OK image; it was left out',
  },
  'mask.noImage': {
    zh: '掩膜「{file}」没有对应的图片',
    en: 'The mask “{file}” has no image',
  },
  'mask.empty': {
    zh: '掩膜「{file}」全黑，没有标出缺陷，图片不计入像素指标',
    en: 'The mask “{file}” is all black and marks nothing; its image does not count for figures by pixel',
  },
  'mask.corrupt': {
    zh: '掩膜「{file}」无法读取，已忽略',
    en: 'The mask “{file}” cannot be read; it was left out',
  },
  'mask.tooFine': {
    zh: '掩膜「{file}」过于细碎（最多 {regions} 块、每块 {points} 个轮廓点），已忽略',
    en: 'The mask “{file}” is too ragged (at most {regions} regions of {points} outline points each); it was left out',
  },
  'cause.data.noOk': {
    zh: '没有可用的 OK 图片',
    en: 'There is no usable OK image',
  },
  'cause.data.tooFewOk': {
    zh: '可用的 OK 图片只有 {count} 张，至少需要 4 张',
    en: 'Only {count} OK images can be used, and at least 4 are needed',
  },
  'cause.data.allFlat': {
    zh: '全部 {count} 张 OK 训练图片（如「{file}」）均为单一颜色，没有可学习的内容',
    en: 'All {count} OK images to learn from, such as “{file}”, are of one colour: there is nothing to learn',
  },
  'cause.region.outside': {
    zh: '关注区域和忽略区域没有留下可检查的部分',
    en: 'Region of interest and ignored regions leave nothing to look at',
  },
  'cause.backbone.gone': {
    zh: '任务使用的骨干网络「{name}」已不再提供',
    en: 'This version of Loupe no longer has the backbone “{name}”, which the task asks for',
  },
  'cause.trunk.missing': {
    zh: '找不到骨干网络的权重文件「{file}」',
    en: 'The weights of the backbone, “{file}”, are not there',
  },
  'cause.trunk.damaged': {
    zh: '骨干网络的权重文件「{file}」已损坏或不匹配：{why}',
    en: 'The weights of the backbone, “{file}”, are damaged or do not fit: {why}',
  },
  'warning.data.ngInTraining': {
    zh: 'NG 图片「{file}」等 {count} 张被划入训练，未用于学习',
    en: '{count} NG images, first “{file}”, are in the training part; they were not learnt from',
  },
  'warning.data.noNg': {
    zh: '没有 NG 图片：阈值只按 OK 图片确定，无法给出检出率',
    en: 'There is no NG image: the threshold follows from the OK images alone, and how many defects are found is not known',
  },
  'warning.data.suspect': {
    zh: 'OK 图片「{file}」的得分明显偏高（{score}），请检查它是否其实是 NG',
    en: 'The OK image “{file}” scores far out ({score}); check whether it is NG',
  },
  'warning.data.leftOut': {
    zh: '{count} 张得分明显偏高的 OK 图片未计入记忆库',
    en: 'OK images that score far out and that the memory was made without: {count}',
  },
  'warning.data.maskEmpty': {
    zh: '「{file}」的缺陷区域为空或在图片之外，未计入像素指标',
    en: 'The defect of “{file}” is empty or outside the image; it does not count for figures by pixel',
  },
  'warning.data.maskOnOk': {
    zh: 'OK 图片「{file}」带有缺陷区域，已忽略该区域',
    en: 'The OK image “{file}” has a defect drawn on it; the drawing was ignored',
  },
  'warning.data.flat': {
    zh: '图片「{file}」为单一颜色，请检查相机或文件',
    en: 'The image “{file}” is of one colour; check the camera or the file',
  },
  'warning.train.fewOk': {
    zh: '可用的 OK 图片只有 {count} 张，阈值不够可靠',
    en: 'Only {count} OK images could be used; the threshold is not very sure',
  },
} as const;
