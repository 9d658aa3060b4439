/** Sends one image to an entry and hands its record on; what went wrong stays until the next image. */
import { api, type OnlineAnswer } from '@loupe/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../core/call.ts';
import { errorText, handleError } from '../../../core/errors.ts';
import { contractText } from '../../../core/i18n.ts';
import { queryClient } from '../../../core/query.ts';
import { isOnlineImage } from './online-rules.ts';

export interface Detecting {
  send: (files: readonly File[]) => void;
  isBusy: boolean;
  error: string | null;
}

/** `expected`: the text that should be read; empty: none is given. */
export const useDetect = (
  entryId: number,
  expected: string,
  onAnswer: (recordId: number, fileName: string) => void,
): Detecting => {
  const [error, setError] = useState<string | null>(null);
  const detect = useMutation({
    mutationFn: (file: File): Promise<OnlineAnswer> =>
      call(
        api.onlineDetect,
        { entryId, ...(expected === '' ? {} : { expected }) },
        { files: [{ name: file.name, data: file }] },
      ),
    meta: { invalidates: ['onlineRecords', 'onlineInfo', 'onlineList'], silent: true },
    onSuccess: (answer, file) => {
      queryClient.setQueryData(['onlineRecord', { id: answer.recordId }], answer);
      onAnswer(answer.recordId, file.name);
    },
    onError: (failure) => {
      setError(errorText(failure));
      handleError(failure);
    },
  });
  return {
    send: (files) => {
      // The rule of the contract holds before any byte is sent.
      if (!isOnlineImage(files)) {
        setError(contractText('online.imageRule'));
        return;
      }
      setError(null);
      detect.mutate(files[0]!);
    },
    isBusy: detect.isPending,
    error,
  };
};
