/** Statistics and audit log as people read them: figures, whose they are, filters, further lines. */
import { customerChannel, permissionKeys, type AuditLine, type Statistics } from '@loupe/contract';
import { screen, within } from '@testing-library/react';
import dayjs from 'dayjs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '../../core/session.ts';
import { en } from '../../locales/en.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { show } from '../../testing/screen.tsx';
import { sessionOf } from '../../testing/session.ts';
import { AuditPage } from './pages/AuditPage.tsx';
import { StatisticsPage } from './pages/StatisticsPage.tsx';
import { saveVisit } from './visits.ts';

const none = { visits: 0, images: 0, annotations: 0, trainings: 0, hours: 0, ok: 0, review: 0, ng: 0 };
const statistics = (more: Partial<Statistics> = {}): Statistics => ({
  timeZone: 'Asia/Shanghai',
  isAll: true,
  days: [
    { ...none, day: '2026-03-01', newUsers: 1, activeUsers: 2, annotations: 1200, hours: 1.5, ok: 4 },
    { ...none, day: '2026-03-02', newUsers: 0, activeUsers: 2, annotations: 34, hours: 0.25, review: 2, ng: 1 },
  ],
  activeUsers: 3,
  people: [{ ...none, userId: 5, account: 'li.wei', name: '李伟', activeDays: 2, annotations: 1234 }],
  morePeople: 0,
  annotators: [{ userId: 5, name: '李伟', days: [1200, 34] }],
  ...more,
});
const line = (id: number, more: Partial<AuditLine> = {}): AuditLine => ({
  id,
  at: '2026-03-01T08:00:00.000Z',
  actorId: 1,
  account: 'chief',
  actorName: 'chief',
  action: 'user.role',
  object: `user/${id}`,
  objectName: `person-${id}`,
  body: {},
  address: '10.0.0.7',
  ...more,
});

beforeEach(() => sessionStore.set(sessionOf(permissionKeys)));

describe('statistics', () => {
  it('sums the days of the range in the address, and counts a person of two days once', async () => {
    const api = fakeApi({ statistics: statistics() });
    await show(<StatisticsPage />, { search: '?from=2026-03-01&to=2026-03-02' });
    const value = async (name: string) =>
      (await screen.findByRole('button', { name: new RegExp(`^${name}`) })).textContent;
    expect(await value(en.records.figures.annotations)).toContain('1,234');
    expect(await value(en.records.figures.activeUsers)).toContain('3');
    expect(await value(en.records.figures.hours)).toContain('1.75');
    expect(await value(en.records.figures.verdicts)).toContain('7');
    expect(api.asked('statistics')).toEqual([{ from: '2026-03-01', to: '2026-03-02' }]);
    expect(within(screen.getByRole('row', { name: /li\.wei/ })).getByText('1,234')).toBeTruthy();
  });

  it('asks for the last 30 days where the address names none, or a range that is none', async () => {
    const api = fakeApi({ statistics: statistics() });
    await show(<StatisticsPage />, { search: '?from=2026-03-02&to=2026-03-01' });
    await screen.findByText(en.records.people);
    const [asked] = api.asked('statistics');
    expect(dayjs(asked!.to).diff(asked!.from, 'day')).toBe(29);
  });

  it('shows another figure on request, and nothing of others to a person who sees only their own', async () => {
    fakeApi({ statistics: statistics({ isAll: false }) });
    const { user, search } = await show(<StatisticsPage />);
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${en.records.figures.verdicts}`) }));
    expect(search()['figure']).toBe('verdicts');
    expect(screen.getByText(en.ui.states.review)).toBeTruthy();
    expect(screen.getByText(new RegExp(en.records.ownOnly))).toBeTruthy();
    expect(screen.queryByText(en.records.figures.activeUsers)).toBeNull();
    expect(screen.queryByText(en.records.people)).toBeNull();
  });

  it('says what to do where nothing happened', async () => {
    const day = { ...none, day: '2026-03-01', newUsers: 0, activeUsers: 0 };
    fakeApi({ statistics: statistics({ days: [day], activeUsers: 0, people: [], annotators: [] }) });
    await show(<StatisticsPage />);
    expect(await screen.findByText(en.records.emptyTitle)).toBeTruthy();
  });
});

describe('visits', () => {
  it('of customers are told by their path, those of others are not', async () => {
    const asked = fakeApi({ saveAccess: null });
    saveVisit('/dashboard');
    expect(asked.calls).toEqual([]);
    sessionStore.set(sessionOf(permissionKeys, { channelFlag: customerChannel }));
    saveVisit('/dataset/index');
    await vi.waitFor(() => expect(asked.asked('saveAccess')).toEqual([{ path: '/dataset/index' }]));
    sessionStore.set(sessionOf(permissionKeys, { channelFlag: customerChannel, mustChangePassword: true }));
    saveVisit('/dashboard');
    expect(asked.asked('saveAccess')).toHaveLength(1);
  });
});

describe('the audit log', () => {
  it('is filtered by the address; what it does not know is left out', async () => {
    const api = fakeApi({
      auditList: { list: [line(1)], next: null },
      recordsSetting: { auditDays: 365, visitDays: 90 },
    });
    await show(<AuditPage />, { search: '?person=li&action=user.role&kind=nonsense&days=2026-03-01.2026-03-02' });
    await screen.findByText('person-1', { exact: false });
    expect(api.asked('auditList')).toEqual([
      {
        person: 'li',
        action: 'user.role',
        from: dayjs('2026-03-01').toISOString(),
        to: dayjs('2026-03-03').toISOString(),
      },
    ]);
  });

  it('loads the lines after the last one, says when there are no more, and unfolds what is known', async () => {
    const next = { at: '2026-03-01T08:00:00.000Z', id: 1 };
    const api = fakeApi({
      auditList: ({ after }) =>
        after ? { list: [line(2, { body: { level: 'editor' } })], next: null } : { list: [line(1)], next },
      recordsSetting: { auditDays: 365, visitDays: 90 },
    });
    const { user } = await show(<AuditPage />);
    await user.click(await screen.findByRole('button', { name: en.records.audit.more }));
    await screen.findByText('person-2', { exact: false });
    expect(api.asked('auditList')).toEqual([{}, { after: next }]);
    expect(screen.getByText(en.records.audit.end)).toBeTruthy();
    await user.click(within(screen.getByRole('row', { name: /person-2/ })).getByRole('button'));
    expect(screen.getByText(en.records.audit.parts.level)).toBeTruthy();
    expect(screen.getByText('editor')).toBeTruthy();
  });
});
