/** What is said where an image cannot be submitted, accepted or returned. */
export const reviewMessages = {
  'review.off': {
    zh: '此数据集未开启审核，请先在数据集的「编辑」中开启',
    en: 'Images of this data set are not reviewed. Switch review on under “Edit” of the data set first',
  },
  'review.noneInModel': {
    zh: '属于模型的数据集不支持审核',
    en: 'Images of data sets that belong to a model are not reviewed',
  },
  'review.notAnnotated': {
    zh: '图片尚未标注，不能提交审核。请先标注；没有缺陷时，点击「已检查，无缺陷」',
    en: 'The image is not annotated yet. Annotate it, or choose “Checked, empty” if there is nothing to annotate. Then submit it',
  },
  'review.nothingToAccept': {
    zh: '图片尚未标注，不能通过。请先标注；没有缺陷时，点击「已检查，无缺陷」；或者退回',
    en: 'The image is not annotated, so it cannot be accepted. Annotate it, choose “Checked, empty” if there is nothing to annotate, or return it',
  },
  'review.inConflict': {
    zh: '图片中有冲突的图形，不能提交或通过。请先打开图片，对每个冲突作出选择',
    en: 'Shapes of this image are in conflict, so it can be neither submitted nor accepted. Open it and decide on each of them first',
  },
  'review.otherState': {
    zh: '其他人已处理此图片的审核，当前状态已更新，请查看后再操作',
    en: 'Someone else has reviewed or submitted this image meanwhile. Look at its state again, then decide',
  },
  'review.changed': {
    zh: '您查看之后，其他人修改了此图片。请重新查看后再操作',
    en: 'Someone else has changed this image since you looked at it. Look at it again, then decide',
  },
  'review.own': {
    zh: '不能通过自己提交的图片，请由项目中其他有编辑权限的人审核',
    en: 'You submitted this image yourself. Someone else with the right to edit in this project has to accept it',
  },
} as const;
