/** The fields that a new and a changed model share: plan, function, description. */
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { TextArea } from '../../../ui/fields.tsx';
import { longName, shortName } from '../../../ui/name-rule.ts';
import { NameItem } from '../../../ui/NameField.tsx';
import { descriptionRules } from '../../../ui/rules.ts';
import { useWording } from '../../../core/wording.ts';

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
  const wording = useWording();
  return (
    <>
      <NameItem
        name="planName"
        label={t('models.planName')}
        help={t('models.planHelp')}
        rule={longName}
        placeholder={t('models.planPlaceholder', wording)}
      />
      <NameItem
        name="functionName"
        label={t('models.functionName')}
        help={t('models.functionHelp', wording)}
        rule={shortName}
        placeholder={t('models.functionPlaceholder')}
      />
      <Form.Item name="description" label={t('ui.description')} rules={descriptionRules()}>
        <TextArea placeholder={t('models.descriptionPlaceholder')} />
      </Form.Item>
    </>
  );
}
