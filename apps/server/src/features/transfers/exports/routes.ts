/** Routes of exports. */
import type { dataExports } from '@loupe/contract';
import type { Handlers } from '../../../core/bind.ts';
import type { Services } from '../../../core/services.ts';
import { addExport, checkExport } from './add.ts';
import { cancelExport, deleteExport, listExports } from './history.ts';
import { makeLink, sendExport } from './links.ts';

export const makeExportHandlers = (services: Services): Handlers<typeof dataExports> => ({
  exportCheck: (actor, input) => checkExport(services, actor, input),
  exportAdd: (actor, input) => addExport(services, actor, input),
  exportList: (actor, input) => listExports(services, actor, input),
  exportCancel: (actor, { id }) => cancelExport(services, actor, id),
  exportDelete: async (actor, { id }) => {
    await deleteExport(services, actor, id);
    return null;
  },
  exportLink: (actor, { id }) => makeLink(services, actor, id),
  exportFile: (actor, { token }, http) => sendExport(services, actor, token, http),
});
