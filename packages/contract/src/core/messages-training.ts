/** Messages of the form for a training: images, validation, versions, and rules across parameters. */
export const trainingMessages = {
  'train.noImages': {
    zh: '训练集没有图片，请选择有图片的文件夹',
    en: 'The training set has no images. Select folders with images',
  },
  'train.noAnnotated': {
    zh: '所选文件夹没有已标注的图片，请先标注',
    en: 'The selected folders have no annotated images. Annotate some first',
  },
  'train.filesMissing': {
    zh: '{count} 张图片的文件缺失或已损坏（{files}）。请删除这些图片，或请管理员从备份恢复',
    en: 'The {count|file|files} of {count} {count|image is|images are} missing or damaged ({files}). Delete {count|this image|these images}, or ask your administrator to restore {count|the file|the files} from a backup',
  },
  'train.noObjects': {
    zh: '训练图片没有任何标注目标。请至少标注几个目标，或选择其他图片',
    en: 'The images to learn from have no annotated objects. Annotate at least a few, or select other images',
  },
  'train.noLocating': {
    zh: '请选择定位标签：标注零件位置的标签',
    en: 'Select the locating labels: those that mark the parts',
  },
  'train.locatingUnknown': {
    zh: '所选数据集没有标签「{label}」，请在定位标签中取消它',
    en: 'The selected data sets have no label “{label}”. Remove it from the locating labels',
  },
  'train.locatingEmpty': {
    zh: '训练图片中没有「{label}」的标注，无法学习定位这种零件。请标注零件，或在定位标签中取消它',
    en: 'The images to learn from have no object of the locating label “{label}”. Annotate these parts, or remove the label from the locating labels',
  },
  'train.noPartsToValidate': {
    zh: '验证图片中没有零件的标注，无法验证定位。请在验证图片上标注零件，或选择其他验证集',
    en: 'The images for validation have no part (object of a locating label), so locating cannot be validated. Annotate the parts on them, or select other images for validation',
  },
  'train.noLabelLeft': {
    zh: '所有标签都是定位标签，没有可检测的标签。请至少留下一个缺陷标签',
    en: 'All labels are locating labels and none is left to detect. Leave at least one label for defects',
  },
  'train.noObjectsInParts': {
    zh: '所有缺陷都不在零件内，第二阶段没有可学习的目标。请检查零件的标注和裁剪规则',
    en: 'No defect lies in a part, so the second stage has nothing to learn. Check the annotations of the parts and the rule of the crops',
  },
  'train.outsideParts': {
    zh: '{percent}% 的缺陷不在任何零件的裁剪范围内（如「{file}」），无法学习也无法检出',
    en: '{percent}% of the defects are outside the crops of all parts (first in “{file}”): they cannot be learned or found',
  },
  'train.cutParts': {
    zh: '{percent}% 的零件大于裁剪的最大尺寸 {width} × {height} 像素（如「{file}」）：只检测中间部分，这样的图片不会判为 OK。请增大「零件裁剪宽度」和「零件裁剪高度」的最大值，或缩小图片',
    en: '{percent}% of the parts are larger than the maximum crop size of {width} × {height} px (first in “{file}”): only their middle is inspected, and such an image is never OK. Raise the maximum of “Part crop width” and “Part crop height”, or use smaller images',
  },
  'train.manyParts': {
    zh: '「{file}」有 {parts} 个零件，多于零件数上限 {most}：超出的零件不会检测，这样的图片不会判为 OK。请增大「零件数上限」',
    en: '“{file}” has {parts} parts, more than the maximum of {most}: the rest are not inspected, and such an image is never OK. Raise “Maximum parts per image”',
  },
  'train.stageKept': {
    zh: '至少有一个阶段要重新训练',
    en: 'At least one stage has to be trained',
  },
  'train.keptVersion': {
    zh: '要保留某个阶段，请先选择起始版本',
    en: 'Select the starting version whose stage is kept',
  },
  'train.keptLabels': {
    zh: '保留的阶段不认识标签「{label}」，请重新训练这个阶段',
    en: 'The stage that is kept does not know the label “{label}”. Train this stage again',
  },
  'train.otherSetType': {
    zh: '数据集「{name}」的类型不是分割，没有可学习的轮廓。请选择分割类型的数据集，或在数据集设置中更改类型',
    en: 'The data set “{name}” is not of the type Segmentation and has no outlines to learn. Select a data set of that type, or change its type in its settings',
  },
  'test.otherSetType': {
    zh: '数据集「{name}」的类型不是分割，没有可对照的轮廓：其中的缺陷图片会被当作良品。请选择分割类型的数据集，或在数据集设置中更改类型',
    en: 'The data set “{name}” is not of the type Segmentation and has no outlines to compare with: its images with defects would count as good ones. Select a data set of that type, or change its type in its settings',
  },
  'train.noOutlines': {
    zh: '所选图片上只有矩形（包括导入的框），没有可学习的轮廓。请用多边形画出目标；若矩形内部全部属于目标，请开启「矩形视为实心」',
    en: 'The selected images have only rectangles (including imported boxes), so there are no outlines to learn. Draw the objects as polygons. If the objects fill the rectangles completely, turn on “Rectangles are filled”',
  },
  'train.rectangles': {
    zh: '{images} 张图片上有 {count} 个矩形，包括导入的框（{files}），只用于学习目标的位置和标签，不用于学习轮廓。若要把矩形内部全部算作目标，请开启「矩形视为实心」。',
    en: '{count} {count|rectangle|rectangles} on {images} {images|image|images} ({files}), including imported boxes, {count|teaches|teach} only where objects are and which label they have, not their outlines. To count everything inside a rectangle as its object, turn on “Rectangles are filled”.',
  },
  'train.rectanglesFilled': {
    zh: '{images} 张图片上有 {count} 个矩形（{files}），其内部全部算作目标的一部分。',
    en: 'Everything inside {count} {count|rectangle|rectangles} on {images} {images|image|images} ({files}) counts as part of the {count|object|objects}.',
  },
  'train.noValidation': {
    zh: '验证集没有图片，请选择其他验证文件夹，或改为按比例划分',
    en: 'The validation set has no images. Select other folders for validation, or split by share',
  },
  'train.tooFewAnnotated': {
    zh: '只有 {count} 张图片已标注，至少需要 {min} 张',
    en: 'Only {count} {count|image is|images are} annotated; at least {min} are needed',
  },
  'train.validationSmall': {
    zh: '验证图片不足所选图片的 5%。',
    en: 'Fewer than 5% of the selected images are used for validation.',
  },
  'train.labelMismatch': {
    zh: '训练集标签与模型版本的标签不一致。',
    en: 'The labels of the training set differ from those of the model version.',
  },
  'train.warmupTooLong': {
    zh: '预热轮数必须小于训练轮数',
    en: 'Warm-up epochs must be fewer than the training epochs',
  },
  'train.shareTooLarge': {
    zh: '按时间训练时，此项为训练长度的百分比，必须小于 100',
    en: 'When training by time, this is a percentage of the training time and must be below 100',
  },
  'train.saveIntervalTooLong': {
    zh: '保存间隔必须在 0 与训练轮数之间',
    en: 'The save interval must be between 0 and the number of epochs',
  },
  'train.differentProject': {
    zh: '文件夹不属于该模型的项目',
    en: 'The folders do not belong to the project of this model',
  },
  'train.oneDataset': {
    zh: '所选文件夹必须属于同一个数据集',
    en: 'All selected folders must belong to the same data set',
  },
  'train.sizeStep': {
    zh: '此网络的训练尺寸必须是 32 的倍数；P6 网络可用任意偶数',
    en: 'The training size must be a multiple of 32 for this network; P6 networks accept any even number',
  },
  'train.sizeTooLargeX': {
    zh: '网络 x 同时使用 Adam 和多尺度时，训练尺寸最大为 1760',
    en: 'With network x, Adam and multi-scale, the training size is at most 1760',
  },
  'train.sizeTooLargeX6': {
    zh: '网络 x6 的训练尺寸最大为 1664',
    en: 'With network x6 the training size is at most 1664',
  },
  'train.sizeTooLargeX6Heavy': {
    zh: '网络 x6 同时使用 Adam 和多尺度时，训练尺寸最大为 1280',
    en: 'With network x6, Adam and multi-scale, the training size is at most 1280',
  },
  'train.backboneNetwork': {
    zh: 'ImageNet 预训练的骨干网络仅支持网络 n 和 s。请改用其中之一，或选择自带骨干',
    en: 'The backbone pretrained on ImageNet is available for networks n and s only. Select one of these, or Loupe’s own backbone',
  },
  'train.smallObjectsNetwork': {
    zh: '「小目标」不支持 P6 网络。请改用 n、s、m、l 或 x，或关闭「小目标」',
    en: 'The level for small objects is not available for P6 networks. Select n, s, m, l or x, or switch it off',
  },
  'train.noCard': {
    zh: '这台服务器没有 GPU {number}。请选择其他设备，或设为自动',
    en: 'This server has no GPU {number}. Select another device, or Automatic',
  },
  'train.noDecay': { zh: '分段衰减需要至少一个衰减轮次', en: 'Step decay needs at least one decay epoch' },
  'train.decayTooLate': {
    zh: '衰减轮次必须小于训练轮数',
    en: 'Decay epochs must be below the number of training epochs',
  },
  'train.sourceBelowTraining': {
    zh: '图片尺寸不能小于训练尺寸',
    en: 'The image size must not be smaller than the training size',
  },
  'train.pairOrder': { zh: '第二个值不能小于第一个值', en: 'The second value must not be smaller than the first' },
  'train.notIncreasing': { zh: '数值必须递增', en: 'The values must increase' },
  'train.startVersion': {
    zh: '起始版本没有可继续训练的权重，请选择其他版本',
    en: 'The starting version has no weights to continue from. Select another version',
  },
  'train.startNetwork': {
    zh: '起始版本的网络是 {value}，请选择相同的网络',
    en: 'The starting version uses network {value}. Select the same network',
  },
  'train.startMethod': {
    zh: '起始版本由「合成缺陷」方法训练。请选择该方法，或从头训练',
    en: 'The starting version was trained with synthetic defects. Select that method, or start with a new network',
  },
  'train.startBackbone': {
    zh: '起始版本使用不同的骨干网络。请选择相同的骨干网络，或从头训练',
    en: 'The starting version uses another backbone. Select the same one, or start with a new network',
  },
  'train.startSmallObjects': {
    zh: '起始版本的「小目标」设置不同。请选择相同的设置，或从头训练',
    en: 'The starting version has another setting of Small objects. Select the same one, or start with a new network',
  },
  'train.startFineMasks': {
    zh: '起始版本的「精细轮廓」设置不同。请选择相同的设置，或从头训练',
    en: 'The starting version has another setting of Fine outlines. Select the same one, or start with a new network',
  },
} as const;
