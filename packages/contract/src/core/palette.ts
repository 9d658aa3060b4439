/** Colours that labels get, in this order; well apart from each other on dark and light images. */
export const palette: readonly string[] = [
  '#f2545b',
  '#ffa51f',
  '#3d9bff',
  '#b07cff',
  '#36c275',
  '#e457c4',
  '#12b5cb',
  '#f5d21f',
  '#6274ff',
  '#9fd03a',
  '#ff9ab3',
  '#b9824f',
];
