/** Texts of the tasks screens, Chinese. */
export const tasks = {
  title: '任务',
};
