/** One model: its versions, trainings, tests and online entries. */
import { PlayCircleOutlined } from '@ant-design/icons';
import { modelName, modelTypeOf } from '@loupe/contract';
import { Button, Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useMay } from '../../../core/access.ts';
import { useText } from '../../../core/i18n.ts';
import { useApi } from '../../../core/query.ts';
import { useGo } from '../../../core/scene.tsx';
import { useUrlState } from '../../../core/search.ts';
import { Page, PageSkeleton } from '../../../ui/Page.tsx';
import { PageError } from '../../../ui/PageError.tsx';
import type { ModelSlots } from '../slots.ts';
import styles from './model-tabs.module.css';
import { VersionTable } from './VersionTable.tsx';

const tabs = ['versions', 'trainings', 'tests', 'online'] as const;
const DetailSearch = z.object({ tab: z.enum(tabs).catch('versions') });

export function ModelDetail({ id, slots }: { id: number; slots: ModelSlots }) {
  const { t } = useTranslation();
  const text = useText();
  const go = useGo();
  const may = useMay();
  const [{ tab }, change] = useUrlState(DetailSearch);
  const { data: model, error, refetch } = useApi('modelInfo', { id }, { silent: true });
  if (error && !model) return <PageError error={error} onRetry={() => void refetch()} back="ModelList" />;
  if (!model) return <PageSkeleton />;
  const type = modelTypeOf(model.type);
  const { TaskTable, OnlineTable } = slots;
  const panels = {
    versions: <VersionTable model={model} slots={slots} />,
    trainings: <TaskTable kind="train" modelId={id} projectId={model.projectId} />,
    tests: <TaskTable kind="test" modelId={id} projectId={model.projectId} />,
    online: <OnlineTable modelId={id} projectId={model.projectId} />,
  };
  return (
    <Page
      title={modelName(model)}
      sub={`${model.projectName} · ${type ? text(type.name) : model.type}`}
      crumbs={[{ text: t('models.title'), screen: 'ModelList', search: {}, isList: true }, { text: modelName(model) }]}
      extra={
        may('trainAdd', model.projectId) ? (
          <Button type="primary" icon={<PlayCircleOutlined />} onClick={() => go('AddSet', { modelId: id })}>
            {t('models.train')}
          </Button>
        ) : null
      }
    >
      {model.description ? <p className="second">{model.description}</p> : null}
      <Tabs
        className={styles.panels!}
        activeKey={tab}
        onChange={(key) => change({ tab: key })}
        destroyOnHidden
        items={tabs.map((key) => ({
          key,
          label: t(`models.tabs.${key}`),
          children: panels[key],
        }))}
      />
    </Page>
  );
}
