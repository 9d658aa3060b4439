/** A new test of a model whose images are its own: version, folders of its data sets, and which part of them. */
import { learnsFromShapes, ImagePart, modelName, roleOf, type Model, type Version } from '@loupe/contract';
import { Button, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useWhyNot } from '../../../core/access.ts';
import { formatDateTime } from '../../../core/format.ts';
import { useApi } from '../../../core/query.ts';
import { useFamily, useGo } from '../../../core/scene.tsx';
import { urlId, useUrlState } from '../../../core/search.ts';
import { FolderPicker } from '../../../ui/FolderPicker.tsx';
import { Card, Page } from '../../../ui/Page.tsx';
import { PagedSelect } from '../../../ui/PagedSelect.tsx';
import { setInRole, useFolders } from '../../../ui/use-folders.ts';
import { AssessmentNote, ModelGate, ModelTabs, useModelCrumbs, useModelPlace } from '../../models/api.ts';
import styles from '../parts/task-list.module.css';
import { ChoiceNote, useTestForm } from '../parts/use-test-form.tsx';

const AddSearch = z.object({ version: urlId, part: z.union([ImagePart, z.literal('all')]).catch('test') });

function VersionChoice(props: { modelId: number; version: Version | undefined; onChange: (id: number) => void }) {
  const { t } = useTranslation();
  const { modelId, version, onChange } = props;
  const textOf = (v: Version) => `${t('models.versionN', { n: v.number })} · ${formatDateTime(v.createdAt)}`;
  return (
    <PagedSelect
      aria-label={t('models.testVersion')}
      className={styles.version!}
      list="versionList"
      input={{ modelId, state: 'ready', sort: '-number' }}
      textOf={textOf}
      first={version ? [{ value: version.id, label: textOf(version) }] : []}
      isFirstShown={false}
      value={version?.id}
      placeholder={t('models.chooseVersion')}
      onChange={(id) => id !== undefined && onChange(id)}
    />
  );
}

/** The version of the address, where it is a ready one of this model; else the newest. */
const useChosen = (model: Model, id: number) => {
  const newest = useApi('versionList', { modelId: model.id, state: 'ready', pageSize: 1, sort: '-number' });
  const named = useApi('versionInfo', { id }, { enabled: id > 0, silent: true });
  const isFit = named.data?.modelId === model.id && named.data.state === 'ready';
  const isPending = newest.isPending || (id > 0 && named.isPending);
  return { version: isPending ? undefined : isFit ? named.data : newest.data?.list[0], isPending };
};

function NewTest({ model }: { model: Model }) {
  const { t } = useTranslation();
  const go = useGo();
  const family = useFamily();
  const crumbs = useModelCrumbs();
  const placeOf = useModelPlace();
  const [{ version, part }, change] = useUrlState(AddSearch);
  const listed = useChosen(model, version);
  const tested = listed.version;
  const versionId = tested?.id ?? null;
  const { folders } = useFolders({ projectId: model.projectId, modelId: model.id });
  // of other models the data set of an image says what it is for
  const hasParts = model.datasets.some(({ role }) => roleOf(family, role).hasParts);
  const testSet = setInRole(model, 'test');
  const whole = (folders ?? []).flatMap(({ id, datasetId }) => (testSet && datasetId !== testSet ? [] : id));
  const testedPart = part === 'all' || !hasParts ? null : part;
  const form = useTestForm(tested ?? null, whole, testedPart);
  const { folderIds } = form;
  const start = () => form.start((id) => go('Result', { id }, { replace: true }));
  const name = modelName(model);
  const denied = useWhyNot('testAdd', model.projectId);
  const why = denied ?? (versionId === null ? t('models.chooseVersion') : t('models.chooseTestFolders'));
  const canStart = denied === null && versionId !== null && folderIds.length > 0;
  return (
    <Page
      title={t('models.newTest')}
      sub={name}
      crumbs={[
        ...crumbs({ id: model.id, name }),
        { text: t('models.tabs.tests'), ...placeOf(model.id, 'tests') },
        { text: t('models.newTest') },
      ]}
    >
      <ModelTabs modelId={model.id} />
      <div className={styles.form}>
        <Card title={t('models.testData')}>
          <FolderPicker
            projectId={model.projectId}
            modelId={model.id}
            areMarked={learnsFromShapes(model.type)}
            part={testedPart}
            value={folderIds}
            notes={form.notes}
            onChange={form.choose}
          />
          <ChoiceNote check={form.check} />
        </Card>
        <div className={styles.room}>
          <Card title={t('models.testVersion')}>
            <VersionChoice modelId={model.id} version={listed.version} onChange={(id) => change({ version: id })} />
            {tested ? <AssessmentNote assessment={tested.assessment} /> : null}
          </Card>
          {hasParts ? (
            <Card title={t('models.part')}>
              <Segmented
                value={part}
                options={(['test', 'all', 'train'] as const).map((value) => ({
                  value,
                  label: t(`models.parts.${value}`),
                }))}
                onChange={(value) => change({ part: value === 'test' ? undefined : value })}
              />
              <p className="hint" style={{ marginTop: 8 }}>
                {t(`models.partHelp.${part}`)}
              </p>
            </Card>
          ) : null}
          <div className={styles.start}>
            <Button type="primary" size="large" disabled={!canStart} loading={form.isStarting} onClick={start}>
              {t('models.startTest')}
            </Button>
            {canStart || listed.isPending ? null : <span className="hint">{why}</span>}
          </div>
        </div>
      </div>
    </Page>
  );
}

export function TestAddPage() {
  return <ModelGate>{(model) => <NewTest key={model.id} model={model} />}</ModelGate>;
}
