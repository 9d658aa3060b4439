/** Sizes of files and disks, as people read them. */

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Powers of 1024, as the limits of the specification are. */
export const bytesText = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const value = bytes / 1024 ** power;
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
};
