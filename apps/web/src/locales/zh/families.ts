/** Texts that differ between families on screens that are otherwise the same, Chinese. */
export const families = {
  detection: {
    intro: '模型从已标注的文件夹中学习；每次训练生成一个版本，可用于测试和在线检测。',
    steps: {
      name: '在有已标注图片的项目中，填写方案名称和功能名称。',
      dataTitle: '训练',
      data: '选择文件夹，确认参数，开始训练。',
      useTitle: '测试与使用',
      use: '查看检测效果，然后对单张图片在线检测。',
    },
    noTraining: '选择已标注的文件夹并确认参数，训练完成后生成一个版本。',
    noTest: '在版本列表中点击「测试」，选择未用于训练的文件夹。',
    data: '文件夹须属于同一个数据集',
    choose: '请先选择有已标注图片的文件夹。',
    bare: '没有标注对象的标签：{{names}}',
    noFoldersTitle: '项目中还没有含图片的文件夹',
    noFoldersText: '请先新建数据集并上传图片。',
  },
  anomaly: {
    intro: '模型只从良品图片中学习，给出每张图片的得分和热力图，无需标注。',
    steps: {
      name: '选择或新建项目，填写方案名称和功能名称。',
      dataTitle: '添加图片',
      data: '20 张 OK 图片即可训练；NG 图片可选，用于检验模型。',
      useTitle: '训练与判定',
      use: '训练、测试并确定阈值，然后在线判定 OK、待复判或 NG。',
    },
    noTraining: '只需 OK 图片，无需标注；训练完成后生成一个版本。',
    noTest: '训练完成后，用划入测试的 OK 与 NG 图片测试版本，并据此确定阈值。',
    data: '只用划入训练的图片；NG 图片仅用于验证',
    choose: '请先添加 OK 图片，并选择文件夹。',
    bare: '没有 NG 图片：可以训练，但无法得知检出率。',
    noFoldersTitle: '模型还没有图片',
    noFoldersText: '请先添加 OK 图片。',
  },
};
