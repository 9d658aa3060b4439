/** Random annotations through the files of every format and back: what its table says is kept comes back as it was. */
import { randomUUID } from 'node:crypto';
import {
  api,
  exportFormats,
  type Call,
  type ExportFormat,
  type Holds,
  type SetType,
  type Shape,
} from '@loupe/contract';
import { boundsOf, joinRings, polygonArea, rotatedRectCorners } from '@loupe/geometry';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shape } from '../../../tables/annotation.ts';
import { image } from '../../../tables/datasets.ts';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { exportArchive } from '../../../testing/export-archive.ts';
import { importAnnotated } from '../../../testing/import-archive.ts';
import { addMaterial, type Material } from '../../../testing/material.ts';
import { packPoints } from '../../annotation/index.ts';
import { eachPixel, fillShape } from '../exports/filled.ts';
import { cornersOf, ringsBySide, type ExportShape } from '../exports/shapes.ts';

const side = 128;
let server: TestServer;
let a: Call;
let material: Material;
let labelNames: string[];
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
  material = await addMaterial(server.services, server.a, { images: 4, side });
  const { labels } = await a(api.datasetInfo, { id: material.datasetId });
  labelNames = material.labelIds.map((id) => labels.find((one) => one.id === id)!.name);
});
afterAll(() => server.close());

type Drawn = Pick<ExportShape, 'kind' | 'points' | 'parts' | 'ignore'> & { label: number };

const place = fc.double({ min: 24, max: 104, noNaN: true });
const length = fc.double({ min: 2, max: 23, noNaN: true });
const turn = fc.double({ min: 0.1, max: 1.4, noNaN: true });
const about = fc.record({ cx: place, cy: place, width: length, height: length, angle: turn });
const f32 = (points: readonly number[]): number[] => points.map(Math.fround);

/** A ring around a middle whose corners lie one behind the other, so that it never crosses itself. */
const ring = (cx: number, cy: number, radii: readonly number[], scale = 1): number[] =>
  radii.flatMap((radius, i) => {
    const at = (2 * Math.PI * i) / radii.length;
    return [cx + Math.cos(at) * radius * scale, cy + Math.sin(at) * radius * scale];
  });
const radii = fc.array(fc.double({ min: 6, max: 11, noNaN: true }), { minLength: 5, maxLength: 9 });
const outline = fc.record({ cx: place, cy: place, radii, rings: fc.constantFrom('one', 'hole', 'pieces') });

const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    ignore: fc.boolean(),
    label: fc.nat(1),
    own: fc.oneof(
      about.map(({ cx, cy, width, height }) => ({
        kind: 'rect' as const,
        points: [cx - width / 2, cy - height / 2, cx + width / 2, cy + height / 2],
        parts: [0],
      })),
      about.map((one) => ({ kind: 'rrect' as const, points: rotatedRectCorners(one), parts: [0] })),
      outline.map(({ cx, cy, radii, rings }) => ({
        kind: 'polygon' as const,
        ...joinRings([
          ring(cx, cy, radii),
          ...(rings === 'hole' ? [ring(cx, cy, radii, 0.4)] : []),
          ...(rings === 'pieces' ? [ring(cx < 64 ? cx + 23 : cx - 23, cy, radii)] : []),
        ]),
      })),
    ),
  })
  .map(({ own, ...rest }) => ({ ...own, points: f32(own.points), ...rest }));

/** Puts the shapes on the first images; the last one stays checked and empty. */
async function put(all: readonly (readonly Drawn[])[]): Promise<void> {
  const { db } = server.database;
  await db.delete(shape).where(inArray(shape.imageId, material.imageIds));
  for (const [i, imageId] of material.imageIds.entries()) {
    const own = all[i] ?? [];
    const rows = own.map(({ label, points, parts, ...rest }, z) => ({
      ...rest,
      parts: [...parts],
      imageId,
      z,
      id: randomUUID(),
      rev: 1,
      source: 'person',
      points: packPoints(points),
      labelId: material.labelIds[label]!,
    }));
    // one connection: in turn
    // oxlint-disable-next-line no-await-in-loop
    if (rows.length > 0) await db.insert(shape).values(rows);
    // oxlint-disable-next-line no-await-in-loop
    await db
      .update(image)
      .set({ nShapes: own.length, state: own.length > 0 ? 'annotated' : 'empty' })
      .where(eq(image.id, imageId));
  }
}

const zipOf = (format: ExportFormat): Promise<Buffer> =>
  exportArchive(server, server.a, { datasetId: material.datasetId, format });

let made = 0;
async function importInto(zip: Buffer, setType: SetType): Promise<number> {
  const set = await a(api.datasetAdd, { projectId: material.projectId, name: `back_${++made}`, setType });
  const target = await a(api.folderAdd, { datasetId: set.id, name: 'target' });
  const { report } = await importAnnotated(server, server.a, { folderId: target.id, bytes: zip });
  expect(report).toMatchObject({ images: material.imageIds.length, problems: [] });
  return set.id;
}

interface Back {
  state: string;
  shapes: (Shape & { label: string })[];
}
/** Images in the order of their names. */
async function contents(datasetId: number): Promise<Back[]> {
  const rows = await server.database.db
    .select({ id: image.id, state: image.state })
    .from(image)
    .where(and(eq(image.datasetId, datasetId), isNull(image.deletedAt)))
    .orderBy(asc(image.name));
  return Promise.all(
    rows.map(async ({ id, state }) => {
      const { shapes, labels } = await a(api.imageShapes, { imageId: id });
      const nameOf = new Map(labels.map((one) => [one.id, one.name]));
      return { state, shapes: shapes.map((one) => ({ ...one, label: nameOf.get(one.labelId!)! })) };
    }),
  );
}

/** Pairs each with the nearest of the same label: the order in a file does not matter. */
function pairs<T extends Drawn & { name: string }>(
  wanted: readonly T[],
  got: Back['shapes'],
): [T, Back['shapes'][0]][] {
  const left = [...got];
  const off = (one: T, other: Shape) => {
    const [p, q] = [boundsOf(one.points), boundsOf(other.points)];
    return p.reduce((sum, value, i) => sum + Math.abs(value - q[i]!), 0);
  };
  return wanted.map((one) => {
    const alike = left.filter(({ label, ignore }) => label === one.name && ignore === one.ignore);
    const nearest = alike.toSorted((p, q) => off(one, p) - off(one, q))[0];
    expect(nearest).toBeDefined();
    left.splice(left.indexOf(nearest!), 1);
    return [one, nearest!];
  });
}

const near = (got: readonly number[], wanted: readonly number[], within: number) => {
  expect(got).toHaveLength(wanted.length);
  got.forEach((value, i) => expect(Math.abs(value - wanted[i]!)).toBeLessThanOrEqual(within));
};
const pixelsOf = (one: Pick<Drawn, 'kind' | 'points' | 'parts'>): number[] => {
  const at: number[] = [];
  eachPixel(fillShape(one as ExportShape, { width: side, height: side }), side, (i) => at.push(i));
  return at;
};

/** Shares of a YOLO file have seven digits. */
const within = (format: ExportFormat): number => (format.startsWith('yolo') ? 1e-4 : 2e-5);

function same(before: Drawn, after: Shape, holds: Holds, tolerance: number): void {
  const fate = before.kind === 'rect' || before.kind === 'rrect' ? holds[before.kind] : holds.polygon;
  const { outer, holes } = ringsBySide(before);
  const fates = [fate, holes.length > 0 ? holds.holes : 'kept', outer.length > 1 ? holds.pieces : 'kept'];
  const isCells = fates.includes('wholePixels');
  if (fate === 'polygonsToBoxes') {
    expect(after.kind).toBe('rect');
    near(after.points, boundsOf(before.points), tolerance);
  } else if (fate === 'polygonsToRotated') {
    // around all of it, and no larger than the upright one
    const [x1, y1, x2, y2] = boundsOf(before.points);
    expect(polygonArea(cornersOf(after))).toBeGreaterThan(polygonArea(outer[0]!));
    expect(polygonArea(cornersOf(after))).toBeLessThan((x2 - x1) * (y2 - y1) + 0.1);
  } else if (isCells) {
    expect(pixelsOf(after)).toEqual(pixelsOf(before));
  } else if (fate === 'kept') {
    expect([after.kind, after.parts]).toEqual([before.kind, before.parts]);
    near(after.points, before.points, tolerance);
  } else {
    // another kind, but the same outline
    near(cornersOf(after), cornersOf(before), tolerance);
  }
}

/** What comes back of the shapes: none where they are left out, several where pieces are parted. */
function expected(all: readonly Drawn[], { ignore, pieces, holes, polygon }: Holds): Drawn[] {
  const isOutline = !polygon.startsWith('polygonsTo');
  return all
    .filter((one) => ignore || !one.ignore)
    .flatMap((one) => {
      const { outer } = ringsBySide(one);
      const parted = isOutline && one.kind === 'polygon' && pieces === 'separateParts' && holes === 'holes';
      return parted ? outer.map((points) => ({ ...one, points, parts: [0] })) : [one];
    });
}

const rows: readonly [ExportFormat, Holds][] = (Object.keys(exportFormats) as ExportFormat[]).flatMap((format) => {
  const row = exportFormats[format];
  const isOutlines = 'holds' in row && row.takes === 'dataset' && row.holds.rect !== 'boxesToMasks';
  return isOutlines ? [[format, row.holds]] : [];
});

it.each(rows)('%s', { timeout: 600_000 }, async (format, holds) => {
  const named = (one: Drawn) => ({ ...one, name: labelNames[one.label]! });
  const images = fc.array(fc.array(drawn, { minLength: 1, maxLength: 12 }), { minLength: 3, maxLength: 3 });
  const property = fc.asyncProperty(images, async (all) => {
    await put(all);
    const before = await contents(material.datasetId);
    const after = await contents(await importInto(await zipOf(format), 'detection'));
    expect(after).toHaveLength(before.length);
    for (const [i, { state }] of before.entries()) {
      const wanted = expected(all[i] ?? [], holds).map(named);
      expect(after[i]!.shapes).toHaveLength(wanted.length);
      // an image whose shapes are all left out is one that was checked
      expect(after[i]!.state).toBe(wanted.length > 0 ? state : 'empty');
      for (const [one, back] of pairs(wanted, after[i]!.shapes)) same(one, back, holds, within(format));
    }
  });
  await fc.assert(property, { numRuns: 4, endOnFailure: true, seed: 20_261_125 });
});
