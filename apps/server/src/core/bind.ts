/** Binds a contract to Fastify: permission, parse, handler, parse, envelope. A missing or mistyped handler does not compile. */
import {
  codes,
  envelope,
  faultOfInput,
  routeUrl,
  tokenRefusal,
  type Contract,
  type Output,
  type Parsed,
  type Route,
} from '@loupe/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { can, type Actor } from './actor.ts';
import { AppError, denied, malformed } from './errors.ts';
import { readForm, type UploadedFile } from './form.ts';
import { addLargeRoute, type LargeBodies } from './large-body.ts';

/** What a handler may need beside its input. */
export interface Http {
  request: FastifyRequest;
  /** Headers and cookies of the answer; a `binary` handler sends it. */
  reply: FastifyReply;
  /** The files of a `files` route, in order; each must be read or skipped before the next. */
  files: AsyncIterable<UploadedFile>;
}
export type Handler<R extends Route> = (actor: Actor, input: Parsed<R>, http: Http) => Promise<Output<R>>;
export type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> };
/** For a body that is too large to be read here: it lies in a file. Aborted: nobody waits for the answer any more. */
export type LargeHandler<R extends Route> = (actor: Actor, bodyFile: string, signal: AbortSignal) => Promise<Output<R>>;
export interface LargeHandlers<C extends Contract> extends LargeBodies {
  handlers: { [K in keyof C]?: LargeHandler<C[K]> };
}
/** Told of what routes did and refused, for the audit log. */
export interface Recorder {
  done: (asked: Asked, answer: unknown) => Promise<void>;
  refused: (asked: Asked, error: unknown) => Promise<void>;
}
export interface Asked {
  name: string;
  actor: Actor;
  input: unknown;
}
export type ActorOf = (request: FastifyRequest, permission: Route['permission']) => Promise<Actor>;

const noFiles: AsyncIterable<UploadedFile> = { async *[Symbol.asyncIterator]() {} };

/** What a person has to do, or wait for, before anything else; and the paths that stay open until then. */
const steps = [
  { of: 'mustChangePassword', key: 'account.mustChange', open: 'sysUser/changePassword' },
  { of: 'mustComplete', key: 'account.mustComplete', open: 'sysUser/infoCompletion' },
  { of: 'mustBeApproved', key: 'account.mustBeApproved', open: null },
] as const;
const alwaysOpen = new Set(['sysUser/getUserInfo', 'sysUser/logout']);

function refuseBefore(actor: Actor, path: string): void {
  const step = steps.find(({ of }) => actor[of]);
  if (step && path !== step.open && !alwaysOpen.has(path)) throw new AppError(step.key);
}

export const parseInput = <T extends z.ZodType>(type: T, value: unknown): z.output<T> => {
  const result = type.safeParse(value);
  if (result.success) return result.data;
  throw malformed(faultOfInput(result.error.issues[0], value));
};

/** Of the values that a route takes. */
const namesOf = ({ input }: Route): ReadonlySet<string> =>
  new Set(input instanceof z.ZodObject ? Object.keys(input.shape) : []);

const rawInput = async (
  route: Route,
  names: ReadonlySet<string>,
  request: FastifyRequest,
): Promise<{ input: unknown; files: AsyncIterable<UploadedFile> }> => {
  if (route.method === 'GET') return { input: request.query, files: noFiles };
  if (route.kind === 'files') return readForm(request, names);
  return { input: request.body ?? {}, files: noFiles };
};

/** Who asks, or why they may not. Before the body is read: nobody may make the server parse what they may not send. */
export async function admit(
  actorOf: ActorOf,
  request: FastifyRequest,
  route: Pick<Route, 'permission' | 'path' | 'needs' | 'alsoWrites' | 'isOnline'>,
): Promise<Actor> {
  const { permission, path, needs } = route;
  const actor = await actorOf(request, permission);
  // the one place where the scopes of a token count
  const refusal = actor.scopes && tokenRefusal(actor.scopes, route);
  if (refusal) throw new AppError(refusal, { code: 403 });
  refuseBefore(actor, path);
  if (!can(actor, permission)) throw denied();
  return { ...actor, need: needs, address: request.ip };
}

export function bind<C extends Contract>(
  app: FastifyInstance,
  contract: C,
  handlers: Handlers<C>,
  actorOf: ActorOf,
  { large, recorder }: { large?: LargeHandlers<C>; recorder?: Recorder } = {},
): void {
  const actors = new WeakMap<FastifyRequest, Actor>();
  for (const name of Object.keys(contract)) {
    const route = contract[name] as Route;
    const names = namesOf(route);
    const handle = handlers[name] as Handler<Route>;
    const handleLarge = large?.handlers[name] as LargeHandler<Route> | undefined;
    const answered = (answer: unknown) => envelope(codes.ok, 'ok', route.output.parse(answer));
    const options: RouteOptions = {
      method: route.method,
      url: routeUrl(route),
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      onRequest: async (request) => void actors.set(request, await admit(actorOf, request, route)),
      handler: async (request, reply) => {
        const raw = await rawInput(route, names, request);
        const input = parseInput(route.input, raw.input);
        const actor = actors.get(request)!;
        const asked = { name, actor, input };
        const answer = await handle(actor, input, { request, reply, files: raw.files }).catch(
          async (error: unknown) => {
            await recorder?.refused(asked, error);
            throw error;
          },
        );
        await recorder?.done(asked, answer);
        return route.kind === 'binary' ? reply : answered(answer);
      },
    };
    if (!large || !handleLarge) app.route(options);
    else
      addLargeRoute(app, options, large, async (request, file, signal) =>
        answered(await handleLarge(actors.get(request)!, file, signal)),
      );
  }
}
