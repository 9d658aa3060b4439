/** What the audit log is asked for, from what stands in the address. */
import { auditActions, auditObjects, type auditRoutes, type Input } from '@loupe/contract';
import dayjs from 'dayjs';
import type { Days } from '../../../ui/DayRange.tsx';

export type AuditAsk = Omit<Input<(typeof auditRoutes)['auditList']>, 'after' | 'size' | 'objectId'>;

const known = <T extends object>(table: T, key: string | undefined): keyof T | undefined =>
  key !== undefined && Object.hasOwn(table, key) ? (key as keyof T) : undefined;

const valid = (day: string | undefined): boolean => /^\d{4}-\d{2}-\d{2}$/.test(day ?? '') && dayjs(day).isValid();

/** Two days as one value of the address: `2026-01-01.2026-01-31`. */
export const daysText = (days: Days | null): string | undefined => days?.join('.');
export const daysOfText = (text: string | undefined): Days | null => {
  const [from, to] = text?.split('.') ?? [];
  return valid(from) && valid(to) && from! <= to! ? [from!, to!] : null;
};

/** Days are those of the person who reads; what is not known is as if it was not there. */
export const auditAsk = (filters: Readonly<Record<string, string>>): AuditAsk => {
  const days = daysOfText(filters['days']);
  const action = known(auditActions, filters['action']);
  const kind = known(auditObjects, filters['kind']);
  const person = filters['person']?.slice(0, 100);
  return {
    ...(person ? { person } : {}),
    ...(action ? { action } : {}),
    ...(kind ? { kind } : {}),
    ...(days ? { from: dayjs(days[0]).toISOString(), to: dayjs(days[1]).add(1, 'day').toISOString() } : {}),
  };
};
