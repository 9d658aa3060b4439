/** Starts a pre-annotation: which version, which images, what to do with labels that the data set lacks, and what that comes to. */
import {
  firstToPropose,
  isOpen,
  readyPreset,
  type PreannotateCheck,
  type PreannotateScope,
  type ProposingVersion,
  type Task,
} from '@loupe/contract';
import { Alert, Form, Radio, Select, Space, type FormInstance } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../core/errors.ts';
import { formatDuration } from '../../../core/format.ts';
import { contractText, useLocale } from '../../../core/i18n.ts';
import { notify } from '../../../core/notify.ts';
import { keepVersion, keptVersion } from '../../../core/preferences.ts';
import { ofImages, useApi, useApiMutation } from '../../../core/query.ts';
import { SceneLink } from '../../../core/scene.tsx';
import { useVersionName } from '../../../core/version-name.ts';
import { useWording } from '../../../core/wording.ts';
import { FormModal } from '../../../ui/FormModal.tsx';
import { PreannotationDrawer } from './PreannotationDrawer.tsx';
import { ScopeItem } from './ScopeItem.tsx';
import type { PreannotateSubject } from './subject.ts';
import styles from './preannotation.module.css';

/** While no version is there, it is asked again: a training may give one meanwhile. */
const waitMs = 5000;

interface Values {
  versionId?: number;
  scope: PreannotateScope;
  missingLabels: 'create' | 'leaveOut';
}

const levelText = (level: ProposingVersion['level']): string => contractText(`assessment.level.${level}`);

/** What it comes to, before it is started. */
function useWhyNone() {
  const { t } = useTranslation();
  return ({ annotated }: PreannotateCheck): string =>
    annotated > 0 ? t('preannotation.allAnnotated', { count: annotated }) : contractText('preannotate.noImages');
}

function Facts({ check }: { check: PreannotateCheck }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const whyNone = useWhyNone();
  if (check.images === 0) return <Alert type="warning" showIcon title={whyNone(check)} />;
  const parts = [
    t('preannotation.images', { count: check.images }),
    ...(check.annotated > 0 ? [t('preannotation.leftAlone', { count: check.annotated })] : []),
    ...(check.replaced > 0 ? [t('preannotation.replaced', { count: check.replaced })] : []),
    // no word on what is done at once
    ...(check.seconds === null || check.seconds < 1
      ? []
      : [t('preannotation.about', { time: formatDuration(check.seconds, locale) })]),
  ];
  return <Alert type={check.replaced === 0 ? 'info' : 'warning'} showIcon title={parts.join(' · ')} />;
}

function MissingLabels({ check }: { check: PreannotateCheck }) {
  const { t } = useTranslation();
  const missing = check.labels.filter(({ labelId }) => labelId === null);
  if (missing.length === 0) return <p className={styles.matched}>{t('preannotation.allMatch')}</p>;
  return (
    <Form.Item
      name="missingLabels"
      label={t('preannotation.missing', { count: missing.length })}
      extra={
        <span className={styles.labels}>
          {missing.map(({ name, color }) => (
            <span key={name}>
              <i style={{ background: color }} /> {name}
            </span>
          ))}
        </span>
      }
    >
      <Radio.Group>
        <Space orientation="vertical" size={4}>
          <Radio value="create">{t('preannotation.create')}</Radio>
          <Radio value="leaveOut">{t('preannotation.leaveOut')}</Radio>
        </Space>
      </Radio.Group>
    </Form.Item>
  );
}

/** The training of the project that may give the first version soon. */
function useTrainingUnderWay(projectId: number, isAsked: boolean): Task | undefined {
  const asked = { projectId, kind: 'train', pageSize: 5 } as const;
  const { data } = useApi('taskList', asked, { enabled: isAsked, silent: true, refetchInterval: waitMs });
  return data?.list.find(({ state }) => isOpen(state));
}

/** What gives a version, and the way there where the data set belongs to a model. */
function NoVersion({ modelId, training }: { modelId: number | null; training: Task | undefined }) {
  const { t } = useTranslation();
  const wording = useWording();
  if (training)
    return (
      <span className="in-text">
        {t('preannotation.waitsForTraining', { id: training.id })}{' '}
        <SceneLink screen="TrainingInfo" search={{ id: training.id }}>
          {t('preannotation.showTraining')}
        </SceneLink>
      </span>
    );
  return (
    <span className="in-text">
      {t('preannotation.noVersion', wording)}{' '}
      {modelId === null ? null : (
        <SceneLink screen="AddSet" search={{ modelId, preset: readyPreset }}>
          {t('preannotation.toTraining', wording)}
        </SceneLink>
      )}
    </span>
  );
}

function Fields(props: {
  form: FormInstance<Values>;
  subject: PreannotateSubject;
  versions: readonly ProposingVersion[];
  training: Task | undefined;
  onEarlier: () => void;
  /** Null: not known. */
  onImages: (images: number | null) => void;
}) {
  const { form, subject, versions, training, onEarlier, onImages } = props;
  const { t } = useTranslation();
  const versionName = useVersionName();
  const versionId = Form.useWatch('versionId', form) ?? 0;
  const scope = Form.useWatch('scope', form) ?? 'open';
  const { selection } = subject;
  const asked = { versionId, selection, scope };
  const check = useApi('preannotateCheck', asked, { enabled: versionId > 0, silent: true, keepPrevious: true });
  const images = check.data?.images ?? null;
  useEffect(() => {
    onImages(images);
    return () => onImages(null);
  }, [images, onImages]);
  return (
    <>
      <Form.Item
        name="versionId"
        label={t('preannotation.version')}
        rules={[{ required: true, message: t('preannotation.versionRequired') }]}
        extra={versions.length === 0 ? <NoVersion modelId={subject.modelId} training={training} /> : null}
      >
        <Select<number>
          disabled={versions.length === 0}
          placeholder={t('preannotation.versionRequired')}
          options={versions.map(({ id, model, number, level }) => ({
            value: id,
            label: [versionName(model, number), ...(level === 'notLearned' ? [levelText(level)] : [])].join(' · '),
          }))}
        />
      </Form.Item>
      <ScopeItem />
      {check.data ? <MissingLabels check={check.data} /> : null}
      {check.data ? <Facts check={check.data} /> : null}
      {check.error ? <Alert type="error" showIcon title={errorText(check.error)} /> : null}
      <p className={styles.foot}>
        <span className="hint">{t('preannotation.apart')}</span>
        <button type="button" className={styles.link} onClick={onEarlier}>
          {t('preannotation.earlier')}
        </button>
      </p>
    </>
  );
}

export function PreannotateDialog({ subject, onClose }: { subject: PreannotateSubject | null; onClose: () => void }) {
  const { t } = useTranslation();
  const [images, setImages] = useState<number | null>(null);
  const [earlier, setEarlier] = useState<PreannotateSubject | null>(null);
  const datasetId = subject?.datasetId ?? 0;
  const list = useApi(
    'preannotateVersions',
    { datasetId },
    { enabled: datasetId > 0, refetchInterval: (known) => (known?.length === 0 ? waitMs : false) },
  );
  const versions = list.data ?? [];
  const training = useTrainingUnderWay(subject?.projectId ?? 0, list.data?.length === 0);
  const known = versions.find(({ id }) => id === keptVersion(datasetId)) ?? firstToPropose(versions);
  const add = useApiMutation('preannotateAdd', {
    invalidates: [...ofImages, 'taskList', 'taskQueue', 'datasetInfo'],
  });
  const isReady = subject !== null && !list.isPending;
  const wording = useWording();
  const none = images === 0 ? contractText('preannotate.noImages') : null;
  const waits = training && t('preannotation.waitsForTraining', { id: training.id });
  const blocked = versions.length === 0 ? (waits ?? t('preannotation.noVersion', wording)) : none;
  return (
    <>
      <FormModal<Values>
        open={isReady}
        title={subject ? t('preannotation.title', { name: subject.name }) : ''}
        okText={t('preannotation.start')}
        blocked={blocked}
        initial={{ scope: 'open', missingLabels: 'create', ...(known && { versionId: known.id }) }}
        onClose={onClose}
        submit={async ({ versionId, scope, missingLabels = 'leaveOut' }) => {
          await add.mutateAsync({ versionId: versionId!, selection: subject!.selection, scope, missingLabels });
          keepVersion(datasetId, versionId!);
          notify.success(t('preannotation.queued'));
        }}
      >
        {(form) =>
          subject ? (
            <Fields
              form={form}
              subject={subject}
              versions={versions}
              training={training}
              onImages={setImages}
              onEarlier={() => {
                setEarlier(subject);
                onClose();
              }}
            />
          ) : null
        }
      </FormModal>
      <PreannotationDrawer place={earlier} onClose={() => setEarlier(null)} />
    </>
  );
}
