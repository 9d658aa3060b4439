/** The labels of a data set: add, rename, recolour, delete. The first nine show the number key that chooses them. */
import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { families, limits, type Dataset, type Label } from '@loupe/contract';
import { Button, Form, Tooltip } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../core/access.ts';
import { labelName } from '../../../core/label-name.ts';
import { useApiMutation } from '../../../core/query.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { FormModal } from '../../../ui/FormModal.tsx';
import { Card } from '../../../ui/Page.tsx';
import { shortName } from '../../../ui/name-rule.ts';
import { NameItem } from '../../../ui/NameField.tsx';
import { LabelTag } from '../../../ui/StatusTag.tsx';
import { nextLabelColor } from '../../../ui/tokens.ts';
import { LabelColor } from './LabelColor.tsx';
import styles from './labels.module.css';

const invalidates = ['datasetInfo', 'datasetList', 'imageShapes'] as const;

function LabelForm(props: { dataset: Dataset; label: Label | null; open: boolean; onClose: () => void }) {
  const { dataset, label, open, onClose } = props;
  const { t } = useTranslation();
  const add = useApiMutation('labelAdd', { invalidates, success: t('ui.added'), inForm: true });
  const update = useApiMutation('labelUpdate', { invalidates, success: t('ui.saved'), inForm: true });
  return (
    <FormModal<{ name: string; color: string }>
      open={open}
      title={label ? t('datasets.editLabel') : t('datasets.addLabel')}
      okText={label ? t('ui.save') : t('ui.add')}
      initial={{ name: label?.name ?? '', color: label?.color ?? nextLabelColor(dataset.labels.map((l) => l.color)) }}
      onClose={onClose}
      submit={(values) => {
        const draft = { name: values.name.trim(), color: values.color };
        return label
          ? update.mutateAsync({ id: label.id, ...draft })
          : add.mutateAsync({ datasetId: dataset.id, ...draft });
      }}
    >
      <NameItem name="name" label={t('datasets.labelName')} rule={shortName} />
      <Form.Item name="color" label={t('datasets.labelColor')}>
        <LabelColor />
      </Form.Item>
    </FormModal>
  );
}

/** A label in use says so, and what can be done about it, instead of being offered for deletion. */
function DeleteLabel(props: { name: string; reason: string | null; onDelete: () => void }) {
  const { name, reason, onDelete } = props;
  const { t } = useTranslation();
  return (
    <Tooltip title={reason}>
      <Button
        size="small"
        type="text"
        icon={<DeleteOutlined />}
        disabled={reason !== null}
        aria-label={`${t('ui.delete')} ${name}${reason === null ? '' : `: ${reason}`}`}
        onClick={onDelete}
      />
    </Tooltip>
  );
}

export function LabelsCard({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const mayEdit = useMay()('labelUpdate', dataset.projectId);
  const [form, setForm] = useState<{ label: Label | null } | null>(null);
  const remove = useApiMutation('labelDelete', { invalidates, success: t('ui.deleted') });
  const useOf = ({ shapes, ignored = 0, learned }: Label): string | null => {
    if (learned) return t('datasets.labelTrained');
    if (shapes === 0 && ignored > 0) return t('datasets.labelIgnored', { count: ignored });
    return shapes > 0 ? t('datasets.labelUsed', { count: shapes + ignored }) : null;
  };
  const shownName = (label: Label) => labelName(label.name, families[dataset.family]);
  const askDelete = async (label: Label) => {
    const agreed = await confirm({
      title: t('datasets.deleteLabel', { name: shownName(label) }),
      okText: t('ui.delete'),
      danger: true,
    });
    if (agreed) remove.mutate({ id: label.id });
  };
  return (
    <Card
      tour="labels"
      title={t('datasets.labelsTitle')}
      extra={
        mayEdit ? (
          <>
            <span className="hint">{t('datasets.labelsText')}</span>
            <Button
              size="small"
              icon={<PlusOutlined />}
              disabled={dataset.labels.length >= limits.labelsPerDataset}
              onClick={() => setForm({ label: null })}
            >
              {t('datasets.addLabel')}
            </Button>
          </>
        ) : null
      }
    >
      {dataset.labels.length === 0 ? <p className="second">{t('datasets.labelsEmpty')}</p> : null}
      <div className={styles.list}>
        {dataset.labels.map((label, i) => (
          <span key={label.id} className={styles.label}>
            {i < 9 ? <kbd className={styles.key}>{i + 1}</kbd> : null}
            <Tooltip title={t('datasets.labelShapes', { count: label.shapes })}>
              <span>
                <LabelTag name={shownName(label)} color={label.color} count={label.shapes} />
              </span>
            </Tooltip>
            {mayEdit ? (
              <>
                <Button
                  size="small"
                  type="text"
                  icon={<EditOutlined />}
                  aria-label={`${t('datasets.editLabel')} ${shownName(label)}`}
                  onClick={() => setForm({ label })}
                />
                <DeleteLabel name={shownName(label)} reason={useOf(label)} onDelete={() => void askDelete(label)} />
              </>
            ) : null}
          </span>
        ))}
      </div>
      <LabelForm dataset={dataset} label={form?.label ?? null} open={form !== null} onClose={() => setForm(null)} />
    </Card>
  );
}
