/** The cookie that binds a code to the browser that asked for it: others who know the code cannot use it. */
import { apiBase, limits } from '@loupe/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../../core/services.ts';

const codeCookie = 'loupe_code';

export function setCodeCookie({ config }: Services, reply: FastifyReply, token: string): void {
  void reply.setCookie(codeCookie, token, {
    path: apiBase,
    httpOnly: true,
    sameSite: 'strict',
    secure: config.secureCookie,
    maxAge: limits.codeMinutes * 60,
  });
}

export const codeToken = (request: FastifyRequest): string => request.cookies[codeCookie] ?? '';
