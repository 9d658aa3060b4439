/** The landing page: counts, running tasks, recent data sets, the machine. */
import { z } from 'zod';
import { Count } from './core/fields.ts';
import { route } from './core/route.ts';
import { Dataset } from './datasets.ts';
import { Task } from './tasks/tasks.ts';

export const Machine = z.object({
  cpus: Count,
  /** Share of the processor in use, 0 to 1; null until it was measured. */
  cpuLoad: z.number().nullable(),
  memoryBytes: Count,
  memoryUsedBytes: Count,
  diskBytes: Count,
  diskUsedBytes: Count,
});
export type Machine = z.infer<typeof Machine>;

export const DashboardInfo = z.object({
  projects: Count,
  datasets: Count,
  pictures: Count,
  models: Count,
  versions: Count,
  machine: Machine,
  tasks: z.array(Task),
  recentDatasets: z.array(Dataset),
});
export type DashboardInfo = z.infer<typeof DashboardInfo>;

export const dashboard = {
  dashboardInfo: route({
    method: 'POST',
    path: 'dashboard/info',
    permission: 'next',
    input: z.object({}),
    output: DashboardInfo,
    summary: 'Landing page',
  }),
};
