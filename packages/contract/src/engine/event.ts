/** What the engine reports, and what the server answers (protocol v 1; plain JSON, no envelope). */
import { z } from 'zod';
import { Sha256 } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { Cause } from '../tasks/cause.ts';
import { Desired } from '../tasks/state.ts';

const seq = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const step = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const base = { seq, t: z.number() };

export const EngineEvent = z.discriminatedUnion('type', [
  z.object({
    ...base,
    type: z.literal('started'),
    device: z.string(),
    threads: z.int().min(1).max(1024),
    dtype: z.string(),
    versions: z.record(z.string(), z.string()),
  }),
  /** What the length that was asked for has become: told when it is known, and again by each attempt. */
  z.object({
    ...base,
    type: z.literal('length'),
    epochs: z.int().min(1).max(limits.epochsMax),
    steps: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  }),
  z.object({ ...base, type: z.literal('phase'), name: z.string().max(50) }),
  z.object({
    ...base,
    type: z.literal('progress'),
    done: z.number(),
    total: z.number(),
    unit: z.string().max(20),
    eta_s: z.number().nullable(),
  }),
  z.object({ ...base, type: z.literal('series'), step, values: z.record(z.string().max(100), z.number().nullable()) }),
  z.object({ ...base, type: z.literal('checkpoint'), step, path: z.string(), sha256: Sha256 }),
  z.object({
    ...base,
    type: z.literal('warning'),
    code: z.string().max(100),
    args: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
    file: z.string().nullable().optional(),
  }),
  z.object({
    ...base,
    type: z.literal('artefact'),
    /** `chain`: a report of all stages together, of the last one of several. */
    role: z.enum(['onnx', 'best', 'samples', 'report', 'chain', 'weights']),
    /** Of weights that the person asked for. */
    epoch: z.int().min(1).max(limits.epochsMax).optional(),
    path: z.string(),
    bytes: seq,
    sha256: Sha256,
  }),
  z.object({
    ...base,
    type: z.literal('end'),
    as: z.enum(['completed', 'paused', 'stopped', 'failed']),
    step,
    cause: Cause.nullable().optional(),
  }),
]);
export type EngineEvent = z.infer<typeof EngineEvent>;

export const reportLimits = { events: 256, bytes: 256 * 1024, intervalSeconds: 5, leaseSeconds: 60 } as const;

/** Each event is checked on its own, so that one bad line does not lose the others. */
export const Report = z.object({ v: z.literal(1), from: seq, events: z.array(z.unknown()).max(reportLimits.events) });
export const ReportAnswer = z.object({ v: z.literal(1), ack: seq, desired: Desired, lease_s: z.number() });
export type ReportAnswer = z.infer<typeof ReportAnswer>;
