/** Opens the server's port; a port that the previous, killed server still holds is waited for. */
import type { FastifyInstance } from 'fastify';
import { localAddress } from './address.ts';
import { startError } from './start-error.ts';

const patienceMs = 6000;

interface Place {
  readonly host: string;
  readonly port: number;
}

/** Resolves to the address by which this machine reaches the server. */
export async function listen(app: FastifyInstance, { host, port }: Place): Promise<string> {
  const end = Date.now() + patienceMs;
  for (;;) {
    try {
      await app.listen({ host, port });
      break;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE' && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 250));
      else if (code === 'EADDRINUSE') {
        throw startError(
          `Port ${port} on ${host} is used by another program.`,
          'Stop that program or choose another port: LOUPE_PORT=8080 npm start.',
        );
      } else
        throw startError(
          `Port ${port} on ${host} cannot be opened: ${message}.`,
          'Check LOUPE_HOST and LOUPE_PORT; ports below 1024 need rights of their own.',
        );
    }
  }
  const address = app.server.address();
  return localAddress(host, typeof address === 'object' && address ? address.port : port);
}
