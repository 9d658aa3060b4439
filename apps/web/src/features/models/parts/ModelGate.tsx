/** The model that an address names (`?model=`); a skeleton, or where to choose one, in its place otherwise. */
import type { Model } from '@loupe/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useApi } from '../../../core/query.ts';
import { useGo } from '../../../core/scene.tsx';
import { urlId, useUrlState } from '../../../core/search.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Page, PageSkeleton } from '../../../ui/Page.tsx';
import { PageError } from '../../../ui/PageError.tsx';
import { useModelsTitle } from './model-crumbs.ts';

const ModelSearch = z.object({ model: urlId });

function NoModel() {
  const { t } = useTranslation();
  const go = useGo();
  const title = useModelsTitle();
  return (
    <Page title={title} crumbs={[{ text: title }]}>
      <section className="card">
        <EmptyState
          title={t('models.noneChosenTitle')}
          text={t('models.noneChosenText')}
          actions={
            <Button type="primary" size="large" onClick={() => go('ModelList')}>
              {t('models.toModels')}
            </Button>
          }
        />
      </section>
    </Page>
  );
}

export function ModelGate({ children }: { children: (model: Model) => ReactNode }) {
  const [{ model: id }] = useUrlState(ModelSearch);
  const model = useApi('modelInfo', { id }, { enabled: id > 0, silent: true });
  if (id === 0) return <NoModel />;
  if (model.error && !model.data)
    return <PageError error={model.error} onRetry={() => void model.refetch()} back="ModelList" />;
  return model.data ? children(model.data) : <PageSkeleton />;
}
