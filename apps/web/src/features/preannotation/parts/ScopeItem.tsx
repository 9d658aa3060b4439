/** Which images of a selection are meant: those that nobody has annotated, or all. */
import { Form, Radio, Space } from 'antd';
import { useTranslation } from 'react-i18next';

export function ScopeItem() {
  const { t } = useTranslation();
  return (
    <Form.Item name="scope" label={t('preannotation.scope')}>
      <Radio.Group>
        <Space orientation="vertical" size={4}>
          <Radio value="open">{t('preannotation.scopes.open')}</Radio>
          <Radio value="all">{t('preannotation.scopes.all')}</Radio>
        </Space>
      </Radio.Group>
    </Form.Item>
  );
}
