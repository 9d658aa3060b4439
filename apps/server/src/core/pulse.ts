/**
 * Notices a database that is there but silent: a frozen process, a network that swallows. Calls that wait for it end then, with
 * 503, instead of hanging for as long as it does. A long query is none of this: the pulse has a connection of its own.
 */
import pg from 'pg';
import { within } from './within.ts';

const beatMs = 1000;
/** So long may an answer to nothing take. */
const patienceMs = 3000;
/** A connection in use for less waits on: its call has only just come. */
const waitedMs = 2500;

export interface Pulse {
  stop: () => Promise<void>;
}

/** Ends each connection of the pool on which a call has waited, as long as the database is silent. */
function cutter(pool: pg.Pool): () => number {
  const inUse = new Map<pg.PoolClient, number>();
  pool.on('acquire', (client) => inUse.set(client, performance.now()));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('remove', (client) => inUse.delete(client as pg.PoolClient));
  return () => {
    const waiting = [...inUse].filter(([, since]) => performance.now() - since > waitedMs);
    for (const [client] of waiting) {
      inUse.delete(client);
      // with a query under way this closes the socket at once, and the query fails
      void (client as unknown as pg.Client).end().catch(() => undefined);
    }
    return waiting.length;
  };
}

/** Closes its socket by itself where the server never says hello, but later than anybody waits for it. */
const newClient = (connectionString: string, longest = patienceMs): pg.Client => {
  const connectionTimeoutMillis = longest + beatMs;
  const client = new pg.Client({ connectionString, connectionTimeoutMillis, application_name: 'loupe pulse' });
  client.on('error', () => undefined);
  return client;
};

/** False where nothing comes back in time; an error is an answer, and is thrown. */
export async function isAnswering(connectionString: string, milliseconds: number): Promise<boolean> {
  const client = newClient(connectionString, milliseconds);
  const ask = async () => {
    await client.connect();
    await client.query('select 1');
    return true;
  };
  try {
    return (await within(ask(), milliseconds)) ?? false;
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** For the api alone: what runs for long (imports, exports, backups, migrations) waits until the database goes on. */
export function watchPulse(connectionString: string, pool: pg.Pool, onSilence: (cut: number) => void): Pulse {
  const cut = cutter(pool);
  let client: pg.Client | undefined;
  let silent = false;
  let stopped = false;

  /** False: there was no answer. A refusal is one: calls get it by themselves. */
  const answers = async (): Promise<boolean> => {
    const asked = client ?? newClient(connectionString);
    const ask = async () => {
      if (client === undefined) {
        await asked.connect();
        client = asked;
      }
      await asked.query('select 1');
      return true;
    };
    const answer = await within(
      ask().catch(() => 'refused' as const),
      patienceMs,
    );
    if (answer === true) return true;
    client = undefined;
    void asked.end().catch(() => undefined);
    return answer === 'refused';
  };
  const beat = async () => {
    silent = !(await answers());
  };
  let beating = Promise.resolve();
  let busy = false;
  const timer = setInterval(() => {
    if (silent) {
      const n = cut();
      if (n > 0) onSilence(n);
    }
    if (busy || stopped) return;
    busy = true;
    beating = beat().finally(() => (busy = false));
  }, beatMs);
  timer.unref();
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await beating;
      await client?.end().catch(() => undefined);
    },
  };
}
