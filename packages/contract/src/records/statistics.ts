/** Visits of customers, and what was done on which day by whom. */
import { z } from 'zod';
import { Count, Id, Nothing } from '../core/fields.ts';
import { route } from '../core/route.ts';

/** `channelFlag` of those who signed up by themselves: their visits are recorded. */
export const customerChannel = 3;

export const statisticsLimits = {
  /** Days of one answer, and what is shown of the people in it. */
  days: 366,
  people: 200,
  annotators: 8,
  pathLength: 300,
} as const;

/** What is counted for each day and person. Hours are those that tasks computed. */
export const Figures = z.object({
  visits: Count,
  images: Count,
  annotations: Count,
  trainings: Count,
  hours: z.number().min(0),
  ok: Count,
  review: Count,
  ng: Count,
});
export type Figures = z.infer<typeof Figures>;

export const StatisticsDay = Figures.extend({ day: z.iso.date(), newUsers: Count, activeUsers: Count });
export type StatisticsDay = z.infer<typeof StatisticsDay>;
export const StatisticsPerson = Figures.extend({
  userId: Id,
  account: z.string(),
  name: z.string(),
  activeDays: Count,
});
export type StatisticsPerson = z.infer<typeof StatisticsPerson>;

export const Statistics = z.object({
  /** The zone by which days begin and end: that of the server. */
  timeZone: z.string(),
  /** False: only what the person who asks did. */
  isAll: z.boolean(),
  /** Each day of the range. */
  days: z.array(StatisticsDay),
  /** Of the range: people who were active at all, each once. */
  activeUsers: Count,
  /** Most annotations first. */
  people: z.array(StatisticsPerson),
  morePeople: Count,
  /** Those who annotated most, with their count of each day. */
  annotators: z.array(z.object({ userId: Id, name: z.string(), days: z.array(Count) })),
});
export type Statistics = z.infer<typeof Statistics>;

export const statisticsRoutes = {
  saveAccess: route({
    method: 'POST',
    path: 'sysUser/saveAccess',
    permission: 'next',
    needs: 'person',
    input: z.object({ path: z.string().trim().startsWith('/').max(statisticsLimits.pathLength) }),
    output: Nothing,
    summary: 'A page was opened. Recorded for customers (channelFlag 3), with the id of the session',
  }),
  statistics: route({
    method: 'POST',
    path: 'sysUser/statisAnalysis',
    permission: 'sys/statistics',
    needs: 'read',
    input: z.object({ from: z.iso.date(), to: z.iso.date() }),
    output: Statistics,
    summary: 'Users, visits, images, annotations, trainings, computing hours and verdicts by day and person',
  }),
};
