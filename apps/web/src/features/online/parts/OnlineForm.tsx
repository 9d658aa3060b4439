/** The dialog that adds or changes an online entry: name, version, thresholds. */
import type { OnlineEntry, Thresholds, Version } from '@loupe/contract';
import { Form, Select, type FormInstance } from 'antd';
import { useTranslation } from 'react-i18next';
import { useApi, useApiMutation } from '../../../core/query.ts';
import { useFamily, useGo } from '../../../core/scene.tsx';
import { typeOfThresholds } from '../../../families/kinds.ts';
import { FormModal } from '../../../ui/FormModal.tsx';
import { longName } from '../../../ui/name-rule.ts';
import { NameItem } from '../../../ui/NameField.tsx';
import { entryName } from './online-rules.ts';
import { ThresholdsInput } from './ThresholdsInput.tsx';

interface Values {
  name: string;
  versionId: number | undefined;
  thresholds: Thresholds | undefined;
}
const changed = ['onlineList', 'onlineInfo', 'dashboardInfo'] as const;

function Fields({ form, versions }: { form: FormInstance<Values>; versions: readonly Version[] }) {
  const { t } = useTranslation();
  const choose = (id: number) => {
    const version = versions.find((v) => v.id === id);
    if (!version) return;
    form.setFieldsValue({ thresholds: version.thresholds });
    if (!form.isFieldTouched('name')) form.setFieldValue('name', entryName(version.modelName, version.number));
  };
  return (
    <>
      <Form.Item
        name="versionId"
        label={t('models.version')}
        extra={t('online.versionHelp')}
        rules={[{ required: true, message: t('online.versionNeeded') }]}
      >
        <Select
          placeholder={t('online.versionNeeded')}
          showSearch={{ optionFilterProp: 'label' }}
          notFoundContent={t('online.noVersions')}
          options={versions.map((v) => ({
            value: v.id,
            label: `${v.modelName} · ${t('models.versionN', { n: v.number })}`,
          }))}
          onChange={choose}
        />
      </Form.Item>
      <NameItem name="name" label={t('ui.name')} rule={longName} />
      <Form.Item name="thresholds" label={t('online.thresholds')}>
        <ThresholdsInput />
      </Form.Item>
    </>
  );
}

export interface OnlineFormProps {
  open: boolean;
  /** Changes this entry; null adds one. */
  entry?: OnlineEntry | null;
  /** Only versions of this model. */
  modelId?: number | undefined;
  /** The version that a new entry begins with. */
  version?: Version | null;
  onClose: () => void;
}

/** Certified versions to choose from: those of the model or the entry's project, or all own ones of the family. */
const useVersions = (open: boolean, { entry, modelId }: Pick<OnlineFormProps, 'entry' | 'modelId'>): Version[] => {
  const family = useFamily();
  const among = modelId === undefined ? (entry ? { projectId: entry.projectId } : { family }) : { modelId };
  const listed = useApi(
    'versionList',
    { state: 'ready', pageSize: 200, sort: '-createdAt', ...among },
    { enabled: open },
  ).data?.list;
  const type = entry ? typeOfThresholds(entry.thresholds) : null;
  // what programs at the line get must stay of one kind
  return (listed ?? []).filter((v) => type === null || typeOfThresholds(v.thresholds) === type);
};

export function OnlineForm({ open, entry = null, version = null, modelId, onClose }: OnlineFormProps) {
  const { t } = useTranslation();
  const go = useGo();
  const listed = useVersions(open, { entry, modelId });
  const versions = version && !listed.some((v) => v.id === version.id) ? [version, ...listed] : listed;
  const add = useApiMutation('onlineAdd', { invalidates: changed, success: t('ui.added') });
  const update = useApiMutation('onlineUpdate', { invalidates: changed, success: t('ui.saved') });
  const submit = async ({ thresholds, ...values }: Values) => {
    const versionId = values.versionId!;
    const name = values.name.trim();
    if (entry)
      return update.mutateAsync({ id: entry.id, name, versionId, thresholds: thresholds!, enabled: entry.enabled });
    const made = await add.mutateAsync({ name, versionId, ...(thresholds ? { thresholds } : {}) });
    go('OnlineDetail', { id: made.id });
    return made;
  };
  return (
    <FormModal<Values>
      open={open}
      title={entry ? t('online.editTitle') : t('online.add')}
      okText={entry ? t('ui.save') : t('ui.add')}
      initial={{
        name: entry?.name ?? (version ? entryName(version.modelName, version.number) : ''),
        versionId: entry?.versionId ?? version?.id,
        thresholds: entry?.thresholds ?? version?.thresholds,
      }}
      onClose={onClose}
      submit={submit}
    >
      {(form) => <Fields form={form} versions={versions} />}
    </FormModal>
  );
}

/** A new entry from a version; null closes the dialog. */
export function OnlineAdd({ version, onClose }: { version: Version | null; onClose: () => void }) {
  return <OnlineForm open={version !== null} version={version} onClose={onClose} />;
}
