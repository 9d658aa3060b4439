/** Listens to a browser: an error in its console, or one that a page threw, fails the test. */
import { expect, type BrowserContext, type ConsoleMessage } from '@playwright/test';

/** The browser's own line for an answer that is not 2xx. */
const httpLine = /^Failed to load resource: the server responded with a status of (\d{3})/;

export interface Faults {
  /** The test makes the server answer so: the browser's line for it is no fault. */
  allowHttp: (status: number) => void;
  expectNone: () => void;
}

const textOf = (message: ConsoleMessage): string => `${message.text()} (${message.location().url})`;

export const listenForFaults = (context: BrowserContext): Faults => {
  const faults: string[] = [];
  const allowed = new Set<number>();
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    const status = httpLine.exec(message.text())?.[1];
    if (status && allowed.has(Number(status))) return;
    faults.push(textOf(message));
  });
  context.on('weberror', (error) => faults.push(String(error.error().stack ?? error.error())));
  return {
    allowHttp: (status) => allowed.add(status),
    expectNone: () => expect(faults, 'errors in the console of the browser').toEqual([]),
  };
};
