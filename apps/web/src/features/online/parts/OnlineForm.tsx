/** The dialog that adds or changes an online entry: name, version, thresholds. */
import type { OnlineEntry, Version } from '@loupe/contract';
import { Form, Select, Slider, type FormInstance } from 'antd';
import { useTranslation } from 'react-i18next';
import { useApi, useApiMutation } from '../../../core/query.ts';
import { useGo } from '../../../core/scene.tsx';
import { boxThresholdsOf } from '../../../families/predictions.ts';
import { TextField } from '../../../ui/fields.tsx';
import { FormModal } from '../../../ui/FormModal.tsx';
import { nameRules } from '../../../ui/rules.ts';
import { entryName } from './online-rules.ts';

interface Values {
  name: string;
  versionId: number | undefined;
  confidence: number;
  nms: number;
}
const changed = ['onlineList', 'onlineInfo', 'dashboardInfo'] as const;

function ThresholdField({ name, label, help }: { name: 'confidence' | 'nms'; label: string; help: string }) {
  return (
    <Form.Item name={name} label={label} extra={help}>
      <Slider
        min={0.01}
        max={1}
        step={0.01}
        marks={{ 0.25: '0.25', 0.5: '0.50', 0.75: '0.75' }}
        ariaLabelForHandle={label}
        tooltip={{ formatter: (v) => (v ?? 0).toFixed(2) }}
      />
    </Form.Item>
  );
}

function Fields({ form, versions }: { form: FormInstance<Values>; versions: readonly Version[] }) {
  const { t } = useTranslation();
  const choose = (id: number) => {
    const version = versions.find((v) => v.id === id);
    if (!version) return;
    const { confidence, nms } = boxThresholdsOf(version.thresholds);
    form.setFieldsValue({ confidence, nms });
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
      <Form.Item name="name" label={t('ui.name')} rules={nameRules()}>
        <TextField maxLength={60} />
      </Form.Item>
      <ThresholdField name="confidence" label={t('online.confidence')} help={t('online.confidenceHelp')} />
      <ThresholdField name="nms" label={t('online.nms')} help={t('online.nmsHelp')} />
    </>
  );
}

export interface OnlineFormProps {
  open: boolean;
  /** Changes this entry; null adds one. */
  entry?: OnlineEntry | null;
  /** The version that a new entry begins with. */
  version?: Version | null;
  onClose: () => void;
}

/** Certified versions to choose from: those of the entry's project, or all own ones. */
const useVersions = (open: boolean, projectId: number | undefined): Version[] =>
  useApi(
    'versionList',
    { state: 'ready', pageSize: 200, sort: '-createdAt', ...(projectId === undefined ? {} : { projectId }) },
    { enabled: open },
  ).data?.list ?? [];

export function OnlineForm({ open, entry = null, version = null, onClose }: OnlineFormProps) {
  const { t } = useTranslation();
  const go = useGo();
  const listed = useVersions(open, entry?.projectId);
  const versions = version && !listed.some((v) => v.id === version.id) ? [version, ...listed] : listed;
  const add = useApiMutation('onlineAdd', { invalidates: changed, success: t('ui.added') });
  const update = useApiMutation('onlineUpdate', { invalidates: changed, success: t('ui.saved') });
  const given = entry?.thresholds ?? version?.thresholds;
  const usual = given && boxThresholdsOf(given);
  const submit = async (values: Values) => {
    const versionId = values.versionId!;
    const before = entry?.thresholds ?? versions.find((v) => v.id === versionId)?.thresholds;
    const { iou } = before ? boxThresholdsOf(before) : { iou: 0.5 };
    const thresholds = { confidence: values.confidence, nms: values.nms, iou };
    const name = values.name.trim();
    if (entry) return update.mutateAsync({ id: entry.id, name, versionId, thresholds, enabled: entry.enabled });
    const made = await add.mutateAsync({ name, versionId, thresholds });
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
        confidence: usual?.confidence ?? 0.25,
        nms: usual?.nms ?? 0.6,
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
