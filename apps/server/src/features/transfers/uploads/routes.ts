/** Routes of uploads. */
import type { uploads } from '@loupe/contract';
import type { Handlers } from '../../../core/bind.ts';
import type { Services } from '../../../core/services.ts';
import { addUpload, cancelUpload, clearUploads, importUpload } from './service.ts';
import { retryUpload } from './retry.ts';
import { listUploads, uploadInfo, uploadReport } from './view.ts';

export const makeUploadHandlers = (services: Services): Handlers<typeof uploads> => ({
  uploadAdd: (actor, input) => addUpload(services, actor, input),
  uploadList: (actor, input) => listUploads(services, actor, input),
  uploadInfo: (actor, { id }) => uploadInfo(services, actor, id),
  uploadImport: (actor, input) => importUpload(services, actor, input),
  uploadRetry: (actor, { id }) => retryUpload(services, actor, id),
  uploadReport: (actor, { id }) => uploadReport(services, actor, id),
  uploadCancel: (actor, { id }) => cancelUpload(services, actor, id),
  uploadClear: async (actor) => {
    await clearUploads(services, actor);
    return null;
  },
});
