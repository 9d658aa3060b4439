/** For developers: calls back, once for a burst of changes, when a source file of the server or a package changes. */
import { watch } from 'node:fs';
import path from 'node:path';

const quietMs = 200;

export function watchSources(onChange: () => void): () => void {
  const source = path.resolve(import.meta.dirname, '..');
  const packages = path.resolve(source, '../../../packages');
  let timer: NodeJS.Timeout | undefined;
  const watchers = [source, packages].map((folder) =>
    watch(folder, { recursive: true }, (_event, file) => {
      if (!file || !/\.(ts|sql|json)$/.test(file) || /node_modules|\.test\.ts$/.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(onChange, quietMs);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
