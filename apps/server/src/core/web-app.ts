/** Serves the built web app: its files, and its front page for every address that is a screen. */
import fastifyStatic from '@fastify/static';
import { apiBase } from '@loupe/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { notFound } from './errors.ts';

const page = 'index.html';
/** Addresses that programs ask for: a wrong one gets the 404 envelope, never a page. */
const programs = new RegExp(`^(${apiBase}|/ocr|/engine|/handler|/socketServer|/health)(/|$|\\?)`);

const wantsPage = (request: FastifyRequest): boolean =>
  request.method === 'GET' &&
  !programs.test(request.url) &&
  (request.headers.accept ?? '').includes('text/html') &&
  // A file that is missing must fail as such, or the browser runs a page as a script.
  path.posix.extname(request.url.split('?')[0] ?? '') === '';

export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(path.join(folder, page));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      dotfiles: 'ignore',
      index: [page],
      cacheControl: false,
      setHeaders: (reply, file) => {
        // Built files carry their hash in the name; the page that names them must always be asked for.
        const isHashed = file.includes(`${path.sep}assets${path.sep}`);
        void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (!isBuilt || !wantsPage(request)) throw notFound();
    void reply.sendFile(page);
  });
}
