/** Starts a search for what is like the selected shapes: where, in which images, and what it learns from beside them. */
import type { ImageFilter, PreannotateScope, SimilarCheck } from '@loupe/contract';
import { Alert, Checkbox, Form, Radio, Space, type FormInstance } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../core/errors.ts';
import { formatDuration } from '../../../core/format.ts';
import { useLocale } from '../../../core/i18n.ts';
import { notify } from '../../../core/notify.ts';
import { ofImages, useApi, useApiMutation, type ApiInput } from '../../../core/query.ts';
import { FormModal } from '../../../ui/FormModal.tsx';
import styles from './preannotation.module.css';
import { ScopeItem } from './ScopeItem.tsx';

export interface SimilarSubject {
  folderId: number;
  /** Of the list that the image is shown in; null: the whole folder. */
  filter: ImageFilter | null;
  examples: ApiInput<'similarCheck'>['examples'];
  /** Their labels, with how many examples each has. */
  labels: readonly { id: number; name: string; color: string; count: number }[];
}
type Where = 'folder' | 'filter' | 'dataset';
interface Values {
  where: Where;
  scope: PreannotateScope;
  /** Left out where there is nothing to learn from yet. */
  refine?: boolean;
}

function askedOf(subject: SimilarSubject, { where, scope, refine = false }: Values): ApiInput<'similarCheck'> {
  const { examples, folderId, filter } = subject;
  const own = where === 'filter' && filter ? filter : { folderId };
  return { examples, scope, refine, selection: where === 'dataset' ? null : { filter: own } };
}

function Facts({ check }: { check: SimilarCheck }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const parts = [
    t('preannotation.similar.images', { count: check.images }),
    ...(check.annotated > 0 ? [t('preannotation.leftAlone', { count: check.annotated })] : []),
    ...(check.replaced > 0 ? [t('preannotation.replaced', { count: check.replaced })] : []),
    ...(check.tooSmall > 0 ? [t('preannotation.similar.tooSmall', { count: check.tooSmall })] : []),
    ...(check.seconds === null || check.seconds < 1
      ? []
      : [t('preannotation.about', { time: formatDuration(check.seconds, locale) })]),
  ];
  const isWarning = check.images === 0 || check.tooSmall + check.replaced > 0;
  return <Alert type={isWarning ? 'warning' : 'info'} showIcon title={parts.join(' · ')} />;
}

function Choices({ subject }: { subject: SimilarSubject }) {
  const { t } = useTranslation();
  return (
    <>
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
    </>
  );
}

function Fields({ form, subject }: { form: FormInstance<Values>; subject: SimilarSubject }) {
  const { t } = useTranslation();
  // undefined until the fields are there
  const where = Form.useWatch('where', form);
  const scope = Form.useWatch('scope', form) ?? 'open';
  const refine = Form.useWatch('refine', form) ?? true;
  const asked = askedOf(subject, { where: where ?? 'folder', scope, refine });
  const options = { enabled: where !== undefined, silent: true, keepPrevious: true };
  const { data: check, error } = useApi('similarCheck', asked, options);
  const earlier = check !== undefined && check.accepted + check.rejected > 0;
  return (
    <>
      <Form.Item label={t('preannotation.similar.examples', { count: subject.examples.length })}>
        <span className={styles.labels}>
          {subject.labels.map(({ id, name, color, count }) => (
            <span key={id}>
              <i style={{ background: color }} /> {name} <span className="num">× {count}</span>
            </span>
          ))}
        </span>
      </Form.Item>
      <Choices subject={subject} />
      {earlier ? (
        <Form.Item name="refine" valuePropName="checked">
          <Checkbox>
            {t('preannotation.similar.refine', { accepted: check.accepted, rejected: check.rejected })}
          </Checkbox>
        </Form.Item>
      ) : null}
      {check ? <Facts check={check} /> : null}
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
  const wasOpen = useRef(false);
  const isOpen = subject !== null;
  useEffect(() => {
    if (wasOpen.current && !isOpen) onClosed();
    wasOpen.current = isOpen;
  }, [isOpen, onClosed]);
  return (
    <FormModal<Values>
      open={isOpen}
      title={t('preannotation.similar.title')}
      okText={t('preannotation.start')}
      initial={{ where: subject?.filter ? 'filter' : 'folder', scope: 'open', refine: true }}
      onClose={onClose}
      submit={async (values) => {
        await add.mutateAsync(askedOf(subject!, values));
        notify.success(t('preannotation.similar.queued'));
      }}
    >
      {(form) => (subject ? <Fields form={form} subject={subject} /> : null)}
    </FormModal>
  );
}
