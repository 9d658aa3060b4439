/** The fields that a new and a changed model share: plan, function, description. */
import { limits } from '@loupe/contract';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { TextArea, TextField } from '../../../ui/fields.tsx';
import { descriptionRules, nameRules } from '../../../ui/rules.ts';

export interface ModelNames {
  planName: string;
  functionName: string;
  description: string;
}

export const trimmedNames = (v: ModelNames): ModelNames => ({
  planName: v.planName.trim(),
  functionName: v.functionName.trim(),
  description: v.description.trim(),
});

export function ModelFields() {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item name="planName" label={t('models.planName')} extra={t('models.planHelp')} rules={nameRules()}>
        <TextField maxLength={60} placeholder={t('models.planPlaceholder')} />
      </Form.Item>
      <Form.Item
        name="functionName"
        label={t('models.functionName')}
        extra={t('models.functionHelp')}
        rules={nameRules(limits.nameShort)}
      >
        <TextField maxLength={40} placeholder={t('models.functionPlaceholder')} />
      </Form.Item>
      <Form.Item name="description" label={t('ui.description')} rules={descriptionRules()}>
        <TextArea placeholder={t('models.descriptionPlaceholder')} />
      </Form.Item>
    </>
  );
}
