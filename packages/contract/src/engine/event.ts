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
    role: z.enum(['onnx', 'best', 'samples', 'report']),
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

/** `firm`: rounding cannot make suppression choose another box in its place. */
const Detection = z.object({
  c: z.int().min(0).max(10_000),
  score: z.number(),
  p: z.array(z.number()).length(4),
  firm: z.boolean().default(true),
});
/** The file of a parity case: in the run's folder, or a stored image; and what its bytes decode to. */
const parityCase = {
  name: z.string(),
  file: z.string().nullish(),
  sha256: Sha256.nullish(),
  width: z.int().min(1).max(1e6),
  height: z.int().min(1).max(1e6),
  pixels_sha256: Sha256,
};
const weights = { weights_sha256: Sha256, kept: z.enum(['raw', 'averaged']), epochs_done: z.number() };

/** Of a recipe that gives boxes. */
export const BoxReport = z.object({
  v: z.literal(1),
  prediction: z.literal('boxes').default('boxes'),
  ...weights,
  metrics: z.object({
    map50: z.number(),
    map50_95: z.number(),
    map33: z.number(),
    precision: z.number(),
    recall: z.number(),
    per_class: z.array(
      z.object({
        index: z.int().min(0).max(10_000),
        name: z.string(),
        ap50: z.number().nullable(),
        truths: z.int().min(0).max(1e9),
      }),
    ),
  }),
  thresholds: z.object({ confidence: z.number().min(0).max(1) }),
  parity: z.object({
    min_detections: z.int().min(0).max(1e6),
    enough: z.boolean().optional(),
    /** Detections are compared from this score on; a weak network needs a lower one to show enough. */
    score_threshold: z.number().min(0).max(1).default(limits.predictionScoreMin),
    /** Overlap of the suppression; left out, it is the version's. 1 where all scores tie and any box may win over its neighbours. */
    iou_threshold: z.number().min(0).max(1).optional(),
    tolerance: z.object({ box_px: z.number(), score: z.number() }),
    cases: z.array(z.object({ ...parityCase, detections: z.array(Detection) })),
  }),
});
export type BoxReport = z.infer<typeof BoxReport>;

const figure = z.number().nullable();
const scores = z.array(z.number().min(0).max(1)).max(limits.calibrationScores);
/** Of a recipe that gives a score and a heat map. Figures are those of the validation images. */
export const ScoreReport = z.object({
  v: z.literal(1),
  prediction: z.literal('scoremap'),
  ...weights,
  metrics: z.object({
    image_auroc: figure,
    pixel_auroc: figure,
    pro: figure,
    false_reject: z.number(),
    true_reject: figure,
    ok: z.int().min(0).max(1e9),
    ng: z.int().min(0).max(1e9),
  }),
  thresholds: z.object({ score: z.number().min(0).max(1) }),
  /** Scores of the validation images, from low to high. */
  scores: z.object({ ok: scores, ng: scores }),
  parity: z.object({
    min_cases: z.int().min(0).max(1e6),
    tolerance: z.object({ score: z.number(), heat: z.number() }),
    cases: z.array(z.object({ ...parityCase, score: z.number().min(0).max(1), heat_mean: z.number().min(0).max(255) })),
  }),
});
export type ScoreReport = z.infer<typeof ScoreReport>;

/** `report.json`: figures of a training, and what the engine saw on the parity cases. */
export const EngineReport = z.union([ScoreReport, BoxReport]);
export type EngineReport = z.infer<typeof EngineReport>;
