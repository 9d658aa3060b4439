/** What of the environment goes to an engine. */
import { olderSettings } from '../config.ts';

const hidden = /^(LOUPE_(?!BACKBONE_)|DATABASE_URL$|PG|NODE_)/;

/** Graphics cards are counted as the driver's tool lists them; CUDA by itself puts the fastest first. */
const asListed = [['CUDA_DEVICE_ORDER', 'PCI_BUS_ID']] as const;

/** Nothing of ours that is secret; what Python and its libraries read, and the engine's own settings by the names of today. */
export function engineEnvironment(env: Record<string, string | undefined> = process.env): NodeJS.ProcessEnv {
  const passedOn = Object.entries(env).filter(([name]) => !hidden.test(name));
  const older = olderSettings(env).map(({ was, now }) => [now, env[now] || env[was]] as const);
  return Object.fromEntries([...asListed, ...passedOn, ...older]);
}
