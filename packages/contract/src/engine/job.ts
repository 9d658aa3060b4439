/** What the server writes for the engine: job.json and the lines of the manifest (protocol v 1). */
import { z } from 'zod';
import { Sha256 } from '../core/fields.ts';
import { DatasetRole, ReaderPart, RecipeId } from '../families/ids.ts';

export const protocolVersion = 1;
const Address = z.string().regex(/^(file|https?):/);

export const Job = z.object({
  v: z.literal(protocolVersion),
  task: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  attempt: z.int().min(1).max(1_000_000),
  mode: z.enum(['train']),
  recipe: RecipeId,
  stage: z.object({ index: z.int().min(0).max(9), count: z.int().min(1).max(10) }),
  seed: z
    .int()
    .min(0)
    .max(2 ** 31 - 1),
  threads: z.int().min(1).max(1024),
  device: z.string().max(50),
  manifest: z.object({ url: Address, sha256: Sha256, images: z.int().min(0).max(10_000_000) }),
  /** Folder or base address under which an image is `ab/cd/<sha256>`. */
  blobs: Address,
  classes: z.array(z.object({ index: z.int().min(0).max(10_000), name: z.string() })),
  params_v: z.int().min(1).max(1000),
  params: z.record(z.string(), z.unknown()),
  /** Stages of the same training that were trained before this one, in order. */
  earlier: z
    .array(
      z.object({
        recipe: RecipeId,
        params: z.record(z.string(), z.unknown()),
        onnx: z.object({ url: Address, sha256: Sha256 }),
      }),
    )
    .default([]),
  /** Weights of an earlier version to begin with: what fits is taken. */
  start: z.object({ url: Address, sha256: Sha256 }).nullable().default(null),
  /** The weights of `start` are handed over as they are: a stage that is not trained again. */
  keep: z.boolean().default(false),
  /** Parts of the ready-made reader that this stage or a later one begins with: the engine looks at them first. */
  needs: z.array(ReaderPart).default([]),
  resume: z.object({ path: Address, sha256: Sha256 }).nullable(),
  out: Address,
  /** 0: of memory what is free when the engine starts, of the disk all. */
  limits: z.object({
    memory_bytes: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
    disk_bytes: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  }),
  report: z.object({ address_file: z.string() }).nullable(),
});
export type Job = z.infer<typeof Job>;

export const ManifestLine = z.object({
  image: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  sha256: Sha256,
  w: z.int().min(1).max(1_000_000),
  h: z.int().min(1).max(1_000_000),
  part: z.enum(['train', 'val', 'test']),
  group: z.string(),
  /** Role of its data set: OK and NG of an anomaly model. */
  role: DatasetRole.default('pool'),
  rev: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  /** File name, for messages to the person. */
  name: z.string().optional(),
  shapes: z.array(
    z.object({
      id: z.string(),
      c: z.int().min(0).max(10_000),
      kind: z.string(),
      p: z.array(z.number()),
      parts: z.array(z.int().min(0).max(1_000_000)),
      text: z.string().nullable(),
      ignore: z.boolean(),
    }),
  ),
});
export type ManifestLine = z.infer<typeof ManifestLine>;
