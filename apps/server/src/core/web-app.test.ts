/** The built web app: its screens, and what is no screen. */
import { apiBase as base } from '@loupe/contract';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../testing/app.ts';

let server: TestServer;
let web: string;
beforeAll(async () => {
  web = mkdtempSync(path.join(tmpdir(), 'loupe-web-'));
  mkdirSync(path.join(web, 'assets'));
  writeFileSync(path.join(web, 'index.html'), '<!doctype html><title>Loupe</title>');
  writeFileSync(path.join(web, 'assets', 'main-a1b2.js'), 'export {};');
  writeFileSync(path.join(web, 'assets', 'main-a1b2.js.br'), 'as brotli');
  writeFileSync(path.join(web, 'assets', 'main-a1b2.js.gz'), 'as gzip');
  writeFileSync(path.join(web, '.env'), 'SECRET=1');
  server = await testServer({ LOUPE_WEB: web });
});
afterAll(async () => {
  await server.close();
  rmSync(web, { recursive: true, force: true });
});

const get = (url: string, accept = 'text/html,*/*') => server.app.inject({ method: 'GET', url, headers: { accept } });

describe('the web app', () => {
  it('is served with its screens; missing files and programs get no page', async () => {
    for (const url of ['/', '/dashboard', '/project/index?pageNum=2', '/dataset/handleImg', '/login']) {
      const answer = await get(url); // oxlint-disable-line no-await-in-loop
      expect([url, answer.statusCode, answer.headers['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8']);
      expect(answer.headers['cache-control']).toBe('no-cache');
    }
    expect((await get('/assets/main-a1b2.js', '*/*')).headers['cache-control']).toContain('immutable');
    expect((await get('/assets/gone-c3d4.js')).statusCode).toBe(404);
    expect((await get('/dashboard', 'application/json')).statusCode).toBe(404);
    expect((await get(`${base}/nothing`)).json().code).toBe(404);
    for (const url of ['/.env', '/.git/config', '/assets/', '/assets/../.env', '/assets/..%2f.env', '/package.json'])
      expect((await get(url, '*/*')).statusCode).toBe(404); // oxlint-disable-line no-await-in-loop
  });

  it('comes in the smallest form that the browser takes', async () => {
    const file = (encodings?: string) => {
      const headers = encodings ? { 'accept-encoding': encodings } : {};
      return server.app.inject({ method: 'GET', url: '/assets/main-a1b2.js', headers });
    };
    const [br, gz, plain] = [await file('gzip, deflate, br'), await file('gzip'), await file()];
    expect([br, gz, plain].map(({ body, headers }) => [body, headers['content-encoding']])).toEqual([
      ['as brotli', 'br'],
      ['as gzip', 'gzip'],
      ['export {};', undefined],
    ]);
    for (const { headers } of [br, gz]) {
      expect(headers['vary']).toMatch(/accept-encoding/i);
      expect(headers['content-type']).toContain('javascript');
      expect(headers['cache-control']).toContain('immutable');
    }
  });

  it('is no answer to addresses that are no screens, such as scanners try', async () => {
    const sha256 = 'a1'.repeat(32);
    for (const url of [
      '/%',
      '/%ff/index',
      '/.git/config',
      '/.env',
      '/%2egit/config',
      '/.well-known/security',
      '/assets/.git/config',
      '/metrics',
      '/metrics/',
      `/blobs/a1/a1/${sha256}`,
      '/blobs',
      `/derived/${sha256}`,
      '/pg/17/base',
      '/etc/passwd/x/y/z',
      '/server-status',
      '/dataset/..%2findex',
    ]) {
      // oxlint-disable-next-line no-await-in-loop
      const answer = await get(url);
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 404]);
    }
  });
});
