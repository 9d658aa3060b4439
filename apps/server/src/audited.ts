/**
 * Calls whose success, or refusal, is a line in the audit log. What must not happen without its line (rights, settings, the
 * bin) writes it itself, in its own transaction: core/audit.ts. Everything else is a row here.
 */
import type { api, AuditAction, AuditObject, Output, Parsed, RouteName } from '@loupe/contract';
import type { Actor } from './core/actor.ts';
import { note, type AuditBody } from './core/audit.ts';
import type { Recorder } from './core/bind.ts';
import { AppError } from './core/errors.ts';
import type { Services } from './core/services.ts';
import { storable } from './core/storable.ts';
import { answeredThresholds } from './predictions/index.ts';

type Routes = typeof api;
interface Line<N extends RouteName> {
  action: AuditAction;
  object: (input: Parsed<Routes[N]>, answer: Output<Routes[N]>, actor: Actor) => AuditObject;
  body?: (input: Parsed<Routes[N]>, answer: Output<Routes[N]>) => AuditBody;
  /** Who it was, where nobody was signed in before. */
  actorId?: (answer: Output<Routes[N]>) => number;
  /** A refusal that a person can meet (not a malformed or too frequent request) is a line as well. */
  refused?: { action: AuditAction; object: AuditObject; body: (input: Parsed<Routes[N]>) => AuditBody };
}
type Audited = { readonly [N in RouteName]?: Line<N> };

const shownLetters = 3;
/** Enough to recognise an account; what somebody types there by mistake may be a password. */
export const cutAccount = (typed: string): string => {
  const text = storable(typed);
  const letters = [...text];
  return letters.length <= shownLetters ? text : `${letters.slice(0, shownLetters).join('')}…`;
};

/** Of images out of many folders. */
const shownBins = 20;

const deleted = (action: AuditAction, kind: 'dataset' | 'folder' | 'model' | 'online') => ({
  action,
  object: ({ id }: { id: number }) => `${kind}/${id}` as const,
  body: (_input: unknown, { binId }: { binId: number | null }) => ({ binId }),
});

const ofActor = (action: AuditAction) => ({
  action,
  object: (_input: unknown, _answer: unknown, { userId }: Actor) => `user/${userId}` as const,
});

export const audited: Audited = {
  login: {
    action: 'session.signIn',
    object: (_input, { userId }) => `user/${userId}`,
    actorId: ({ userId }) => userId,
    refused: {
      action: 'session.signInFailed',
      object: 'session',
      body: ({ account }) => ({ account: cutAccount(account) }),
    },
  },
  ssoLogin: {
    action: 'session.signIn',
    object: (_input, { userId }) => `user/${userId}`,
    body: () => ({ by: 'sso' }),
    actorId: ({ userId }) => userId,
    refused: { action: 'session.signInFailed', object: 'session', body: () => ({ by: 'sso' }) },
  },
  logout: ofActor('session.signOut'),
  changePassword: ofActor('password.change'),
  phoneChange: ofActor('phone.change'),
  emailChange: ofActor('email.change'),
  profileUpdate: ofActor('profile.update'),
  sessionEnd: ofActor('session.end'),
  sessionEndOthers: { ...ofActor('session.end'), body: (_input, { ended }) => ({ ended }) },
  tokenAdd: {
    action: 'token.add',
    object: (_input, { row }) => `token/${row.id}`,
    body: ({ name, scopes, days }) => ({ name, scopes, days }),
  },
  tokenRevoke: { action: 'token.revoke', object: ({ id }) => `token/${id}` },
  datasetDelete: deleted('dataset.delete', 'dataset'),
  folderDelete: deleted('folder.delete', 'folder'),
  modelDelete: deleted('model.delete', 'model'),
  onlineDelete: deleted('online.delete', 'online'),
  labelDelete: { action: 'label.delete', object: ({ id }) => `label/${id}` },
  imageDelete: {
    action: 'image.delete',
    object: (input) => ('ids' in input && input.ids?.length === 1 ? `image/${input.ids[0]!}` : 'image'),
    body: (_input, { deleted: count, binIds }) => ({ count, binIds: binIds.slice(0, shownBins) }),
  },
  taskDelete: { action: 'task.delete', object: ({ id }) => `task/${id}` },
  exportDelete: { action: 'export.delete', object: ({ id }) => `export/${id}` },
  exportAdd: {
    action: 'export.add',
    object: ({ datasetId }) => `dataset/${datasetId}`,
    body: ({ format, withImages }) => ({ format, withImages }),
  },
  exportLink: { action: 'export.download', object: ({ id }) => `export/${id}` },
  preannotateAdd: {
    action: 'preannotate.add',
    object: (_input, { id }) => `task/${id}`,
    body: ({ versionId, scope, missingLabels }) => ({ versionId, scope, missingLabels }),
  },
  similarAdd: {
    action: 'similar.add',
    object: (_input, { id }) => `task/${id}`,
    body: ({ examples, scope, refine }) => ({ examples: examples.length, scope, refine }),
  },
  versionOnnx: { action: 'model.download', object: ({ id }) => `version/${id}` },
  taskWeights: {
    action: 'weights.download',
    object: ({ id }) => `task/${id}`,
    body: ({ epoch }) => ({ epoch }),
  },
  onlineKeyCreate: { action: 'online.keyCreate', object: ({ id }) => `online/${id}` },
  onlineKeyRevoke: { action: 'online.keyRevoke', object: ({ id }) => `online/${id}` },
  onlineAdd: {
    action: 'online.add',
    object: (_input, { id }) => `online/${id}`,
    body: (_input, { name, versionId, thresholds }) => ({
      name,
      versionId,
      thresholds: answeredThresholds(thresholds),
    }),
  },
  onlineUpdate: {
    action: 'online.update',
    object: ({ id }) => `online/${id}`,
    body: (_input, { versionId, thresholds, enabled }) => ({
      versionId,
      thresholds: answeredThresholds(thresholds),
      enabled,
    }),
  },
};

const lineOf = (name: string): Line<RouteName> | undefined =>
  Object.hasOwn(audited, name) ? (audited[name as RouteName] as unknown as Line<RouteName>) : undefined;

/** A line that cannot be written does not undo what was done: it goes to the server's log instead. */
export const makeRecorder = ({ db, log }: Services): Recorder => {
  const write = (
    actor: Pick<Actor, 'userId' | 'address'>,
    action: AuditAction,
    object: AuditObject,
    body?: AuditBody,
  ) =>
    note(db, actor, action, object, body).catch((error: unknown) =>
      log.error({ error, audit: { actor: actor.userId, action, object, body } }, 'a line of the audit log is lost'),
    );
  return {
    done: async ({ name, actor, input }, answer) => {
      const line = lineOf(name);
      if (!line) return;
      const userId = line.actorId?.(answer as never) ?? actor.userId;
      const object = line.object(input as never, answer as never, actor);
      await write({ ...actor, userId }, line.action, object, line.body?.(input as never, answer as never));
    },
    refused: async ({ name, actor, input }, error) => {
      const refused = lineOf(name)?.refused;
      if (!refused || !(error instanceof AppError) || error.code === 400 || error.code === 429) return;
      await write(actor, refused.action, refused.object, { ...refused.body(input as never), reason: error.key });
    },
  };
};
