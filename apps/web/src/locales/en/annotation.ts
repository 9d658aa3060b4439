/** Texts of the annotation screens, English. */
export const annotation = {
  title: 'Annotation',
};
