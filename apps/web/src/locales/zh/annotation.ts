/** Texts of the annotation screens, Chinese. */
export const annotation = {
  title: '标注',
};
