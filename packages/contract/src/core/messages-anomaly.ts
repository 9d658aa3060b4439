/** Messages of anomaly detection: its images, its training and what it warns of. */
export const anomalyMessages = {
  'train.regionOrder': {
    zh: '右边须大于左边，下边须大于上边',
    en: 'needs a right edge greater than the left and a bottom edge greater than the top',
  },
  'train.noOk': {
    zh: '训练部分没有 OK 图片。请在 OK 图片列表中上传，或将图片划入训练',
    en: 'There are no OK images to train on. Upload some to the OK list, or move some to training',
  },
  'train.fewOk': {
    zh: '训练部分的 OK 图片不足 20 张，结果可能不稳定。',
    en: 'There are fewer than 20 OK images for training, so the result may be unstable.',
  },
  'train.ngOfTrained': {
    zh: '部分 NG 图片与用于训练的 OK 图片同名（视为同一零件），不参与验证。如为不同零件，请改名。',
    en: 'Some NG images have the same name as an OK image used for training (the same part), so they are not used for validation. Rename them if they show other parts.',
  },
  'train.tooFewOk': {
    zh: '异常检测至少需要 {min} 张 OK 图片（用于训练和验证），建议 20 张以上',
    en: 'Anomaly detection needs at least {min} OK images for training and validation. 20 or more are recommended',
  },
  'train.otherModel': {
    zh: '所选文件夹不属于该模型',
    en: 'The selected folders do not belong to this model',
  },
  'test.noPart': {
    zh: '所选文件夹没有划入测试的图片，请先划分训练与测试',
    en: 'The selected folders have no test images. Split them into training and test first',
  },
  'dataset.ofModel': {
    zh: '该数据集属于模型，不能单独更改，删除模型时一并删除',
    en: 'This data set belongs to a model and cannot be changed on its own. It is deleted with the model',
  },
  'dataset.withModel': {
    zh: '此类项目的数据集随模型一起创建，请新建模型',
    en: 'In projects of this type, data sets come with a model. Create a model instead',
  },
  'model.otherFamily': {
    zh: '此项目不支持该类型的模型',
    en: 'Models of this type cannot be created in this project',
  },
  'image.drawn': {
    zh: '「{file}」上已标出缺陷，请先删除再移动到另一列表',
    en: '“{file}” has drawn defects. Delete them before you move it to the other list',
  },
  'dataset.noParts': {
    zh: '该数据集的图片不分训练与测试',
    en: 'Images in this data set are not split into training and test',
  },
  'mask.size': {
    zh: '掩膜「{file}」为 {mask}，与图片 {image} 不一致，已忽略掩膜',
    en: 'The mask “{file}” is {mask}, but its image is {image}; the mask was ignored',
  },
  'mask.onOk': {
    zh: '「{file}」为 OK 图片标出了缺陷，已忽略',
    en: '“{file}” marks a defect on an OK image and was ignored',
  },
  'mask.noImage': {
    zh: '掩膜「{file}」没有对应的图片',
    en: 'The mask “{file}” has no matching image',
  },
  'mask.empty': {
    zh: '掩膜「{file}」全黑，该图片不计入像素指标',
    en: 'The mask “{file}” is all black, so its image is not used for pixel metrics',
  },
  'mask.corrupt': {
    zh: '掩膜「{file}」无法读取，已忽略',
    en: 'The mask “{file}” cannot be read and was ignored',
  },
  'mask.tooFine': {
    zh: '掩膜「{file}」过于细碎（最多 {regions} 块、每块 {points} 个轮廓点），已忽略',
    en: 'The mask “{file}” is too fragmented (maximum {regions} regions with {points} outline points each) and was ignored',
  },
  'cause.data.noOk': {
    zh: '没有可用的 OK 图片',
    en: 'There are no usable OK images',
  },
  'cause.data.tooFewOk': {
    zh: '可用的 OK 图片只有 {count} 张，至少需要 4 张',
    en: 'Only {count} OK {count|image is|images are} usable; at least 4 are needed',
  },
  'cause.data.allFlat': {
    zh: '全部 {count} 张 OK 训练图片（如「{file}」）均为单一颜色，无法学习',
    en: 'All {count} OK training images, such as “{file}”, are a single colour, so there is nothing to learn',
  },
  'cause.region.outside': {
    zh: '关注区域和忽略区域没有留下可检查的部分',
    en: 'The region of interest and the ignored regions leave nothing to inspect',
  },
  'cause.backbone.gone': {
    zh: '当前版本的 Loupe 不再提供任务使用的骨干网络「{name}」',
    en: 'This version of Loupe no longer includes the backbone “{name}” used by the task',
  },
  'cause.backbone.missing': {
    zh: '未找到骨干网络的权重文件「{file}」',
    en: 'The weights file of the backbone, “{file}”, was not found',
  },
  'cause.backbone.damaged': {
    zh: '骨干网络的权重文件「{file}」已损坏，或与 Loupe 所用的不同',
    en: 'The weights file of the backbone, “{file}”, is damaged or not the one that Loupe uses',
  },
  'warning.data.ngInTraining': {
    zh: '训练部分有 {count} 张 NG 图片（如「{file}」），未用于训练',
    en: '{count} NG {count|image|images} in the training part (such as “{file}”) {count|was|were} not used for training',
  },
  'warning.data.noNg': {
    zh: '没有 NG 图片：阈值仅依据 OK 图片确定，检出率未知',
    en: 'There are no NG images. The threshold is based on OK images only, and the detection rate is unknown',
  },
  'warning.data.suspect': {
    zh: 'OK 图片「{file}」的得分异常偏高（{score}），请检查是否为 NG',
    en: 'The OK image “{file}” has an unusually high score ({score}). Check whether it is NG',
  },
  'warning.data.leftOut': {
    zh: '{count} 张得分异常偏高的 OK 图片未计入记忆库',
    en: '{count} OK {count|image|images} with unusually high scores {count|was|were} left out of the memory bank',
  },
  'warning.data.maskEmpty': {
    zh: '「{file}」的缺陷区域为空或在图片之外，未计入像素指标',
    en: 'The defect of “{file}” is empty or outside the image, so the image is not used for pixel metrics',
  },
  'warning.data.maskOnOk': {
    zh: 'OK 图片「{file}」带有缺陷区域，已忽略该区域',
    en: 'The OK image “{file}” has a drawn defect, which was ignored',
  },
  'warning.data.flat': {
    zh: '图片「{file}」为单一颜色，请检查相机或文件',
    en: 'The image “{file}” is a single colour. Check the camera or the file',
  },
  'warning.train.fewOk': {
    zh: '可用的 OK 图片只有 {count} 张，阈值不确定',
    en: 'Only {count} OK {count|image was|images were} usable, so the threshold is uncertain',
  },
} as const;
