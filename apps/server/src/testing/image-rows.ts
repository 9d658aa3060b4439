/** Images as rows without files, many at once, and the list that they should make, found the slow way. */
import { randomUUID } from 'node:crypto';
import type { ImageFilter, ImageSort } from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import { shape } from '../tables/annotation.ts';
import { nameKey } from '../features/datasets/names.ts';
import { folder, image } from '../tables/datasets.ts';
import type { TestServer } from './app.ts';
import type { Material } from './material.ts';

export const states = ['unannotated', 'annotated', 'empty'] as const;
export const sorts: ImageSort[] = ['name', '-name', 'createdAt', '-createdAt'];

export interface Plain {
  id: number;
  name: string;
  state: (typeof states)[number];
  labels: number[];
}

/** Always the same numbers, so that a failure can be looked at again. */
export function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

let made = 0;
/** A folder with so many images as rows: no files, as nothing here looks at them. */
export async function addRows(
  { database: { db } }: TestServer,
  place: Material,
  count: number,
  namesFrom = 0,
): Promise<{ folderId: number; images: Plain[] }> {
  const { datasetId, projectId, labelIds } = place;
  const [source] = await db.select().from(image).where(eq(image.id, place.imageIds[0]!));
  const [made_] = await db
    .insert(folder)
    .values({ datasetId, projectId, name: `many_${++made}` })
    .returning();
  const folderId = made_!.id;
  const random = numbers(made);
  const words = ['IMG', 'img', 'part', '图', 'a_b', '100%'];
  const drawn = Array.from({ length: count }, (_, i) => {
    const number = String(namesFrom + i).padStart(random(5), '0');
    const name = `${words[random(words.length)]}${number}.${random(2) === 0 ? 'png' : 'JPG'}`;
    const state = states[random(3)]!;
    return {
      name,
      state,
      labels: state === 'annotated' ? labelIds.filter((_label, at) => at === 0 || random(2) === 0) : [],
    };
  });
  const { id: _id, createdAt: _at, ...common } = source!;
  const rows = drawn.map(({ name, state, labels }) => ({
    ...common,
    folderId,
    name,
    nameKey: nameKey(name),
    state,
    nShapes: labels.length,
  }));
  const added: { id: number }[] = [];
  for (let i = 0; i < count; i += 1000) {
    added.push(
      ...(await db
        .insert(image)
        .values(rows.slice(i, i + 1000))
        .returning({ id: image.id })),
    );
  }
  const images = drawn.map((one, i) => ({ ...one, id: added[i]!.id }));
  const shapes = images.flatMap(({ id, labels }) =>
    labels.map((labelId) => ({
      imageId: id,
      id: randomUUID(),
      rev: 1,
      labelId,
      kind: 'rect',
      points: Buffer.from(new Float32Array([1, 1, 9, 9]).buffer),
      parts: [0],
      source: 'person',
    })),
  );
  for (let i = 0; i < shapes.length; i += 1000) await db.insert(shape).values(shapes.slice(i, i + 1000));
  await db.execute(sql`
    update folder set n_images = ${count}, n_annotated = ${drawn.filter((one) => one.state !== 'unannotated').length},
      n_empty = ${drawn.filter((one) => one.state === 'empty').length} where id = ${folderId}`);
  return { folderId, images };
}

const byText = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
/** What the list should be, found the slow way. */
export function expected(images: readonly Plain[], filter: Partial<ImageFilter>, sort: ImageSort): number[] {
  const { name = '', state, labelId } = filter;
  const chosen = images.filter(
    (one) =>
      one.name.toLowerCase().includes(name.toLowerCase()) &&
      (state === undefined || one.state === state) &&
      (labelId === undefined || one.labels.includes(labelId)),
  );
  const sorted = chosen.toSorted(
    (a, b) => (sort.endsWith('name') ? byText(nameKey(a.name), nameKey(b.name)) : 0) || a.id - b.id,
  );
  return (sort.startsWith('-') ? sorted.toReversed() : sorted).map((one) => one.id);
}
