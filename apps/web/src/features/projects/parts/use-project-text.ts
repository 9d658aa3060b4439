/** The name of a project in a choice. Those of others say whose they are: two people may give the same name. */
import type { Project } from '@loupe/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../core/session.ts';

export const useProjectText = (): ((project: Pick<Project, 'name' | 'ownerId' | 'owner'>) => string) => {
  const { t } = useTranslation();
  const userId = useSession()?.userId;
  return useCallback(
    ({ name, ownerId, owner }) => (ownerId === userId ? name : t('projects.ofOwner', { name, owner })),
    [t, userId],
  );
};
