/**
 * The one client of the API: `call(api.projectList, {...})`, and `uploadCall(onProgress)` where bytes sent are shown.
 * A refusal is a CallError of the contract; no answer at all is a NetworkError.
 */
import { makeCall, type Call, type Send, type SendAnswer, type SendRequest } from '@loupe/contract';
import { connectionStore } from './connection.ts';
import { clientHeaders, ownDomain } from './headers.ts';
import { heldKeys, sessionStore, sessionToken } from './session.ts';

/** The server did not answer; `offline` when the browser itself has no network. */
export class NetworkError extends Error {
  readonly offline: boolean;
  constructor(offline: boolean) {
    super(offline ? 'network anomaly' : 'no connection to server');
    this.name = 'NetworkError';
    this.offline = offline;
  }
}

/** The headers of every request, for clients other than this one (uploads in parts). */
export const requestHeaders = (): Record<string, string> =>
  clientHeaders({
    token: sessionToken(),
    userId: sessionStore.get()?.userId ?? null,
    keys: heldKeys(),
    hostname: window.location.hostname,
    ownDomain,
  });

const noAnswer = (): NetworkError => {
  const offline = !navigator.onLine;
  connectionStore.set(offline ? 'offline' : 'unreachable');
  return new NetworkError(offline);
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // Not ours (a proxy's page, for instance): makeCall turns it into a failure with the HTTP status.
    return null;
  }
};

const send: Send = async (request) => {
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: { ...requestHeaders(), ...request.headers },
      body: request.body ?? null,
      credentials: 'include',
      signal: request.signal ?? null,
    });
    const body = parsed(await response.text());
    connectionStore.set('online');
    return { status: response.status, body };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw noAnswer();
  }
};

export const call: Call = makeCall(send);

/** As `call`, telling how much of the body is out: `onProgress(0…1)`. */
export const uploadCall = (onProgress: (share: number) => void): Call =>
  makeCall(
    (request: SendRequest) =>
      new Promise<SendAnswer>((resolve, reject) => {
        const xhr = new XMLHttpRequest();
        xhr.open(request.method, request.url);
        xhr.withCredentials = true;
        for (const [key, value] of Object.entries({ ...requestHeaders(), ...request.headers })) {
          xhr.setRequestHeader(key, value);
        }
        xhr.upload.addEventListener('progress', (e) => {
          if (e.lengthComputable && e.total > 0) onProgress(e.loaded / e.total);
        });
        xhr.addEventListener('load', () => resolve({ status: xhr.status, body: parsed(xhr.responseText) }));
        xhr.addEventListener('error', () => reject(noAnswer()));
        xhr.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
        request.signal?.addEventListener('abort', () => xhr.abort());
        xhr.send(request.body);
      }),
  );
