/**
 * Training with given images: of the one model of their project, or of one that is chosen or created first. The test set of
 * a model never trains: it leads to a test.
 */
import { DeploymentUnitOutlined, ExperimentOutlined } from '@ant-design/icons';
import { modelName, roleOf, type Dataset, type Folder } from '@loupe/contract';
import { Button, Form, Tooltip } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../core/access.ts';
import { handleError } from '../../../core/errors.ts';
import { apiQuery, queryClient } from '../../../core/query.ts';
import { SceneLink, useFamily, useFindScene, useGo } from '../../../core/scene.tsx';
import { FormModal } from '../../../ui/FormModal.tsx';
import { PagedSelect } from '../../../ui/PagedSelect.tsx';
import type { RowAction } from '../../../ui/PageTable.tsx';

/** The whole data set, or one folder of it. */
interface TrainSubject {
  dataset: Dataset;
  folder: Folder | null;
}

/** As the addresses of the form and of a new model hold it. */
const searchOf = ({ dataset, folder }: TrainSubject) => ({ dataset: dataset.id, folder: folder?.id });

function Choice({ subject, onClose }: { subject: TrainSubject | null; onClose: () => void }) {
  const { t } = useTranslation();
  const go = useGo();
  const family = useFamily();
  const chosen = useRef<number | undefined>(undefined);
  if (!subject) return null;
  const { projectId } = subject.dataset;
  return (
    <FormModal<{ model?: number }>
      open
      title={t('models.trainWhich')}
      okText={t('models.toTraining')}
      initial={{}}
      onClose={onClose}
      submit={async () => go('AddSet', { modelId: chosen.current, ...searchOf(subject) })}
    >
      <Form.Item
        name="model"
        label={t('models.trainModel')}
        rules={[{ required: true, message: t('models.trainModelNeeded') }]}
        extra={
          <SceneLink screen="ModelAdd" search={{ projectId, ...searchOf(subject) }}>
            {t('models.add')}
          </SceneLink>
        }
      >
        <PagedSelect
          list="modelList"
          input={{ projectId, family, sort: '-createdAt' }}
          textOf={modelName}
          placeholder={t('models.searchName')}
          onChosen={(one) => (chosen.current = one?.id)}
        />
      </Form.Item>
    </FormModal>
  );
}

/** Goes to the form, by way of the dialog or of a new model where it must. */
const useStart = (ask: (subject: TrainSubject) => void): ((subject: TrainSubject) => void) => {
  const go = useGo();
  const family = useFamily();
  const start = async (subject: TrainSubject): Promise<void> => {
    const { projectId, modelId } = subject.dataset;
    // images of a model's own train that model, and the form begins with all of them
    if (modelId !== null) return go('AddSet', { modelId });
    const { list, total } = await queryClient.fetchQuery(apiQuery('modelList', { projectId, family, pageSize: 1 }));
    if (total > 1) ask(subject);
    else if (list[0]) go('AddSet', { modelId: list[0].id, ...searchOf(subject) });
    else go('ModelAdd', { projectId, ...searchOf(subject) });
  };
  return (subject) => void start(subject).catch(handleError);
};

/** Why nothing can be trained with it; null where it can. */
const useReason = (): ((subject: TrainSubject) => string | null) => {
  const { t } = useTranslation();
  return ({ dataset, folder }) => {
    if (folder?.type === 'test' || folder?.type === 'validation') return t('models.trainOtherFolder');
    const { images, annotated } = folder ? { images: folder.images, annotated: folder.annotated } : dataset;
    return (dataset.modelId === null ? annotated : images) > 0 ? null : t('models.trainNothing');
  };
};

function TrainButton({ reason, onClick }: { reason: string | null; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Tooltip title={reason}>
      <Button icon={<DeploymentUnitOutlined />} disabled={reason !== null} onClick={onClick}>
        {t('models.train')}
      </Button>
    </Tooltip>
  );
}

/** A model's set that is for tests alone leads to one; where a test is begun elsewhere it has no button. */
function TestButton({ dataset: { projectId, modelId, images } }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const may = useMay();
  const go = useGo();
  if (useFindScene()('TestAdd') === undefined || !may('testAdd', projectId)) return null;
  return (
    <Button
      icon={<ExperimentOutlined />}
      disabled={images === 0}
      onClick={() => go('TestAdd', { model: modelId ?? undefined })}
    >
      {t('models.test')}
    </Button>
  );
}

/** Button and row action for people who may train; the dialog belongs on the page. */
export const useTrainWith = () => {
  const { t } = useTranslation();
  const may = useMay();
  const form = useFindScene()('AddSet');
  const [asked, setAsked] = useState<TrainSubject | null>(null);
  const start = useStart(setAsked);
  const reasonOf = useReason();
  const isForTests = ({ family, role }: Dataset) => roleOf(family, role).isForTests === true;
  const canTrain = (dataset: Dataset) =>
    !isForTests(dataset) && form !== undefined && may('trainAdd', dataset.projectId);
  return {
    action: (dataset: Dataset, folder: Folder | null = null): RowAction[] => {
      // of a model's own images those of every folder train together
      if (!canTrain(dataset) || (folder && dataset.modelId !== null)) return [];
      const reason = reasonOf({ dataset, folder });
      const disabled = reason === null ? {} : { disabled: true, reason };
      return [{ key: 'train', text: t('models.train'), ...disabled, onClick: () => start({ dataset, folder }) }];
    },
    button: (dataset: Dataset): ReactNode => {
      if (isForTests(dataset)) return <TestButton dataset={dataset} />;
      if (!canTrain(dataset)) return null;
      return (
        <TrainButton reason={reasonOf({ dataset, folder: null })} onClick={() => start({ dataset, folder: null })} />
      );
    },
    dialog: <Choice subject={asked} onClose={() => setAsked(null)} />,
  };
};
