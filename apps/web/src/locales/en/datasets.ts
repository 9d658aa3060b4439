/** Texts of datasets. */
export const datasets = {
  title: 'datasets',
};
