/** What of the environment goes to an engine. */
import { olderSettings } from '../config.ts';

const hidden = /^(LOUPE_(?!BACKBONE_)|DATABASE_URL$|PG|NODE_)/;

/** Nothing of ours that is secret; what Python and its libraries read, and the engine's own settings by the names of today. */
export function engineEnvironment(env: Record<string, string | undefined> = process.env): NodeJS.ProcessEnv {
  const passedOn = Object.entries(env).filter(([name]) => !hidden.test(name));
  const older = olderSettings(env).map(({ was, now }) => [now, env[now] || env[was]] as const);
  return Object.fromEntries([...passedOn, ...older]);
}
