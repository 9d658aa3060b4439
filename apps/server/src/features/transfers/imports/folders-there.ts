/** Folders that the data set has already and that are for something else than what images of an archive are for. */
import type { FolderType, Problem } from '@loupe/contract';
import { problem } from '../../datasets/index.ts';
import type { Place } from './places.ts';

/** What of kept folders would get another purpose. `there`: the folders of the data set. Pure. */
export function otherPurposes(
  places: ReadonlyMap<string, Place>,
  there: readonly { name: string; type: string }[],
): Problem[] {
  const typeOf = new Map(there.map(({ name, type }) => [name.toLowerCase(), type as FolderType]));
  const counts = new Map<string, { name: string; type: Exclude<FolderType, 'general'>; count: number }>();
  for (const { role, folder, folderType: type } of places.values()) {
    if (role !== undefined || folder === undefined || type === undefined) continue;
    const known = typeOf.get(folder.toLowerCase());
    // a folder for anything trains too
    if (known === undefined || known === type || (known === 'general' && type === 'train')) continue;
    const one = counts.get(folder);
    if (one) one.count++;
    else counts.set(folder, { name: folder, type, count: 1 });
  }
  return [...counts.values()].map(({ name, type, count }) => problem(name, `otherPurpose.${type}`, { count }));
}
