/** Prints OpenAPI 3.1 from the routes. */
import { z } from 'zod';
import { routeUrl, type Contract, type Route } from './route.ts';

const schema = (type: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(type, { io, unrepresentable: 'any', target: 'draft-2020-12' });

const requestOf = (r: Route) => {
  if (r.method === 'GET') {
    const shape = schema(r.input, 'input') as { properties?: Record<string, unknown>; required?: string[] };
    return {
      parameters: Object.entries(shape.properties ?? {}).map(([name, s]) => ({
        name,
        in: 'query',
        required: shape.required?.includes(name) ?? false,
        schema: s,
      })),
    };
  }
  if (r.kind === 'files') {
    const form = {
      type: 'object',
      properties: {
        input: schema(r.input, 'input'),
        file: { type: 'array', items: { type: 'string', format: 'binary' } },
      },
    };
    return { requestBody: { content: { 'multipart/form-data': { schema: form } } } };
  }
  return { requestBody: { content: { 'application/json': { schema: schema(r.input, 'input') } } } };
};

const answerOf = (r: Route) =>
  r.kind === 'binary'
    ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    : {
        'application/json': {
          schema: {
            type: 'object',
            required: ['code', 'msg', 'en_msg', 'data'],
            properties: {
              code: { type: 'integer' },
              msg: { type: 'string' },
              en_msg: { type: 'string' },
              data: schema(r.output, 'output'),
            },
          },
        },
      };

export const openApi = (contract: Contract, version: string): Record<string, unknown> => ({
  openapi: '3.1.0',
  info: { title: 'Loupe', version },
  components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'authorization' } } },
  paths: Object.fromEntries(
    Object.entries(contract).map(([name, r]) => [
      routeUrl(r),
      {
        [r.method.toLowerCase()]: {
          operationId: name,
          summary: r.summary,
          'x-permission': r.permission,
          'x-needs': r.needs,
          security: r.permission === 'public' ? [] : [{ token: [] }],
          ...requestOf(r),
          responses: { 200: { description: 'envelope', content: answerOf(r) } },
        },
      },
    ]),
  ),
});
