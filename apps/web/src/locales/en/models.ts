/** Texts of the models screens, English. */
export const models = {
  title: 'Models',
};
