/** The way through a list of images, one by one. */
import { api, type Call, type ImageFilter } from '@loupe/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addMaterial, type Material } from '../../testing/material.ts';
import { addRows, expected, numbers, sorts } from '../../testing/image-rows.ts';

let server: TestServer;
let call: Call;
let place: Material;
beforeAll(async () => {
  server = await testServer();
  call = server.as(server.a);
  place = await addMaterial(server.services, server.a, { images: 1 });
});
afterAll(() => server.close());
const fill = (count: number) => addRows(server, place, count);

describe('neighbours', () => {
  it('knows the place and the neighbours of any image', async () => {
    const { images } = await fill(1500);
    const order = expected(images, {}, 'name');
    for (const at of [0, 1, 750, 1498, 1499]) {
      const near = await call(api.imageNeighbours, { id: order[at]! });
      expect([near.previous?.id, near.next?.id, near.position, near.total]).toEqual([
        order[at - 1],
        order[at + 1],
        at + 1,
        1500,
      ]);
    }
  });

  it('knows the way through any list, also from an image that it leaves out, and back to visited ones', async () => {
    const { images } = await fill(600);
    const random = numbers(77);
    const filters: Partial<ImageFilter>[] = [
      {},
      { state: 'unannotated' },
      { labelId: place.labelIds[0]! },
      { name: 'IMG' },
    ];
    for (let turn = 0; turn < 48; turn++) {
      const [filter, sort] = [filters[turn % 4]!, sorts[(turn >> 2) % 4]!];
      const all = expected(images, {}, sort);
      const list = expected(images, filter, sort);
      const id = all[[0, all.length - 1][turn] ?? random(all.length)]!;
      const visited = Array.from({ length: random(4) }, () => all[random(all.length)]!);
      const may = all.filter((one) => one === id || list.includes(one) || visited.includes(one));
      const near = await call(api.imageNeighbours, { id, filter, sort, visited });
      expect([near.image.id, near.previous?.id, near.next?.id]).toEqual([
        id,
        may[may.indexOf(id) - 1],
        may[may.indexOf(id) + 1],
      ]);
      const before = list.filter((one) => all.indexOf(one) < all.indexOf(id)).length;
      const isListed = list.includes(id);
      expect([near.position, near.total, near.isListed]).toEqual([
        before + 1,
        list.length + (isListed ? 0 : 1),
        isListed,
      ]);
    }
  });
});
