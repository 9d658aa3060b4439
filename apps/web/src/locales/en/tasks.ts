/** Texts of the tasks screens, English. */
export const tasks = {
  title: 'Tasks',
};
