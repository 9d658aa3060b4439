/** The landing page: own figures, what is under way, what is recent, the machine; clean-up and state for administrators. */
import { openStates, type dashboard, type Dataset, type Task } from '@loupe/contract';
import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { inReach } from '../../core/access.ts';
import type { Actor } from '../../core/actor.ts';
import type { Handlers } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';
import type { Inference } from '../../inference/index.ts';
import { listDatasets } from '../datasets/index.ts';
import { dataset, folder } from '../../tables/datasets.ts';
import { model, version } from '../../tables/models.ts';
import { project } from '../../tables/projects.ts';
import { listTasks } from '../tasks/index.ts';
import { readCleanup, writeCleanup } from './cleanup.ts';
import { readHealthDetails } from './health.ts';
import type { MachineWatch } from './machine.ts';
import { waitingReviews } from './reviews.ts';

const shown = { pageNum: 1, pageSize: 8 };

type Counts = Record<'projects' | 'datasets' | 'images' | 'models' | 'versions', number>;

/** Data sets as the list shows them: those that a model owns are counted with it. */
async function countOwn({ db }: Services, actor: Actor): Promise<Counts> {
  const rows = (table: PgTable, where: SQL) => sql`(select count(*) from ${table} where ${where})`;
  const result = await db.execute<Counts>(sql`select
    ${rows(project, inReach(actor, project.id))} as projects,
    ${rows(dataset, sql`${inReach(actor, dataset.projectId)} and ${dataset.modelId} is null`)} as datasets,
    (select coalesce(sum(${folder.nImages}), 0)::bigint from ${folder}
      where ${inReach(actor, folder.projectId)}) as images,
    ${rows(model, inReach(actor, model.projectId))} as models,
    ${rows(version, inReach(actor, version.projectId))} as versions`);
  return result.rows[0]!;
}

/** Tasks under way, newest first. */
async function openTasks(services: Services, actor: Actor): Promise<Task[]> {
  const pages = await Promise.all(openStates.map((state) => listTasks(services, actor, { ...shown, state })));
  return pages
    .flatMap((page) => page.list)
    .sort((one, other) => other.id - one.id)
    .slice(0, shown.pageSize);
}

const recentDatasets = async (services: Services, actor: Actor): Promise<Dataset[]> =>
  (await listDatasets(services, actor, { ...shown, sort: '-createdAt' })).list;

export function makeDashboardHandlers(
  services: Services,
  { inference, machine }: { inference: Inference; machine: MachineWatch },
): Handlers<typeof dashboard> {
  return {
    dashboardInfo: async (actor) => {
      const [counts, tasks, recent, reviews, cleanup] = await Promise.all([
        countOwn(services, actor),
        openTasks(services, actor),
        recentDatasets(services, actor),
        waitingReviews(services, actor),
        readCleanup(services.db),
      ]);
      return { ...counts, ...reviews, tasks, recentDatasets: recent, cleanup: cleanup.enabled ? cleanup : null };
    },
    dashboardMachine: () => machine.read(),
    cleanupInfo: () => readCleanup(services.db),
    cleanupUpdate: async (actor, input) => {
      await writeCleanup(services, actor, input);
      return null;
    },
    healthInfo: () => readHealthDetails(services, inference),
  };
}
