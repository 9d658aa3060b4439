/** OCR：文字及其规则。 */
export const texts = {
  language: 'zh',
  text: '文字',
  found_other: '找到 {{count, number}} 段文字',
  textScore: '识读得分阈值',
  textScoreHelp: '得分低于此值的文字需人工复判',
  box: '文本框阈值',
  boxHelp: '平均概率低于此值的文字区域不计',
  ignoreCase: '不区分大小写',
  ignoreCaseHelp: '规则和指标比较文字时不区分大小写',
  noTruths: '测试图片没有标注文字，无法得出指标。',
};
