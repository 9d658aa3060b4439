/** An API of tests behind the client of the app: answers by route, and what was asked. */
import {
  api,
  codes,
  envelope,
  routeUrl,
  type Envelope,
  type Input,
  type MessageArgs,
  type MessageKey,
  type Output,
  type Route,
  type RouteName,
} from '@loupe/contract';
import { vi } from 'vitest';

type Api = typeof api;
/** A refusal with its message, or the network that is away. */
export class Refusal {
  readonly key: MessageKey | 'offline';
  readonly args: MessageArgs;
  readonly data: unknown;
  readonly code: number;
  constructor(key: MessageKey | 'offline', args: MessageArgs = {}, data: unknown = null, code: number = codes.message) {
    this.key = key;
    this.args = args;
    this.data = data;
    this.code = code;
  }
}
/** Only what the screen reads has to be there. */
type Part<T> = T extends readonly (infer E)[]
  ? readonly Part<E>[]
  : T extends object
    ? { [K in keyof T]?: Part<T[K]> }
    : T;
type Answer<R extends Route> = Part<Output<R>> | Refusal | Promise<Part<Output<R>> | Refusal>;
export type Answers = { [N in RouteName]?: Answer<Api[N]> | ((input: Input<Api[N]>) => Answer<Api[N]>) };

const names = new Map((Object.keys(api) as RouteName[]).map((name) => [routeUrl(api[name]), name]));

const inputOf = async (route: Route, url: URL, body: RequestInit['body']): Promise<unknown> => {
  if (route.method === 'GET') return Object.fromEntries(url.searchParams);
  if (body instanceof FormData) return JSON.parse(String(body.get('input')));
  return JSON.parse(String(body));
};

/** Answers every call of the app until the test ends; a route that is not named is an error of the test. */
export function fakeApi(answers: Answers) {
  const calls: { name: RouteName; input: unknown }[] = [];
  const respond = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address, 'http://127.0.0.1');
    const name = names.get(url.pathname);
    if (!name) throw new Error(`no route of the contract: ${url.pathname}`);
    const input = await inputOf(api[name], url, init.body);
    // every screen asks; where a test says nothing, nothing is shared
    const isAside = name === 'projectAccess' && answers[name] === undefined;
    if (!isAside) calls.push({ name, input });
    const given = isAside ? [] : (answers[name] as unknown);
    if (given === undefined) throw new Error(`the test has no answer for ${name}`);
    const answer = await (typeof given === 'function' ? (given as (i: unknown) => unknown)(input) : given);
    if (answer instanceof Refusal && answer.key === 'offline') throw new TypeError('no network');
    // of whichever world: the DOM of tests has an ArrayBuffer of its own
    if (Object.prototype.toString.call(answer) === '[object ArrayBuffer]')
      return new Response(answer as ArrayBuffer, { headers: { 'content-type': 'application/octet-stream' } });
    const refused =
      answer instanceof Refusal ? envelope(answer.code, answer.key as MessageKey, answer.data, answer.args) : null;
    const body: Envelope = refused ?? envelope(codes.ok, 'ok', answer);
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  };
  vi.stubGlobal('fetch', respond);
  return {
    calls,
    /** Inputs of the calls of one route. */
    asked: <N extends RouteName>(name: N): Input<Api[N]>[] =>
      calls.filter((one) => one.name === name).map((one) => one.input as Input<Api[N]>),
    /** From now on. */
    answer: (more: Answers): void => void Object.assign(answers, more),
  };
}
