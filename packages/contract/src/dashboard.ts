/** The landing page: counts, tasks under way, recent data sets, the machine, and the periodic clean-up. */
import { z } from 'zod';
import { Count, Id, Nothing, Probability } from './core/fields.ts';
import { route } from './core/route.ts';
import { Dataset } from './datasets/datasets.ts';
import { FamilyId } from './families/ids.ts';
import { Task } from './tasks/tasks.ts';

/** A graphics processor: what it is called by its maker, never a serial number or an address. */
export const Gpu = z.object({
  name: z.string(),
  load: Probability.nullable(),
  memoryBytes: Count,
  memoryUsedBytes: Count,
});
export type Gpu = z.infer<typeof Gpu>;

/** Shares, oldest first; null where nothing was measured. */
const Trace = z.array(Probability.nullable());

/** Figures of the machine: no host name, no path. */
export const Machine = z.object({
  cpus: Count,
  /** Share of the processors in use; null until it was measured. */
  cpuLoad: Probability.nullable(),
  memoryBytes: Count,
  memoryUsedBytes: Count,
  diskBytes: Count,
  diskUsedBytes: Count,
  /** Empty: the machine computes on its processors only. */
  gpus: z.array(Gpu),
  /** The last minutes, one value each `everySeconds`; of several graphics processors the mean. */
  history: z.object({ everySeconds: Count, cpu: Trace, memory: Trace, gpu: Trace }),
});
export type Machine = z.infer<typeof Machine>;

export const cleanupLimits = { daysMin: 1, daysMax: 3650, note: 200 } as const;
/** What is removed by itself: online records, with their images, that are older than so many days. */
export const Cleanup = z.object({
  enabled: z.boolean(),
  days: z.int().min(cleanupLimits.daysMin).max(cleanupLimits.daysMax),
  /** What the administrator adds to the notice. */
  note: z.string().trim().max(cleanupLimits.note).default(''),
});
export type Cleanup = z.infer<typeof Cleanup>;
export const cleanupDefault: Cleanup = { enabled: false, days: 30, note: '' };

/** A folder with images that wait for the person: to be reviewed by them, or returned to them. */
export const ReviewPlace = z.object({
  folderId: Id,
  folderName: z.string(),
  datasetName: z.string(),
  projectId: Id,
  family: FamilyId,
  toReview: Count,
  returnedToMe: Count,
});
export type ReviewPlace = z.infer<typeof ReviewPlace>;

export const DashboardInfo = z.object({
  projects: Count,
  datasets: Count,
  images: Count,
  models: Count,
  versions: Count,
  tasks: z.array(Task),
  recentDatasets: z.array(Dataset),
  /** Those with most first; the rest is counted. */
  reviews: z.array(ReviewPlace),
  moreReviews: Count,
  /** Null: nothing is cleaned up, and there is no notice. */
  cleanup: Cleanup.nullable(),
});
export type DashboardInfo = z.infer<typeof DashboardInfo>;

export const healthStates = ['ok', 'low', 'down'] as const;
export type HealthState = (typeof healthStates)[number];
/** The public answer of `/health`: which parts work, and nothing about them. */
export const Health = z.object({
  ok: z.boolean(),
  database: z.enum(healthStates),
  worker: z.enum(healthStates),
  inference: z.enum(healthStates),
  disk: z.enum(healthStates),
});
export type Health = z.infer<typeof Health>;

export const HealthDetails = Health.extend({
  version: z.string(),
  /** Migrations that the database has. */
  migrations: Count,
  uptimeSeconds: Count,
  databaseBytes: Count,
  diskFreeBytes: Count,
  workers: Count,
  tasks: z.object({ queued: Count, running: Count }),
  blobs: z.object({ count: Count, bytes: Count, missing: Count }),
  predictions: z.object({ processes: Count, running: Count, waiting: Count }),
});
export type HealthDetails = z.infer<typeof HealthDetails>;

export const dashboard = {
  dashboardInfo: route({
    method: 'POST',
    path: 'dashboard/info',
    permission: 'next',
    needs: 'view',
    input: z.object({}),
    output: DashboardInfo,
    summary: 'Landing page',
  }),
  dashboardMachine: route({
    method: 'POST',
    path: 'dashboard/machine',
    permission: 'next',
    needs: 'read',
    input: z.object({}),
    output: Machine,
    summary: 'Machine load now and in the last minutes',
  }),
  cleanupInfo: route({
    method: 'POST',
    path: 'dashboard/cleanup/info',
    permission: 'allData',
    needs: 'read',
    input: z.object({}),
    output: Cleanup,
    summary: 'Settings of the automatic clean-up',
  }),
  cleanupUpdate: route({
    method: 'POST',
    path: 'dashboard/cleanup/update',
    permission: 'allData',
    needs: 'write',
    input: Cleanup,
    output: Nothing,
    summary: 'Turn the automatic clean-up on or off',
  }),
  healthInfo: route({
    method: 'POST',
    path: 'dashboard/health',
    permission: 'allData',
    needs: 'read',
    input: z.object({}),
    output: HealthDetails,
    summary: 'State of the server for administrators',
  }),
};
