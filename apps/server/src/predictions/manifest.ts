/** Words for the lines of a manifest. */
import type { ManifestLine } from '@loupe/contract';

export const nameOf = (line: ManifestLine): string => line.name ?? String(line.image);
