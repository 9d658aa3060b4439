/** What the newest test of a version says, beside an assessment that knows its validation alone. */
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../../core/query.ts';

export function NewestTest({ versionId }: { versionId: number }) {
  const { t } = useTranslation();
  const asked = { kind: 'test', versionId, state: 'completed', pageSize: 1 } as const;
  const tests = useApi('taskList', asked, { silent: true }).data;
  const taskId = tests?.list[0]?.id ?? 0;
  const images = { taskId, wrongOnly: true, pageSize: 1 };
  const wrong = useApi('testImages', images, { enabled: taskId > 0, silent: true }).data?.total;
  if (tests?.total === 0) return <p className="second">{t('models.assessment.noTest')}</p>;
  if (!tests || wrong === undefined) return null;
  const count = tests.list[0]!.images.test;
  return <p>{t('models.assessment.newestTest', { count, wrong, id: taskId })}</p>;
}
