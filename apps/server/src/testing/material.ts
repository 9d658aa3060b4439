/** Drawn images with rectangles, put into the database and the blobs as rows: material for trainings in tests. */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Services } from '../core/services.ts';
import { shape } from '../tables/annotation.ts';
import { blob, dataset, folder, image, label } from '../tables/datasets.ts';
import { model } from '../tables/models.ts';
import { project } from '../tables/projects.ts';
import type { TestPerson } from './people.ts';

export interface Material {
  projectId: number;
  datasetId: number;
  folderId: number;
  modelId: number;
  labelIds: number[];
  imageIds: number[];
}

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** An image with one bright box on a dark ground; each number gives another one. */
async function draw(number: number, side: number, size: Partial<Box>): Promise<{ png: Buffer; box: Box }> {
  const box = { x: 10 + ((number * 17) % 50), y: 8 + ((number * 29) % 50), w: 30 + (number % 3) * 10, h: 40, ...size };
  const overlay = { create: { width: box.w, height: box.h, channels: 3, background: '#e8d020' } } as const;
  const png = await sharp({ create: { width: side, height: side, channels: 3, background: '#203040' } })
    .composite([{ input: overlay, left: box.x, top: box.y }])
    .png()
    .toBuffer();
  return { png, box };
}

const pointsOf = ({ x, y, w, h }: Box): Buffer => Buffer.from(new Float32Array([x, y, x + w, y + h]).buffer);

let made = 0;

export interface MaterialOptions {
  images?: number;
  side?: number;
  /** Images of one group: `part_1` and so on; by default each is its own. */
  groupSize?: number;
  /** Each box is wide and of the first label, a part; in its middle lies a small one of the second. */
  withParts?: boolean;
}

/** Adds a folder of annotated images to a data set. */
export async function addFolder(
  { db, blobs }: Services,
  place: { projectId: number; datasetId: number; labelIds: readonly number[] },
  { images = 8, side = 128, groupSize = 1, withParts = false }: MaterialOptions = {},
): Promise<{ folderId: number; imageIds: number[] }> {
  const { projectId, datasetId, labelIds } = place;
  const [at] = await db
    .insert(folder)
    .values({
      projectId,
      datasetId,
      name: `folder_${++made}`,
      state: 'annotated',
      nImages: images,
      nAnnotated: images,
    })
    .returning();
  const imageIds: number[] = [];
  for (let i = 0; i < images; i++) {
    const { png, box } = await draw(i, side, withParts ? { w: 56, h: 24 } : {});
    const { sha256, bytes } = await blobs.put([png]);
    await db.insert(blob).values({ sha256, bytes, mime: 'image/png' }).onConflictDoNothing();
    const name = `image_${i}.png`;
    const [row] = await db
      .insert(image)
      .values({
        folderId: at!.id,
        datasetId,
        projectId,
        name,
        nameKey: name,
        sha256,
        width: side,
        height: side,
        bits: 8,
        groupKey: `part_${Math.floor(i / groupSize)}`,
        state: 'annotated',
        revision: 1,
        nShapes: withParts ? 2 : 1,
      })
      .returning();
    const own = { imageId: row!.id, rev: 1, kind: 'rect', parts: [0], source: 'person' };
    const inside = { x: box.x + 24, y: box.y + 8, w: 8, h: 8 };
    const drawn = withParts
      ? [[box, labelIds[0]!] as const, [inside, labelIds[1]!] as const]
      : [[box, labelIds[i % labelIds.length]!] as const];
    await db
      .insert(shape)
      .values(drawn.map(([one, labelId]) => ({ ...own, id: randomUUID(), labelId, points: pointsOf(one) })));
    imageIds.push(row!.id);
  }
  return { folderId: at!.id, imageIds };
}

/** A project of a person with one data set (two labels), one folder and one model. */
export async function addMaterial(
  services: Services,
  person: TestPerson,
  options: MaterialOptions = {},
): Promise<Material> {
  const { db } = services;
  const name = `material_${++made}`;
  const [own] = await db
    .insert(project)
    .values({ family: 'detection', ownerId: person.id, createdBy: person.id, name })
    .returning();
  const projectId = own!.id;
  const [set] = await db
    .insert(dataset)
    .values({ projectId, dataType: 'image', setType: 'detection', name, createdBy: person.id })
    .returning();
  const datasetId = set!.id;
  const labels = await db
    .insert(label)
    .values(['scratch', 'dent'].map((text, ordinal) => ({ datasetId, name: text, color: '#ff0000', ordinal })))
    .returning();
  const labelIds = labels.map(({ id }) => id);
  const [trained] = await db
    .insert(model)
    .values({ projectId, planName: name, functionName: 'find', type: 'singleStage', createdBy: person.id })
    .returning();
  const { folderId, imageIds } = await addFolder(services, { projectId, datasetId, labelIds }, options);
  return { projectId, datasetId, folderId, modelId: trained!.id, labelIds, imageIds };
}
