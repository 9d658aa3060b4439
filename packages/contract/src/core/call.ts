/** The typed client: `call(route, input)` over whatever sends the request (browser, script, test). */
import { codes, Envelope } from './envelope.ts';
import { routeUrl, type Input, type Output, type Route } from './route.ts';

export interface CallFile {
  name: string;
  data: Blob;
}
export interface SendRequest {
  method: string;
  url: string;
  /** JSON body, or the form with files. */
  body: string | FormData | undefined;
  headers: Record<string, string>;
  signal?: AbortSignal | undefined;
}
export interface SendAnswer {
  status: number;
  body: unknown;
}
export type Send = (request: SendRequest) => Promise<SendAnswer>;

/** A refusal by the server, with its code, both texts and the data it carried. */
export class CallError extends Error {
  readonly code: number;
  readonly msg: string;
  readonly enMsg: string;
  readonly data: unknown;
  constructor(answer: Envelope) {
    super(answer.en_msg);
    this.name = 'CallError';
    this.code = answer.code;
    this.msg = answer.msg;
    this.enMsg = answer.en_msg;
    this.data = answer.data;
  }
}

export interface CallOptions {
  files?: readonly CallFile[];
  signal?: AbortSignal;
}
export type Call = <R extends Route>(route: R, input: Input<R>, options?: CallOptions) => Promise<Output<R>>;

const formOf = (input: unknown, files: readonly CallFile[]): FormData => {
  const form = new FormData();
  form.append('input', JSON.stringify(input));
  for (const file of files) form.append('file', file.data, file.name);
  return form;
};

/** URL of a route whose input goes into the query (GET: images, files). */
export const queryUrl = <R extends Route>(route: R, input: Input<R>): string => {
  const pairs = Object.entries(input as Record<string, unknown>).filter(([, v]) => v !== undefined && v !== null);
  return `${routeUrl(route)}?${new URLSearchParams(pairs.map(([k, v]) => [k, String(v)]))}`;
};

export const makeCall =
  (send: Send): Call =>
  async (route, input, options = {}) => {
    const files = route.kind === 'files';
    const answer = await send({
      method: route.method,
      url: route.method === 'GET' ? queryUrl(route, input) : routeUrl(route),
      body: route.method === 'GET' ? undefined : files ? formOf(input, options.files ?? []) : JSON.stringify(input),
      headers: files || route.method === 'GET' ? {} : { 'content-type': 'application/json' },
      signal: options.signal,
    });
    const parsed = Envelope.safeParse(answer.body);
    if (!parsed.success) {
      throw new CallError({ code: answer.status, msg: '操作失败', en_msg: 'operation failure', data: null });
    }
    if (parsed.data.code !== codes.ok) throw new CallError(parsed.data as Envelope);
    return parsed.data.data as Output<typeof route>;
  };
