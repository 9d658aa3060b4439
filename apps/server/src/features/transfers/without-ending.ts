/** The path or name of a file without its ending: that of its last part alone. */
export const withoutEnding = (path: string): string => path.replace(/\.[^./]*$/, '');
