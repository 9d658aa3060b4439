/** Texts of projects. */
export const projects = {
  title: 'projects',
};
