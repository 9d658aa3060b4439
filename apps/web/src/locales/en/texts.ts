/** OCR: texts and their rules. */
export const texts = {
  language: 'en',
  text: 'Text',
  found_one: '{{count, number}} text found',
  found_other: '{{count, number}} texts found',
  textScore: 'Text score',
  textScoreHelp: 'Texts read with a lower score are for review',
  box: 'Box threshold',
  boxHelp: 'Text regions with a lower mean probability do not count',
  ignoreCase: 'Ignore case',
  ignoreCaseHelp: 'Rules and figures compare texts regardless of case',
  noTruths: 'No text is annotated on the test images, so there is nothing to measure.',
};
