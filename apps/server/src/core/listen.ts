/** Opens the server's port, and says at once, before anything is made, when it is taken. */
import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { localAddress } from './address.ts';
import { startError, type StartError } from './start-error.ts';

const patienceMs = 6000;

interface Place {
  readonly host: string;
  readonly port: number;
}

const portTaken = ({ host, port }: Place): StartError =>
  startError({
    en: [
      `Port ${port} on ${host} is in use by another program.`,
      'Stop that program or choose another port: LOUPE_PORT=8080 npm start.',
    ],
    zh: [`${host} 的端口 ${port} 已被其他程序占用。`, '请停止该程序，或换一个端口：LOUPE_PORT=8080 npm start。'],
  });

const portRefused = ({ host, port }: Place, message: string): StartError =>
  startError({
    en: [
      `Port ${port} on ${host} cannot be opened: ${message}.`,
      'Check LOUPE_HOST and LOUPE_PORT; ports below 1024 need special permissions.',
    ],
    zh: [
      `无法打开 ${host} 的端口 ${port}：${message}。`,
      '请检查 LOUPE_HOST 和 LOUPE_PORT；1024 以下的端口需要相应权限。',
    ],
  });

/** Opens the port, waiting for one that is taken until `end`. */
async function open(place: Place, end: number, listenOnce: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await listenOnce();
      return;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'EADDRINUSE') throw portRefused(place, message);
      if (performance.now() >= end) throw portTaken(place);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

/** Throws where the port is not free. `wait`: a killed server held the data folder, and its processes are just going. */
export async function requirePort(place: Place, wait: boolean): Promise<void> {
  if (place.port === 0) return;
  await open(place, wait ? performance.now() + patienceMs : 0, async () => {
    const server = createServer();
    server.listen({ host: place.host, port: place.port, exclusive: true });
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
  });
}

/** Resolves to the address by which this machine reaches the server. */
export async function listen(app: FastifyInstance, place: Place): Promise<string> {
  const { host, port } = place;
  await open(place, performance.now() + patienceMs, () => app.listen({ host, port }));
  const address = app.server.address();
  return localAddress(host, typeof address === 'object' && address ? address.port : port);
}
