/** One route, described once: the server binds it, clients call it, OpenAPI is printed from it. */
import type { z } from 'zod';
import type { RouteNeed } from './need.ts';
import type { RoutePermission } from './permission.ts';

export const apiBase = '/api/qic/v1';

export interface Route<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST';
  /** Path under the base, in the specification's style, without a leading slash. */
  path: string;
  permission: RoutePermission;
  /** What it does in the project that its input names, or whether it reads or writes. */
  needs: RouteNeed;
  /** Whoever may look may call it, and yet it makes something (an export): a token that only reads may not. */
  alsoWrites?: true;
  /** Asks a model for a verdict: what an access token with the scope `online` is for. */
  isOnline?: true;
  input: I;
  output: O;
  /** `json` (default), `files` (multipart: fields are the input, files come beside it) or `binary` (the answer passes whole). */
  kind?: 'json' | 'files' | 'binary';
  /** Bytes of a request body, where the default of 1 MiB does not fit. */
  bodyLimit?: number;
  summary: string;
}

export const route = <I extends z.ZodType, O extends z.ZodType>(r: Route<I, O>): Route<I, O> => r;

export type Contract = Readonly<Record<string, Route>>;
export type Input<R extends Route> = z.input<R['input']>;
export type Parsed<R extends Route> = z.output<R['input']>;
export type Output<R extends Route> = z.output<R['output']>;

/** URL path of a route; paths whose first segment is `ocr` stand on the plain host. */
export const routeUrl = (r: Pick<Route, 'path'>): string =>
  r.path.split('/')[0] === 'ocr' ? `/${r.path}` : `${apiBase}/${r.path}`;
