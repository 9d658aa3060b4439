/** The dialog that renames or describes a model. */
import type { Model } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../core/query.ts';
import { FormModal } from '../../../ui/FormModal.tsx';
import { ModelFields, trimmedNames, type ModelNames } from './model-fields.tsx';

export function ModelEdit({ model, onClose }: { model: Model | null; onClose: () => void }) {
  const { t } = useTranslation();
  const update = useApiMutation('modelUpdate', {
    invalidates: ['modelList', 'modelInfo', 'versionList', 'taskList', 'taskInfo'],
    success: t('ui.saved'),
    inForm: true,
  });
  return (
    <FormModal<ModelNames>
      open={model !== null}
      title={t('models.editTitle')}
      okText={t('ui.save')}
      initial={{
        planName: model?.planName ?? '',
        functionName: model?.functionName ?? '',
        description: model?.description ?? '',
      }}
      onClose={onClose}
      submit={(values) => update.mutateAsync({ id: model!.id, ...trimmedNames(values) })}
    >
      <ModelFields />
    </FormModal>
  );
}
