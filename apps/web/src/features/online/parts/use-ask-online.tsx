/** The question before a version goes online that has not learned, or of which nobody can tell. */
import { api, isAskedLevel } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { call } from '../../../core/call.ts';
import { handleError } from '../../../core/errors.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { AssessmentNote, NewestTest } from '../../models/api.ts';

/** True where it may go online: it is good enough, or the person was asked and goes on. */
export const useAskOnline = (): ((versionId: number) => Promise<boolean>) => {
  const { t } = useTranslation();
  const confirm = useConfirm();
  return async (id) => {
    const version = await call(api.versionInfo, { id }).catch(handleError);
    if (!version) return false;
    const { number, assessment } = version;
    if (!isAskedLevel(assessment.level)) return true;
    return confirm({
      title: t('models.assessment.onlineTitle', { n: number }),
      content: (
        <>
          <AssessmentNote assessment={assessment} />
          <NewestTest versionId={id} />
        </>
      ),
      okText: t('models.assessment.online'),
      danger: true,
    });
  };
};
