/** Serves the built web app: its files, and its front page for every address that is a screen. */
import fastifyStatic from '@fastify/static';
import { apiBase } from '@loupe/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { notFound } from './errors.ts';

const page = 'index.html';
/** Addresses that programs or scanners ask for: they get the 404 envelope, never a page. */
const programs = new RegExp(
  `^(${apiBase}|/(ocr|engine|handler|socketServer|health|metrics|blobs|derived|archives|exports|uploads|backups|logs|etc))(/|$)`,
);
/** Screens are named by up to three words. So a missing file, or one that begins with a dot, fails as such. */
const screen = /^(\/[A-Za-z]+){0,3}\/?$/;

function wantsPage(request: FastifyRequest): boolean {
  const address = request.url.split('?')[0] ?? '';
  return (
    request.method === 'GET' &&
    screen.test(address) &&
    !programs.test(address) &&
    (request.headers.accept ?? '').includes('text/html')
  );
}

export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(path.join(folder, page));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      dotfiles: 'ignore',
      index: [page],
      cacheControl: false,
      // The build leaves a brotli and a gzip form beside each file.
      preCompressed: true,
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
