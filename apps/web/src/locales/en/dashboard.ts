/** Texts of dashboard. */
export const dashboard = {
  title: 'dashboard',
};
