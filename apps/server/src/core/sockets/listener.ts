/** Hears the notices of all processes over one connection of its own; makes a new one when it breaks. */
import pg from 'pg';
import { channel, type Notice } from '../publish.ts';

export interface Listener {
  /** Resolves when notices arrive from now on. */
  ready: () => Promise<void>;
  stop: () => Promise<void>;
}

const retryMs = 2000;
const connectMs = 10_000;

/** `onGap`: the connection was lost for a while, and notices with it. */
export function listenTo(
  connectionString: string,
  onNotice: (notice: Notice) => void,
  onGap: () => void,
  onTrouble: (error: unknown) => void,
): Listener {
  let client: pg.Client | undefined;
  let connecting: Promise<void> | undefined;
  let stopped = false;
  let wasConnected = false;

  const again = () => {
    client = undefined;
    connecting = undefined;
    if (!stopped) setTimeout(() => void ready().catch(() => undefined), retryMs).unref();
  };

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: connectMs });
    fresh.on('error', onTrouble);
    fresh.on('notification', ({ payload }) => onNotice(JSON.parse(payload ?? '{}') as Notice));
    try {
      await fresh.connect();
      await fresh.query(`listen ${channel}`);
    } catch (error) {
      void fresh.end().catch(() => undefined);
      again();
      throw error;
    }
    client = fresh;
    fresh.once('end', again);
    if (wasConnected) onGap();
    wasConnected = true;
  };

  const ready = (): Promise<void> => {
    connecting ??= connect();
    return connecting;
  };

  return {
    ready,
    stop: async () => {
      stopped = true;
      await connecting?.catch(() => undefined);
      await client?.end();
    },
  };
}
