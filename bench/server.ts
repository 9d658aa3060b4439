/**
 * The server under load: lists of 100,000 and 1,000,000 images, saving, importing, exporting, and what others notice of very large work. The peer of saving, Label Studio,
 * takes minutes to set up and is measured by its own script; its figure is quoted with the goal, not taken in this run.
 */
import { figure, type Bench, type Figure } from './bench.ts';
import { exportSeconds } from './server/export.ts';
import { importSpeed } from './server/import.ts';
import { disturbed } from './server/large.ts';
import { listP95, searchP95 } from './server/list.ts';
import { addFolder, addMaterial, type Material } from './server/material.ts';
import { withServer, type RealServer } from './server/real.ts';
import { saveByEight, saveCpuMs } from './server/save.ts';

type Figures = Record<string, Figure>;

async function many(server: RealServer, material: Material): Promise<Figures> {
  const count = 100_000;
  const folderId = await addFolder(server, material, count);
  return {
    list_p95_ms_100k: figure(await listP95(server.call, material, folderId, count), 'ms', { goal: '<= 80' }),
    search_p95_ms_100k: figure(await searchP95(server.call, folderId, count), 'ms', { goal: '<= 150' }),
  };
}

async function veryMany(server: RealServer, material: Material): Promise<Figures> {
  const count = 1_000_000;
  const folderId = await addFolder(server, material, count);
  return { list_p95_ms_1m: figure(await listP95(server.call, material, folderId, count), 'ms', { goal: '<= 80' }) };
}

async function saving(server: RealServer, material: Material): Promise<Figures> {
  const folderId = await addFolder(server, material, 5000);
  const cpu = await saveCpuMs(server, material, folderId);
  const crowd = await saveByEight(server, material, folderId);
  return {
    save_cpu_ms: figure(cpu, 'ms', { goal: '<= 6' }),
    save_p95_ms_8: figure(crowd.p95Ms, 'ms', { goal: '<= 60' }),
    save_per_s_8: figure(crowd.perSecond, '/s', { goal: '>= 150' }),
    save_failures_8: figure(crowd.failures, 'saves', { goal: '<= 0' }),
  };
}

const exporting = async (server: RealServer, material: Material): Promise<Figures> => ({
  export_50k_s: figure(await exportSeconds(server, material), 's', { goal: '<= 30' }),
});

async function importing(server: RealServer, material: Material): Promise<Figures> {
  const { perSecond, cpuMs, bareMs, peakMb } = await importSpeed(server, material);
  return {
    import_per_s: figure(perSecond, 'images/s', { goal: '>= 80' }),
    // beside hash and thumbnail alone: what a processor can do at most is 1000 / peer for each of its cores
    import_cpu_ms: figure(cpuMs, 'ms', { peer: bareMs }),
    import_rss_mb: figure(peakMb, 'MB', { goal: '<= 400' }),
  };
}

async function large(server: RealServer, material: Material): Promise<Figures> {
  const { healthMs, othersMs, cocoSeconds, largeSeconds } = await disturbed(server, material);
  return {
    large_health_ms: figure(healthMs, 'ms', { goal: '<= 200' }),
    large_others_ms: figure(othersMs, 'ms', { goal: '<= 1000' }),
    api_rss_max_mb: figure(server.apiPeakMb(), 'MB', { goal: '<= 700' }),
    large_coco_s: figure(cocoSeconds, 's'),
    large_images_s: figure(largeSeconds, 's'),
  };
}

/** Each part with a server of its own, so that none is measured in the wake of another. */
const run = async ({ quick }: { readonly quick: boolean }): Promise<Figures> => {
  const parts = quick ? [many, saving] : [many, saving, large, importing, exporting, veryMany];
  const all: Figures = {};
  for (const part of parts) {
    // oxlint-disable-next-line no-await-in-loop
    const figures = await withServer(async (server) => part(server, await addMaterial(server.call)));
    for (const [key, { value, unit }] of Object.entries(figures)) console.log(`  ${key} ${value} ${unit}`);
    Object.assign(all, figures);
  }
  return all;
};

export const bench: Bench = {
  title: 'lists of 100,000 and 1,000,000 images, saving, importing, exporting, very large work',
  run,
};
