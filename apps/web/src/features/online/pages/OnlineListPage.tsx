/** Online entries of all own models. */
import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../../ui/Page.tsx';
import { OnlineForm } from '../parts/OnlineForm.tsx';
import { OnlineTable } from '../parts/OnlineTable.tsx';

export function OnlineListPage() {
  const { t } = useTranslation();
  const [total, setTotal] = useState(0);
  const [isAdding, setAdding] = useState(false);
  const onTotal = useCallback((count: number) => setTotal(count), []);
  return (
    <Page
      title={t('online.title')}
      sub={total > 0 ? t('ui.total', { count: total }) : null}
      crumbs={[{ text: t('online.title') }]}
      extra={
        // While the list is empty its one large button stands in the middle.
        total > 0 ? (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            {t('online.add')}
          </Button>
        ) : null
      }
    >
      <OnlineTable onTotal={onTotal} />
      <OnlineForm open={isAdding} onClose={() => setAdding(false)} />
    </Page>
  );
}
