/** Texts of the models screens, Chinese. */
export const models = {
  title: '模型',
};
