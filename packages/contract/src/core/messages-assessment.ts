/** What is said about a training: how good it is, why, and what to do next (docs/decisions/0024). */
export const assessmentMessages = {
  'assessment.level.notLearned': { zh: '未学会', en: 'Has not learned' },
  'assessment.level.unsure': { zh: '暂无法判断', en: 'Cannot tell yet' },
  'assessment.level.weak': { zh: '尚不够好', en: 'Not good enough' },
  'assessment.level.usable': { zh: '可用', en: 'Usable' },
  'assessment.level.good': { zh: '良好', en: 'Good' },

  'assessment.why.found': {
    zh: 'mAP50 为 {map50}：在 {val} 张验证图片中检出 {truths} 个目标中的 {hits} 个（95% 置信区间 {low}–{high}%），共报告 {reported} 个',
    en: 'mAP50 is {map50}: on {val} validation {val|image|images} it found {hits} of {truths} {truths|object|objects} (95% interval {low}–{high}%), with {reported} {reported|detection|detections} in total.',
  },
  'assessment.why.foundNothing': {
    zh: '在 {val} 张验证图片上 mAP50 仅为 {map50}',
    en: 'mAP50 is only {map50} on {val} validation {val|image|images}.',
  },
  'assessment.why.fewSteps': {
    zh: '训练只有 {count} 步，不足以充分学习',
    en: 'The training had only {count} {count|step|steps}, too few to learn all that it could.',
  },
  'assessment.why.noCounts': {
    zh: '没有保留验证目标的数量，无法评估指标',
    en: 'The number of validation objects was not saved, so the metrics cannot be assessed.',
  },
  'assessment.why.noTruths': {
    zh: '{val} 张验证图片中没有标注目标，无法得出指标',
    en: 'The validation images ({val}) contain no objects, so there is nothing to measure.',
  },
  'assessment.why.fewImages': {
    zh: '验证图片只有 {count} 张，结果可能是偶然：至少需要 {wanted} 张',
    en: '{count} validation {count|image is|images are} too few to rule out chance: at least {wanted} are needed.',
  },
  'assessment.why.fewObjects': {
    zh: '验证图片上只有 {count} 个目标，结果可能是偶然：需要约 {wanted} 个',
    en: '{count} {count|object|objects} on the validation images {count|is|are} too few to rule out chance: about {wanted} are needed.',
  },
  'assessment.why.fewOk': {
    zh: '评估只用了 {count} 张 OK 图片，结果可能是偶然：至少需要 {wanted} 张',
    en: '{count} OK {count|image was|images were} judged, too few to rule out chance: at least {wanted} are needed.',
  },
  'assessment.why.fewNg': {
    zh: '评估只用了 {count} 张 NG 图片，结果可能是偶然：至少需要 {wanted} 张',
    en: '{count} NG {count|image was|images were} judged, too few to rule out chance: at least {wanted} are needed.',
  },
  'assessment.why.labelsMissed': {
    zh: '几乎检不出的标签：{labels}',
    en: 'Labels that are almost never found: {labels}.',
  },
  'assessment.why.auroc': {
    zh: '在 {ok} 张 OK 和 {ng} 张 NG 验证图片上，图片 AUROC 为 {area}（95% 置信区间 {low}–{high}；0.5 相当于随机猜测）',
    en: 'Image AUROC is {area} on {ok} OK and {ng} NG validation {ng|image|images} (95% interval {low}–{high}; 0.5 is chance).',
  },
  'assessment.why.aurocOnly': {
    zh: '图片 AUROC 仅为 {area}，0.5 相当于随机猜测',
    en: 'Image AUROC is only {area}; 0.5 is chance.',
  },
  'assessment.why.atThreshold': {
    zh: '在其阈值下，{ng} 张 NG 图片检出 {caught} 张，{ok} 张 OK 图片过杀 {overkill} 张',
    en: 'At its threshold it catches {caught} of {ng} NG {ng|image|images} and judges {overkill} of {ok} OK {ok|image|images} NG.',
  },
  'assessment.why.probes': {
    zh: '在未参与训练的 OK 图片上画出 {tried} 个测试缺陷，检出 {found} 个',
    en: 'It finds {found} of {tried} test defects drawn on OK images that it has not seen.',
  },
  'assessment.why.probesNone': {
    zh: '在未参与训练的 OK 图片上画出 {tried} 个测试缺陷，一个也没有检出',
    en: 'It finds none of {tried} test defects drawn on OK images that it has not seen.',
  },
  'assessment.why.noNg': {
    zh: '验证中没有 NG 图片，检出率未知',
    en: 'The validation had no NG images, so the detection rate is unknown.',
  },
  'assessment.why.noOk': {
    zh: '验证中没有 OK 图片，过杀率未知',
    en: 'The validation had no OK images, so the overkill rate is unknown.',
  },

  'assessment.why.wordsRead': {
    zh: '在 {val} 张验证图片上，{word}% 的文字识读完全正确',
    en: 'On {val} validation {val|image|images} {word}% of the texts are read without a mistake.',
  },
  'assessment.why.textsFound': {
    zh: '文字的定位 hmean 为 {hmean}，定位与识读都正确的 hmean 为 {whole}',
    en: 'The hmean for finding texts is {hmean}; for finding and reading them correctly it is {whole}.',
  },
  'assessment.why.noTyped': {
    zh: '{val} 张验证图片中的文字均未录入内容，无法得出指标',
    en: 'None of the texts on the validation images ({val}) has been typed, so there is nothing to measure.',
  },
  'assessment.next.typeTexts': {
    zh: '用已录入文字的测试集测试该版本，即可知道其好坏',
    en: 'Test the version on a test set whose texts are typed: then you know how good it is.',
  },

  'assessment.next.trainLonger': {
    zh: '延长训练（更多轮次或时间），或从已学会的版本继续训练',
    en: 'Train longer (more epochs or time), or start from a version that has learned.',
  },
  'assessment.next.checkLabels': {
    zh: '检查标注：是否有遗漏、标签错误或放错列表的图片',
    en: 'Check the annotations for missing shapes, wrong labels, and images in the wrong list.',
  },
  'assessment.next.checkShapes': {
    zh: '检查标注：是否有遗漏或标签错误',
    en: 'Check the annotations for missing shapes and wrong labels.',
  },
  'assessment.next.checkTexts': {
    zh: '检查标注：是否有遗漏的文字或输入错误',
    en: 'Check the annotations for missing and mistyped texts.',
  },
  'assessment.next.moreTraining': {
    zh: '增加训练图片：目前 {train} 张，建议至少 {wanted} 张',
    en: 'Add training images: {train} so far; use at least {wanted}.',
  },
  'assessment.next.moreValidation': {
    zh: '可靠的评估至少需要 {images} 张图片、约 {objects} 个目标，目前验证图片 {val} 张。请增加验证图片，或用更多图片测试',
    en: 'A reliable assessment needs at least {images} images with about {objects} objects; validation used {val}. Add validation images, or test on more images.',
  },
  'assessment.next.moreValidationImages': {
    zh: '可靠的评估至少需要 {images} 张验证图片，目前 {val} 张。请增加验证图片，或用更多图片测试',
    en: 'A reliable assessment needs at least {images} validation images; there {val|was|were} {val}. Add validation images, or test on more images.',
  },
  'assessment.next.moreValidationObjects': {
    zh: '可靠的评估约需 {objects} 个目标，验证图片上目前有 {truths} 个。请增加含目标的验证图片，或用更多图片测试',
    en: 'A reliable assessment needs about {objects} objects; there {truths|was|were} {truths} on the validation images. Add validation images with objects, or test on more images.',
  },
  'assessment.next.stillMoreValidation': {
    zh: '验证图片只有 {val} 张，评估还不可靠。请增加验证图片，或用更多图片测试',
    en: '{val} validation images are too few for a reliable assessment. Add validation images, or test on more images.',
  },
  'assessment.next.addNg': {
    zh: '增加训练部分的 NG 图片：目前 {ng} 张，建议至少 {wanted} 张',
    en: 'Add NG images to the training part: {ng} so far; use at least {wanted}.',
  },
  'assessment.next.addOk': {
    zh: '增加 OK 图片：训练用了 {train} 张',
    en: 'Add OK images: {train} used for training.',
  },
  'assessment.next.addOkHeld': {
    zh: '增加 OK 图片：目标过杀率需要 {all} 张留作验证（目前 {judged} 张），按此验证集比例约需再加 {add} 张',
    en: 'Add OK images: the target overkill needs {all} held out for validation ({judged} so far), about {add} more at this validation share.',
  },
  'assessment.next.addOkJudged': {
    zh: '增加 OK 图片：目标过杀率需要 {all} 张（目前 {judged} 张），约需再加 {add} 张',
    en: 'Add OK images: the target overkill needs {all} ({judged} so far), about {add} more.',
  },
  'assessment.next.testFirst': {
    zh: '上线前，请用未参与训练的图片测试',
    en: 'Before you put it online, test it on images it has not seen.',
  },
  'assessment.next.lookAtMisses': {
    zh: '查看测试中漏检和误检的图片，针对性补充类似图片后重新训练',
    en: 'Look at the errors in the test, add similar images, and train again.',
  },
  'assessment.next.threshold': {
    zh: '当前阈值会放过较多缺陷：请在测试结果中调低阈值',
    en: 'Its threshold lets many defects pass. Lower it in a test result.',
  },

  // Asked before such a version goes online; the answer's data says why
  'assessment.ask.notLearned': {
    zh: '该版本尚未学会，其判定没有意义。仍要上线吗？',
    en: 'This version has not learned, so its verdicts are meaningless. Put it online anyway?',
  },
  'assessment.ask.weak': {
    zh: '该版本还不够好。仍要上线吗？',
    en: 'This version is not good enough yet. Put it online anyway?',
  },
  'assessment.ask.unsure': {
    zh: '验证数据太少，无法判断该版本的好坏。仍要上线吗？',
    en: 'There is too little validation data to tell whether this version is good. Put it online anyway?',
  },
} as const;
