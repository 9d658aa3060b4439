/** COPY over a connection of `pg`: the fastest way of rows out of PostgreSQL and into it, in bounded memory. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable, type Duplex } from 'node:stream';
import type pg from 'pg';

/** What `pg` offers to those who speak the protocol themselves; its types leave it out. */
interface Wire {
  stream: Duplex;
  query: (text: string) => void;
  sendCopyFromChunk: (chunk: Buffer) => void;
  endCopyFrom: () => void;
  sendCopyFail: (message: string) => void;
}
interface Exchange {
  submit: (wire: Wire) => void;
  handleCopyInResponse?: (wire: Wire) => void;
  handleCopyData?: (message: { chunk: Buffer }) => void;
  handleCommandComplete: (message: { text: string }) => void;
  handleReadyForQuery: () => void;
  handleError: (error: Error) => void;
}

const begin = (client: pg.Client, exchange: Exchange): void =>
  void client.query(exchange as unknown as Parameters<pg.Client['query']>[0] as never);

const rowsOf = (text: string): number => Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0);

export interface CopyOut {
  readonly stream: Readable;
  /** What the database says that it sent, and the hash of the bytes as they came; once the stream has ended. */
  readonly sent: () => { readonly rows: number; readonly sha256: string };
}

/** `COPY … TO STDOUT` as a stream. */
export function copyOut(client: pg.Client, sql: string): CopyOut {
  let wire: Wire | undefined;
  let rows = 0;
  const hash = createHash('sha256');
  const stream = new Readable({ read: () => void wire?.stream.resume() });
  begin(client, {
    submit: (given) => {
      wire = given;
      given.query(sql);
    },
    handleCopyData: ({ chunk }) => {
      hash.update(chunk);
      // A copy: the driver's chunk is a view of a buffer that it overwrites with the next read from the socket.
      if (!stream.push(Buffer.from(chunk))) wire!.stream.pause();
    },
    handleCommandComplete: ({ text }) => (rows = rowsOf(text)),
    handleReadyForQuery: () => {
      // The last rows may have filled the stream: nobody asks it for more now, and the connection has to go on.
      wire!.stream.resume();
      stream.push(null);
    },
    handleError: (error) => {
      wire?.stream.resume();
      stream.destroy(error);
    },
  });
  return { stream, sent: () => ({ rows, sha256: hash.digest('hex') }) };
}

/** `COPY … FROM STDIN` with these bytes. Answers the number of rows. */
export function copyIn(client: pg.Client, sql: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0;
    let failed = false;
    const fail = (error: Error) => {
      failed = true;
      reject(error);
    };
    const send = async (wire: Wire) => {
      for await (const chunk of source) {
        if (failed) return;
        wire.sendCopyFromChunk(chunk);
        if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain');
      }
      wire.endCopyFrom();
    };
    begin(client, {
      submit: (wire) => wire.query(sql),
      handleCopyInResponse: (wire) => {
        send(wire).catch((error: Error) => {
          fail(error);
          wire.sendCopyFail('the source broke off');
        });
      },
      handleCommandComplete: ({ text }) => (rows = rowsOf(text)),
      handleReadyForQuery: () => resolve(rows),
      handleError: fail,
    });
  });
}
