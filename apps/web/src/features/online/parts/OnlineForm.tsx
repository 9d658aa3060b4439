/** The dialog that adds or changes an online entry: name, version, thresholds. */
import { typeOfThresholds, type OnlineEntry, type Thresholds, type Version } from '@loupe/contract';
import { hashKey } from '@tanstack/react-query';
import { Form, type FormInstance } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi, useApiMutation } from '../../../core/query.ts';
import { useFamily, useGo } from '../../../core/scene.tsx';
import { useVersionName } from '../../../core/version-name.ts';
import {
  isComplete,
  offeredThresholds,
  openFault,
  type OpenThresholds,
} from '../../../predictions/shared/open-thresholds.ts';
import { ThresholdsInput } from '../../../predictions/shared/ThresholdsInput.tsx';
import { FormModal } from '../../../ui/FormModal.tsx';
import { freeName, longName } from '../../../ui/name-rule.ts';
import { NameItem } from '../../../ui/NameField.tsx';
import { PagedSelect } from '../../../ui/PagedSelect.tsx';
import { AssessmentTag, ThresholdsSource, useVersion } from '../../models/api.ts';
import { entryName } from './online-rules.ts';
import styles from './online.module.css';
import { useAskOnline } from './use-ask-online.tsx';
import { VersionHelp } from './VersionHelp.tsx';

interface Values {
  name: string;
  versionId: number | undefined;
  thresholds: OpenThresholds | undefined;
}
const changed = ['onlineList', 'onlineInfo', 'dashboardInfo'] as const;

type FormProps = Pick<OnlineFormProps, 'open' | 'entry' | 'modelId' | 'version'>;

/** In a word, to choose by: why it is so is said by the question before it goes online. */
function Assessed({ version }: { version: Version }) {
  const { t } = useTranslation();
  return (
    <p className={styles.assessed}>
      <span className="second">{t('models.assessment.title')}</span>
      <AssessmentTag assessment={version.assessment} />
    </p>
  );
}

/** Of a new entry of this version, until the person types one: a name that no other entry has. */
function useOfferedName(form: FormInstance<Values>, version: Version | undefined): void {
  const offered = useRef('');
  const name = version ? entryName(version.modelName, version.number) : '';
  const alike = useApi('onlineList', { name, pageSize: 100 }, { enabled: version !== undefined, silent: true }).data;
  useEffect(() => {
    if (!version || !alike) return;
    // what a form sets by itself counts as touched too
    const now = form.getFieldValue('name') as string | undefined;
    if (now && now !== name && now !== offered.current) return;
    offered.current = freeName(name, alike.list, longName);
    form.setFieldsValue({ name: offered.current });
  }, [form, version, name, alike]);
}

function Fields({ form, open, entry, modelId, version }: FormProps & { form: FormInstance<Values> }) {
  const { t } = useTranslation();
  const textOf = useVersionName();
  const family = useFamily();
  const type = entry ? typeOfThresholds(entry.thresholds) : null;
  const known =
    version ?? (entry ? { id: entry.versionId, modelName: entry.modelName, number: entry.versionNumber } : null);
  const versionId = Form.useWatch('versionId', form);
  const chosen = useVersion(versionId ?? 0);
  const thresholds = Form.useWatch('thresholds', form);
  // what is not filled in yet is a mistake when it is saved so, and what was refused is looked at again as it changes
  useEffect(() => {
    const isRefused = thresholds !== undefined && form.getFieldError('thresholds').length > 0;
    if (isRefused) void form.validateFields(['thresholds']).catch(() => undefined);
  }, [form, thresholds]);
  // those of an entry are its own
  const isNew = !entry || (chosen !== undefined && chosen.id !== entry.versionId);
  useOfferedName(form, open && !entry ? chosen : undefined);
  // a name that a person has given stays, whatever the version
  const isNamed = entry && entry.name !== entryName(entry.modelName, entry.versionNumber);
  const choose = (next: Version | undefined) => {
    if (!next) return;
    form.setFieldsValue({ thresholds: offeredThresholds(next) });
    if (!isNamed && !form.isFieldTouched('name')) form.setFieldValue('name', entryName(next.modelName, next.number));
  };
  return (
    <>
      <Form.Item
        name="versionId"
        label={t('models.version')}
        extra={<VersionHelp modelId={modelId} enabled={open} />}
        rules={[{ required: true, message: t('online.versionNeeded') }]}
      >
        <PagedSelect
          list="versionList"
          // certified ones of the model or the entry's project, or all own ones of the family
          input={{
            state: 'ready',
            sort: '-createdAt',
            ...(modelId === undefined ? (entry ? { projectId: entry.projectId } : { family }) : { modelId }),
          }}
          textOf={(one) => textOf(one.modelName, one.number)}
          // what programs at the line get must stay of one kind
          leaveOut={(one) => type !== null && typeOfThresholds(one.thresholds) !== type}
          first={known ? [{ value: known.id, label: textOf(known.modelName, known.number) }] : []}
          isFirstShown={false}
          enabled={open}
          choosesOnly={known === null}
          placeholder={t('online.versionNeeded')}
          empty={t('online.noVersions')}
          onChosen={choose}
        />
      </Form.Item>
      {chosen ? <Assessed version={chosen} /> : null}
      <NameItem name="name" label={t('ui.name')} rule={longName} />
      <Form.Item
        name="thresholds"
        validateTrigger={[]}
        label={t('online.thresholds')}
        // a threshold that is missing is told at its field
        {...(thresholds && !isComplete(thresholds) ? { help: '' } : {})}
        extra={
          // as the words below the thresholds above it
          isNew && chosen ? (
            <span className="hint">
              <ThresholdsSource version={chosen} />
            </span>
          ) : null
        }
        rules={[
          {
            validator: (_, value: OpenThresholds | undefined) => {
              // an entry keeps what is stored, also what would be refused today, as the API does
              const isKept = entry?.versionId === versionId && hashKey([value]) === hashKey([entry?.thresholds]);
              const fault = value && !isKept ? openFault(value, t) : null;
              return fault === null ? Promise.resolve() : Promise.reject(new Error(fault));
            },
          },
        ]}
      >
        <ThresholdsInput labels={chosen?.labels.filter(({ locates }) => !locates) ?? []} />
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

export function OnlineForm({ open, entry = null, version = null, modelId, onClose }: OnlineFormProps) {
  const { t } = useTranslation();
  const go = useGo();
  const add = useApiMutation('onlineAdd', { invalidates: changed, success: t('ui.added'), inForm: true });
  const update = useApiMutation('onlineUpdate', { invalidates: changed, success: t('ui.saved'), inForm: true });
  const ask = useAskOnline();
  const submit = async ({ thresholds: given, ...values }: Values) => {
    // the rule of the field has seen to it that nothing is missing
    const thresholds = given as Thresholds | undefined;
    const versionId = values.versionId!;
    const name = values.name.trim();
    const goesOnline = !entry || (entry.enabled && entry.versionId !== versionId);
    if (goesOnline && !(await ask(versionId))) throw new Error('not agreed');
    const confirmed = goesOnline;
    if (entry)
      return update.mutateAsync({
        id: entry.id,
        name,
        versionId,
        thresholds: thresholds!,
        enabled: entry.enabled,
        confirmed,
      });
    const made = await add.mutateAsync({ name, versionId, confirmed, ...(thresholds ? { thresholds } : {}) });
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
        thresholds: entry ? { ...entry.thresholds } : version ? offeredThresholds(version) : undefined,
      }}
      onClose={onClose}
      submit={submit}
    >
      {(form) => <Fields form={form} open={open} entry={entry} modelId={modelId} version={version} />}
    </FormModal>
  );
}

/** A new entry from a version; null closes the dialog. */
export function OnlineAdd({ version, onClose }: { version: Version | null; onClose: () => void }) {
  return <OnlineForm open={version !== null} version={version} onClose={onClose} />;
}
