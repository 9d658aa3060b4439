/** Scopes of access tokens: what each covers, and that no route about people is open to any. */
import { describe, expect, it } from 'vitest';
import { api, type RouteName } from './api.ts';
import { onlyReads } from './core/need.ts';
import type { Route } from './core/route.ts';
import { tokenRefusal, tokenScopes } from './my-center.ts';

const routes = Object.entries(api) as [RouteName, Route][];
const refusalOf = (route: Route) => tokenScopes.map((scope) => tokenRefusal([scope], route));

describe('the scopes of an access token', () => {
  it.each(routes)('%s is open to what it needs, and to nothing else', (_name, route) => {
    const refused = 'token.scope';
    if (route.needs === 'person') expect(refusalOf(route)).toEqual(Array(3).fill('token.account'));
    else if (route.isOnline) expect(refusalOf(route)).toEqual([refused, null, null]);
    else {
      const isRead = onlyReads(route.needs) && !route.alsoWrites;
      expect(refusalOf(route)).toEqual([isRead ? null : refused, null, refused]);
    }
  });

  it('add up, and none is nothing', () => {
    expect(tokenRefusal(['read', 'online'], api.onlineDetect)).toBeNull();
    expect(tokenRefusal(['read', 'online'], api.projectList)).toBeNull();
    expect(tokenRefusal(['read', 'online'], api.projectAdd)).toBe('token.scope');
    expect(tokenRefusal([], api.projectList)).toBe('token.scope');
  });

  it('cover nothing that changes accounts, roles, menus, sessions or passwords: such a route needs a `person`', () => {
    const ofPeople = /^(sysUser|sys\/(user|selfRegisterUser|role|menu|token|session|setting))\b/;
    const open = routes.filter(([, { path, needs }]) => ofPeople.test(path) && needs !== 'person' && !onlyReads(needs));
    expect(open.map(([name]) => name)).toEqual([]);
    expect(api.smsState.needs).toBe('person');
  });

  it('online is for the verdict alone', () => {
    expect(routes.filter(([, route]) => route.isOnline).map(([name]) => name)).toEqual(['onlineDetect']);
  });
});
