/** Sends one image to an entry and hands its record on; what went wrong stays until the next image. */
import { api, CallError, limits, messageText, type OnlineAnswer } from '@loupe/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../core/call.ts';
import { errorText, handleError } from '../../../core/errors.ts';
import { contractText } from '../../../core/i18n.ts';
import { queryClient } from '../../../core/query.ts';
import { refusalOf } from './online-rules.ts';

export interface Detecting {
  send: (files: readonly File[]) => void;
  isBusy: boolean;
  /** Why the last image got no verdict; null as a reason: the title says it all. */
  error: { title: string; reason: string | null } | null;
  /** As when another record is opened. */
  forget: () => void;
}

const max = `${limits.onlineImageBytes / 1024 ** 2} MB`;

/** The rule on files held before they were sent, so what the server refuses by it is what is in the file. */
const isContent = (failure: unknown): boolean =>
  failure instanceof CallError && failure.enMsg === messageText('online.imageRule', 'en');

/** `expected`: the text that should be read; empty: none is given. */
export const useDetect = (entryId: number, expected: string, onAnswer: (recordId: number) => void): Detecting => {
  const { t } = useTranslation();
  const [error, setError] = useState<Detecting['error']>(null);
  const refuse = ({ name }: File, reason: string) => setError({ title: t('online.refused.title', { name }), reason });
  const detect = useMutation({
    mutationFn: (file: File): Promise<OnlineAnswer> =>
      call(
        api.onlineDetect,
        { entryId, ...(expected === '' ? {} : { expected }) },
        { files: [{ name: file.name, data: file }] },
      ),
    meta: { invalidates: ['onlineRecords', 'onlineInfo', 'onlineList'], silent: true },
    onSuccess: (answer) => {
      queryClient.setQueryData(['onlineRecord', { id: answer.recordId }], answer);
      onAnswer(answer.recordId);
    },
    onError: (failure, file) => {
      const isNoImage = isContent(failure);
      refuse(file, isNoImage ? t('online.refused.content') : errorText(failure));
      // what is wrong with the file is said beside it
      if (!isNoImage) handleError(failure);
    },
  });
  return {
    send: (files) => {
      // The rule of the contract holds before any byte is sent.
      const why = refusalOf(files);
      if (why === 'count') return setError({ title: contractText('online.imageRule'), reason: null });
      if (why !== null) return refuse(files[0]!, t(`online.refused.${why}`, { max }));
      setError(null);
      detect.mutate(files[0]!);
    },
    isBusy: detect.isPending,
    error,
    forget: () => setError(null),
  };
};
