/** How long a page of the image list takes: any page, filter and order; and a page of what was searched for. */
import { api, type Call, type ImageFilter, type ImageSort } from '@loupe/contract';
import { quantile } from '../bench.ts';
import type { Material } from './material.ts';

const sorts: ImageSort[] = ['name', '-name', 'createdAt', '-createdAt'];
const pageSize = 100;
const rounds = 400;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

const random = (below: number) => Math.floor(Math.random() * below);

/** 95 of 100 requests for a random page under a random filter and order take no longer, in ms. */
export async function listP95(call: Call, { labelIds }: Material, folderId: number, count: number): Promise<number> {
  const filters: Partial<ImageFilter>[] = [
    {},
    {},
    {},
    { state: 'annotated' },
    { state: 'unannotated' },
    { state: 'empty' },
    { labelId: labelIds[0]! },
  ];
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const filter = filters[random(filters.length)]!;
    const pages = Math.max(1, Math.floor((count * (filter.state ? 0.1 : filter.labelId ? 0.5 : 1)) / pageSize));
    const input = { folderId, ...filter, sort: sorts[random(4)]!, pageNum: 1 + random(pages), pageSize };
    // one after another: how long a person waits
    // oxlint-disable-next-line no-await-in-loop
    times.push(await timed(() => call(api.imageList, input)));
  }
  return quantile(times, 0.95);
}

/** Each search is for another text, so that none finds its answer ready. */
export async function searchP95(call: Call, folderId: number, count: number): Promise<number> {
  const words = ['scan', 'img', 'part', 'frame', 'top'];
  const times: number[] = [];
  for (let i = 0; i < rounds / 4; i++) {
    const name = i % 4 === 0 ? `${words[random(5)]}_${random(99)}` : String(random(count));
    const input = { folderId, name, sort: sorts[random(4)]!, pageNum: 1, pageSize };
    // oxlint-disable-next-line no-await-in-loop
    times.push(await timed(() => call(api.imageList, input)));
  }
  return quantile(times, 0.95);
}
