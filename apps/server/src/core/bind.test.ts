import { route, type Contract, type Route } from '@loupe/contract';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { Handlers } from './bind.ts';

const parts = {
  method: 'POST',
  path: 'a/b',
  input: z.object({ id: z.int() }),
  output: z.object({ n: z.int() }),
  needs: 'read',
  summary: '',
} as const;
const one = { first: route({ ...parts, permission: 'next' }), second: route({ ...parts, permission: 'model/center' }) };
type One = Handlers<typeof one>;

describe('what does not compile', () => {
  it('is a route without a permission, or with one that nobody can hold', () => {
    // @ts-expect-error a route says who may call it
    const without = route(parts);
    // @ts-expect-error the key is not among the permission keys
    const unknown = route({ ...parts, permission: 'model/everything' });
    // @ts-expect-error a route says what it needs
    const needless: Route = { ...parts, permission: 'next', needs: undefined };
    // @ts-expect-error nobody can have that
    const wild = route({ ...parts, permission: 'next', needs: 'everything' });
    expect([without, unknown, needless, wild]).toHaveLength(4);
    expectTypeOf(one).toExtend<Contract>();
  });

  it('is a contract with a handler missing or too many, or one with another input or output', () => {
    const good: One = { first: async (_actor, { id }) => ({ n: id }), second: async () => ({ n: 1 }) };
    // @ts-expect-error `second` has no handler
    const missing: One = { first: good.first };
    // @ts-expect-error `third` is no route
    const more: One = { ...good, third: good.first };
    // @ts-expect-error the answer's `n` is a number
    const wrong: One = { ...good, second: async () => ({ n: '1' }) };
    // @ts-expect-error the input has no `name`
    const asking: One = { ...good, second: async (_actor, { name }) => ({ n: name }) };
    expect([missing, more, wrong, asking]).toHaveLength(4);
  });
});
