/** The agreements: who reads, who writes, and what stands for the operator. */
import { agreementIds, api, filledAgreement, type CallError } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { audit } from '../../../tables/account.ts';
import { testServer, type TestServer } from '../../../testing/app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ LOUPE_OPERATOR: 'Example *Works* $& Co', LOUPE_CONTACT: 'it@example.com' });
});
afterAll(() => server.close());

it('everybody reads them in both languages, with the operator named as text', async () => {
  for (const id of agreementIds) {
    const { zh, en, updatedAt } = await server.as()(api.agreementInfo, { id }); // oxlint-disable-line no-await-in-loop
    for (const text of [zh, en]) {
      expect(text).toContain(String.raw`Example \*Works\* $& Co`);
      expect(text).toContain('it@example.com');
      expect(text).not.toMatch(/\{\w+\}/);
    }
    expect(updatedAt).toBeNull();
  }
});

it('name nobody where no setting does', () => {
  const config = { operator: undefined, contact: undefined };
  expect(filledAgreement('{operator} · {contact}', 'en', config)).toBe(
    'the operator of this server · the administrator of this server',
  );
  expect(filledAgreement('{operator}·{contact}', 'zh', config)).toBe('本服务器的运营方·本服务器的管理员');
});

it('stand between spaces in Chinese where they are Latin', () => {
  const of = (operator: string) => filledAgreement('由{operator}运营，{operator}的{contact}。', 'zh', { operator });
  expect(of('Example Works')).toBe('由 Example Works 运营，Example Works 的本服务器的管理员。');
  expect(of('示例公司')).toBe('由示例公司运营，示例公司的本服务器的管理员。');
});

it('an administrator changes one and goes back to the default; nobody else does', async () => {
  const texts = { zh: '# 协议\n{operator}', en: '# Terms\n{operator}' };
  const change = { id: 'productService' as const, texts };
  const refused = (error: CallError) => error.code;
  expect(await server.as(server.a)(api.agreementUpdate, change).catch(refused)).toBe(403);
  expect(await server.as()(api.agreementUpdate, change).catch(refused)).toBe(10010);
  expect(
    await server
      .as(server.admin)(api.agreementUpdate, { ...change, texts: { zh: ' ', en: 'x' } })
      .catch(refused),
  ).toBe(400);
  const [shipped] = await server.as(server.admin)(api.agreementList, {});
  await server.as(server.admin)(api.agreementUpdate, change);
  const shown = await server.as()(api.agreementInfo, { id: 'productService' });
  expect(shown.en).toBe('# Terms\n' + String.raw`Example \*Works\* $& Co`);
  expect(Date.parse(shown.updatedAt!)).toBeGreaterThan(0);
  const [product, personal] = await server.as(server.admin)(api.agreementList, {});
  expect(product).toMatchObject(texts);
  expect(personal!.updatedAt).toBeNull();
  expect(personal!.defaults).toEqual(['zh', 'en']);
  expect(product!.defaults).toEqual([]);
  const one = { zh: shipped!.zh, en: '# Terms' };
  const half = await server.as(server.admin)(api.agreementUpdate, { id: 'productService', texts: one });
  expect(half.defaults).toEqual(['zh']);
  const back = await server.as(server.admin)(api.agreementUpdate, { id: 'productService', texts: null });
  expect(back.updatedAt).toBeNull();
  const lines = await server.database.db.select().from(audit).where(eq(audit.action, 'agreement.update'));
  expect(lines.map(({ body }) => body)).toEqual([
    { id: 'productService', isDefault: false },
    { id: 'productService', isDefault: false },
    { id: 'productService', isDefault: true },
  ]);
});
