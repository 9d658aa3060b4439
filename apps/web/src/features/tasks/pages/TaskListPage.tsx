/** The trainings with their versions, or the tests, of one model, where they have a scene of their own. */
import { PlayCircleOutlined } from '@ant-design/icons';
import { modelName, type Model, type TaskKind } from '@loupe/contract';
import { Button } from 'antd';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../core/access.ts';
import { useGo, useScene } from '../../../core/scene.tsx';
import { Page } from '../../../ui/Page.tsx';
import { ModelGate, ModelTabs, useModelCrumbs, VersionTable } from '../../models/api.ts';
import { OnlineAdd } from '../../online/api.ts';
import styles from '../parts/task-list.module.css';
import { TaskTable } from '../parts/TaskTable.tsx';
import { TestStart } from '../parts/TestStart.tsx';

const slots = { OnlineAdd, TestStart };

function Trainings({ model }: { model: Model }) {
  const { t } = useTranslation();
  const go = useGo();
  const crumbs = useModelCrumbs();
  const name = modelName(model);
  const mayTrain = useMay()('trainAdd', model.projectId);
  const hasAny = model.versions + model.openTasks > 0;
  return (
    <Page
      title={name}
      sub={model.projectName}
      crumbs={[...crumbs({ id: model.id, name }), { text: t('models.tabs.trainings') }]}
      extra={
        // While there is nothing its one large button stands in the middle.
        hasAny && mayTrain ? (
          <Button type="primary" icon={<PlayCircleOutlined />} onClick={() => go('AddSet', { modelId: model.id })}>
            {t('tasks.newTraining')}
          </Button>
        ) : null
      }
    >
      <ModelTabs modelId={model.id} />
      {model.versions > 0 ? (
        <section className={styles.room} aria-label={t('models.tabs.versions')}>
          <h2 className={styles.title}>{t('models.tabs.versions')}</h2>
          <VersionTable model={model} slots={slots} />
        </section>
      ) : null}
      <section className={styles.room} aria-label={t('models.tabs.trainings')}>
        {hasAny ? <h2 className={styles.title}>{t('models.tabs.trainings')}</h2> : null}
        <TaskTable kind="train" modelId={model.id} projectId={model.projectId} />
      </section>
    </Page>
  );
}

function Tests({ model }: { model: Model }) {
  const { t } = useTranslation();
  const mayTest = useMay()('testAdd', model.projectId);
  const go = useGo();
  const crumbs = useModelCrumbs();
  const name = modelName(model);
  return (
    <Page
      title={name}
      sub={model.projectName}
      crumbs={[...crumbs({ id: model.id, name }), { text: t('models.tabs.tests') }]}
      extra={
        mayTest ? (
          <Button
            type="primary"
            icon={<PlayCircleOutlined />}
            disabled={model.versions === 0}
            onClick={() => go('TestAdd', { model: model.id })}
          >
            {t('models.newTest')}
          </Button>
        ) : null
      }
    >
      <ModelTabs modelId={model.id} />
      <TaskTable kind="test" modelId={model.id} projectId={model.projectId} hasVersion={model.versions > 0} />
    </Page>
  );
}

/** By the kind that the scene names. */
const pages: Readonly<Partial<Record<TaskKind, ComponentType<{ model: Model }>>>> = { train: Trainings, test: Tests };

export function TaskListPage() {
  const { kind } = useScene() ?? {};
  const Tasks = (kind && pages[kind]) ?? Trainings;
  return <ModelGate>{(model) => <Tasks model={model} />}</ModelGate>;
}
