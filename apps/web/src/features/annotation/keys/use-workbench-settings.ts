/** What a person set in the workbench, as the account keeps it. */
import { api, WorkbenchSettings, type WorkbenchSettingsPatch } from '@loupe/contract';
import { call } from '../../../core/call.ts';
import { handleError } from '../../../core/errors.ts';
import { apiQuery, invalidate, queryClient, useApi } from '../../../core/query.ts';

const key = apiQuery('workbenchSettings', {}).queryKey;

/** Shown at once, and as it was where the server does not take it. */
export async function saveWorkbenchSettings(patch: WorkbenchSettingsPatch): Promise<void> {
  const before = queryClient.getQueryData<WorkbenchSettings>(key);
  if (before) queryClient.setQueryData<WorkbenchSettings>(key, { ...before, ...patch } as WorkbenchSettings);
  try {
    queryClient.setQueryData(key, await call(api.workbenchSettingsUpdate, patch));
  } catch (error) {
    handleError(error);
    await invalidate('workbenchSettings');
  }
}

/** As far as the server has told by now. */
export const knownSettings = (): WorkbenchSettings | undefined => queryClient.getQueryData<WorkbenchSettings>(key);

const plain = WorkbenchSettings.parse({});

export function useWorkbenchSettings(): { settings: WorkbenchSettings; isKnown: boolean } {
  const { data } = useApi('workbenchSettings', {}, { silent: true });
  return { settings: data ?? plain, isKnown: data !== undefined };
}
