/** What the person at the terminal reads when the server is ready. */
import { expect, it } from 'vitest';
import { greeting, stoppingText } from './greeting.ts';

const admin = { account: 'admin', password: 'Once-1234' };

it('is said in the language that is set', () => {
  expect(greeting('en', 'http://127.0.0.1:8080', admin)).toMatch(/ready: http[^]*password Once-1234/);
  expect(greeting('en', 'http://127.0.0.1:8080', admin) + stoppingText('en')).not.toMatch(/\p{Script=Han}/u);
  expect(greeting('zh', 'http://127.0.0.1:8080', admin)).not.toContain('ready');
});

it('is said in both where none is set', () => {
  expect(greeting(undefined, 'http://127.0.0.1:8080', admin)).toMatch(/已就绪[^]*Loupe is ready[^]*Once-1234/);
});
