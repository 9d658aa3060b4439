/** Files handed to the browser: an export behind a link that dies soon, or a text made here. */
import { api } from '@loupe/contract';
import { call } from '../../../core/call.ts';
import { handleError } from '../../../core/errors.ts';
import { saveParts, saveUrl } from '../../../core/save.ts';

export const downloadExport = async (id: number): Promise<void> => {
  try {
    saveUrl((await call(api.exportLink, { id })).url);
  } catch (error) {
    handleError(error);
  }
};

export const saveText = (fileName: string, text: string): void => saveParts(fileName, [text]);
