/** `callBytes(route, input)`: the answer of a binary route as bytes; refusals and no answer as in `call`. */
import { CallError, codes, Envelope, queryUrl, type Input, type Route } from '@loupe/contract';
import { NetworkError } from './call.ts';

export const callBytes = async <R extends Route>(
  route: R,
  input: Input<R>,
  signal?: AbortSignal,
): Promise<ArrayBuffer> => {
  const response = await fetch(queryUrl(route, input), { credentials: 'include', signal: signal ?? null }).catch(
    (error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      throw new NetworkError(!navigator.onLine);
    },
  );
  if (!response.headers.get('content-type')?.includes('json')) {
    if (response.ok) return response.arrayBuffer();
    throw new CallError({ code: response.status, msg: '操作失败', en_msg: 'operation failure', data: null });
  }
  const refused = Envelope.parse(await response.json());
  throw new CallError(refused.code === codes.ok ? { ...refused, code: response.status } : refused);
};
