/** Online entries: of all own models of the family, or of one where a model has scenes of its own. */
import { PlusOutlined } from '@ant-design/icons';
import { modelName, type Model } from '@loupe/contract';
import { Button } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../core/access.ts';
import { useFindScene } from '../../../core/scene.tsx';
import { Page } from '../../../ui/Page.tsx';
import { ModelGate, ModelTabs, useModelCrumbs } from '../../models/api.ts';
import { OnlineForm } from '../parts/OnlineForm.tsx';
import { OnlineTable } from '../parts/OnlineTable.tsx';

function Entries({ model }: { model: Model | null }) {
  const { t } = useTranslation();
  const crumbs = useModelCrumbs();
  const [total, setTotal] = useState(0);
  const [isAdding, setAdding] = useState(false);
  const onTotal = useCallback((count: number) => setTotal(count), []);
  const canAdd = useMay()('onlineAdd', model?.projectId ?? null);
  const name = model ? modelName(model) : '';
  return (
    <Page
      title={model ? name : t('online.title')}
      sub={model ? model.projectName : total > 0 ? t('ui.total', { count: total }) : null}
      crumbs={
        model ? [...crumbs({ id: model.id, name }), { text: t('models.tabs.online') }] : [{ text: t('online.title') }]
      }
      extra={
        // While the list is empty its one large button stands in the middle.
        total > 0 && canAdd ? (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            {t('online.add')}
          </Button>
        ) : null
      }
    >
      {model ? <ModelTabs modelId={model.id} /> : null}
      <OnlineTable onTotal={onTotal} {...(model ? { modelId: model.id, projectId: model.projectId } : {})} />
      <OnlineForm open={isAdding} modelId={model?.id} onClose={() => setAdding(false)} />
    </Page>
  );
}

export function OnlineListPage() {
  const isOfModel = useFindScene()('TaskList') !== undefined;
  return isOfModel ? <ModelGate>{(model) => <Entries model={model} />}</ModelGate> : <Entries model={null} />;
}
