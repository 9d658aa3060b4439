/** Routes: paths and permissions are declared, OpenAPI prints each, and the client speaks the envelope. */
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { api, publicRoutes, type RouteName } from '../api.ts';
import { CallError, makeCall, queryUrl } from './call.ts';
import { openApi } from './openapi.ts';
import { permits } from './permission.ts';
import { routeUrl, type route, type Route } from './route.ts';

const entries = Object.entries(api) as [RouteName, Route][];

describe('routes', () => {
  it('stand on the base, and those of ocr on the plain host', () => {
    expect(routeUrl({ path: 'sysUser/login' })).toBe('/api/qic/v1/sysUser/login');
    expect(routeUrl({ path: 'ocr/detect' })).toBe('/ocr/detect');
  });
  it('have one URL each', () => {
    const urls = entries.map(([, r]) => `${r.method} ${routeUrl(r)}`);
    expect(new Set(urls).size).toBe(urls.length);
  });
  it('are public only where that is named', () => {
    expect(
      entries
        .filter(([, r]) => r.permission === 'public')
        .map(([name]) => name)
        .sort(),
    ).toEqual([...publicRoutes].sort());
  });
  it('do not compile without a permission', () => {
    const row = { method: 'POST', path: 'x', input: z.null(), output: z.null(), needs: 'read', summary: '' } as const;
    type Row = Parameters<typeof route>[0];
    expectTypeOf(row).not.toExtend<Row>();
    expectTypeOf({ ...row, permission: 'anything' } as const).not.toExtend<Row>();
    expectTypeOf({ ...row, permission: 'public' } as const).toExtend<Row>();
  });
  it('are all in OpenAPI with their permission', () => {
    const printed = openApi(api, '1') as {
      paths: Record<string, Record<string, { operationId: string; 'x-permission': string }>>;
    };
    for (const [name, r] of entries) {
      const operation = printed.paths[routeUrl(r)]?.[r.method.toLowerCase()];
      expect(operation?.operationId).toBe(name);
      expect(operation?.['x-permission']).toBe(r.permission);
    }
  });
});

describe('permits', () => {
  it('passes `next` and held keys only', () => {
    const held = new Set(['dataset/pageList']);
    expect(permits(held, 'next')).toBe(true);
    expect(permits(held, 'dataset/pageList')).toBe(true);
    expect(permits(held, 'sys/user/list')).toBe(false);
  });
});

describe('call', () => {
  const answer = (body: unknown, status = 200) => makeCall(async () => ({ status, body }));

  it('gives the data of code 200', async () => {
    await expect(answer({ code: 200, msg: '', en_msg: '', data: null })(api.logout, {})).resolves.toBeNull();
  });
  it('throws code, texts and data of everything else', async () => {
    const refused = answer({ code: 610, msg: '错', en_msg: 'wrong', data: { field: 'epochs' } })(api.logout, {});
    await expect(refused).rejects.toMatchObject({ code: 610, msg: '错', enMsg: 'wrong', data: { field: 'epochs' } });
  });
  it('makes an error of an answer that is no envelope', async () => {
    await expect(answer('<html>', 502)(api.logout, {})).rejects.toBeInstanceOf(CallError);
  });
  it('puts the input of GET routes into the query', () => {
    expect(queryUrl(api.imageFile, { id: 7 })).toBe('/api/qic/v1/dataset/picture/file?id=7');
  });
});
