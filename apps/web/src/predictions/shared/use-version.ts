/** The version that a test has judged. */
import type { Task, Version } from '@loupe/contract';
import { useApi } from '../../core/query.ts';

/** Undefined while it is on its way, and for a task without one. */
export const useVersionOf = ({ versionId }: Pick<Task, 'versionId'>): Version | undefined =>
  useApi('versionInfo', { id: versionId ?? 0 }, { enabled: versionId !== null }).data;
