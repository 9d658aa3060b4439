/** Starts a search for what is like the selected shapes: where, in which images, and what it learns from beside them. */
import type { ImageFilter, OfferedExample, PreannotateScope, SimilarCheck } from '@loupe/contract';
import { Alert, Checkbox, Form, Radio, Space, type FormInstance } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../core/errors.ts';
import { formatDuration } from '../../../core/format.ts';
import { useLocale } from '../../../core/i18n.ts';
import { notify } from '../../../core/notify.ts';
import { ofImages, useApi, useApiMutation, type ApiInput } from '../../../core/query.ts';
import { FormModal } from '../../../ui/FormModal.tsx';
import { ExampleField, keyOf, pickedAtFirst, type ExampleLabel } from './ExampleField.tsx';
import styles from './preannotation.module.css';
import { ScopeItem } from './ScopeItem.tsx';

export interface SimilarSubject {
  folderId: number;
  /** Of the list that the image is shown in; null: the whole folder. */
  filter: ImageFilter | null;
  examples: ApiInput<'similarCheck'>['examples'];
  /** Their labels. */
  labels: readonly ExampleLabel[];
}
type Where = 'folder' | 'filter' | 'dataset';
interface Values {
  /** Keys of examples; left out: nobody has ticked or unticked any. */
  picked?: string[];
  where: Where;
  scope: PreannotateScope;
  /** Left out where there is nothing to learn from yet. */
  refine?: boolean;
}

/** What is selected, where nothing is offered yet. */
function examplesOf({ examples }: SimilarSubject, offered: readonly OfferedExample[], picked?: readonly string[]) {
  if (offered.length === 0) return examples;
  const keys = new Set(picked ?? pickedAtFirst(offered));
  return offered.filter((one) => keys.has(keyOf(one))).map(({ imageId, shapeId }) => ({ imageId, shapeId }));
}

function askedOf(
  subject: SimilarSubject,
  offered: readonly OfferedExample[],
  values: Values,
): ApiInput<'similarCheck'> {
  const { folderId, filter } = subject;
  const { where, scope, refine = false, picked } = values;
  const examples = examplesOf(subject, offered, picked);
  const own = where === 'filter' && filter ? filter : { folderId };
  return { examples, scope, refine, selection: where === 'dataset' ? null : { filter: own } };
}

function Facts({ check }: { check: SimilarCheck }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const parts = [
    check.images === 0 ? t('preannotation.similar.none') : t('preannotation.similar.images', { count: check.images }),
    ...(check.annotated > 0 ? [t('preannotation.leftAlone', { count: check.annotated })] : []),
    ...(check.tooSmall > 0 ? [t('preannotation.similar.tooSmall', { count: check.tooSmall })] : []),
    ...(check.seconds === null || check.seconds < 1
      ? []
      : [t('preannotation.about', { time: formatDuration(check.seconds, locale) })]),
  ];
  const isWarning = check.images === 0 || check.tooSmall > 0;
  return <Alert type={isWarning ? 'warning' : 'info'} showIcon title={parts.join(' · ')} />;
}

function Choices({ subject }: { subject: SimilarSubject }) {
  const { t } = useTranslation();
  return (
    <div className={styles.halves}>
      <Form.Item name="where" label={t('preannotation.similar.where')}>
        <Radio.Group>
          <Space orientation="vertical" size={4}>
            {subject.filter ? <Radio value="filter">{t('preannotation.similar.filter')}</Radio> : null}
            <Radio value="folder">{t('preannotation.similar.folder')}</Radio>
            <Radio value="dataset">{t('preannotation.similar.dataset')}</Radio>
          </Space>
        </Radio.Group>
      </Form.Item>
      <ScopeItem />
    </div>
  );
}

function Examples(props: { subject: SimilarSubject; offered: readonly OfferedExample[]; count: number }) {
  const { subject, offered, count } = props;
  const { t } = useTranslation();
  const label = t(count === 0 ? 'preannotation.similar.noExample' : 'preannotation.similar.examples', { count });
  const labels = (
    <span className={styles.labels}>
      {subject.labels.map(({ id, name, color }) => (
        <span key={id}>
          <i style={{ background: color }} /> {name}
        </span>
      ))}
    </span>
  );
  if (offered.length === 0) return <Form.Item label={label}>{labels}</Form.Item>;
  return (
    <Form.Item label={label}>
      {labels}
      <Form.Item name="picked" noStyle>
        <ExampleField offered={offered} labels={subject.labels} />
      </Form.Item>
    </Form.Item>
  );
}

function Fields(props: {
  form: FormInstance<Values>;
  subject: SimilarSubject;
  offered: readonly OfferedExample[];
  /** Null: not known. */
  onImages: (images: number | null) => void;
  onExamples: (count: number) => void;
}) {
  const { form, subject, offered, onImages, onExamples } = props;
  const { t } = useTranslation();
  // undefined until the fields are there
  const where = Form.useWatch('where', form);
  const scope = Form.useWatch('scope', form) ?? 'open';
  const refine = Form.useWatch('refine', form) ?? true;
  const picked = Form.useWatch('picked', form);
  const values = { where: where ?? ('folder' as const), scope, refine, ...(picked && { picked }) };
  const asked = askedOf(subject, offered, values);
  const count = asked.examples.length;
  const enabled = where !== undefined && count > 0;
  const { data: check, error } = useApi('similarCheck', asked, { enabled, silent: true, keepPrevious: true });
  const earlier = check !== undefined && check.accepted + check.rejected > 0;
  const images = check?.images ?? null;
  useEffect(() => {
    onImages(images);
    return () => onImages(null);
  }, [images, onImages]);
  useEffect(() => onExamples(count), [count, onExamples]);
  return (
    <>
      <Examples subject={subject} offered={offered} count={count} />
      <Choices subject={subject} />
      {earlier ? (
        <Form.Item name="refine" valuePropName="checked">
          <Checkbox>
            {t('preannotation.similar.refine', { accepted: check.accepted, rejected: check.rejected })}
          </Checkbox>
        </Form.Item>
      ) : null}
      {/* in the place of what it comes to: nothing moves */}
      {count === 0 ? <Alert type="warning" showIcon title={t('preannotation.similar.pickOne')} /> : null}
      {check && count > 0 ? <Facts check={check} /> : null}
      {error ? <Alert type="error" showIcon title={errorText(error)} /> : null}
      <p className={styles.foot}>
        <span className="hint">{t('preannotation.similar.help')}</span>
      </p>
    </>
  );
}

export function SimilarDialog(props: { subject: SimilarSubject | null; onClose: () => void; onClosed: () => void }) {
  const { subject, onClose, onClosed } = props;
  const { t } = useTranslation();
  const add = useApiMutation('similarAdd', { invalidates: [...ofImages, 'taskList', 'taskQueue', 'datasetInfo'] });
  const examples = subject?.examples ?? [];
  const offered = useApi('similarExamples', { examples }, { enabled: subject !== null, silent: true }).data ?? [];
  const [images, setImages] = useState<number | null>(null);
  const [count, setCount] = useState(examples.length);
  const wasOpen = useRef(false);
  const isOpen = subject !== null;
  const none = images === 0 ? t('preannotation.similar.none') : null;
  useEffect(() => {
    if (wasOpen.current && !isOpen) onClosed();
    wasOpen.current = isOpen;
  }, [isOpen, onClosed]);
  return (
    <FormModal<Values>
      open={isOpen}
      title={t('preannotation.similar.title')}
      width={640}
      okText={t('preannotation.start')}
      blocked={count === 0 ? t('preannotation.similar.pickOne') : none}
      initial={{ where: subject?.filter ? 'filter' : 'folder', scope: 'open', refine: true }}
      onClose={onClose}
      submit={async (values) => {
        await add.mutateAsync(askedOf(subject!, offered, values));
        notify.success(t('preannotation.similar.queued'));
      }}
    >
      {(form) =>
        subject ? <Fields {...{ form, subject, offered }} onImages={setImages} onExamples={setCount} /> : null
      }
    </FormModal>
  );
}
