/** The dialogs that add a data set with its first labels, and change its name and type. */
import { SetType, type Dataset } from '@loupe/contract';
import { Form, Select, Switch, type FormRule } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asParagraph } from '../../../core/i18n.ts';
import { useApiMutation } from '../../../core/query.ts';
import { SceneLink } from '../../../core/scene.tsx';
import { FormModal } from '../../../ui/FormModal.tsx';
import { longName, nameFaultText, nameRuleText, shortName } from '../../../ui/name-rule.ts';
import { NameItem } from '../../../ui/NameField.tsx';
import { ProjectSelect, useFirstProject } from '../../projects/api.ts';
import { draftFault, namedDrafts, wrongDraft } from './label-rules.ts';
import { LabelDrafts, newDraft, type Draft } from './LabelDrafts.tsx';

interface Values {
  projectId: number | null;
  name: string;
  setType: SetType;
  review: boolean;
  labels: Draft[];
}

const invalidates = [
  'datasetList',
  'datasetInfo',
  'folderList',
  'folderInfo',
  'projectList',
  'projectInfo',
  'dashboardInfo',
] as const;

function TypeField({ locked }: { locked: boolean }) {
  const { t } = useTranslation();
  return (
    <Form.Item name="setType" label={t('datasets.setType')} extra={locked ? t('datasets.typeLocked') : null}>
      <Select
        disabled={locked}
        options={SetType.options.map((value) => ({
          value,
          label: `${t(`datasets.setTypes.${value}`)} — ${t(`datasets.typeHelp.${value}`)}`,
        }))}
      />
    </Form.Item>
  );
}

function ReviewField() {
  const { t } = useTranslation();
  return (
    <Form.Item name="review" label={t('review.switch')} valuePropName="checked" extra={t('review.switchText')}>
      <Switch />
    </Form.Item>
  );
}

/** Not before the form is sent, for a row that is being typed is no fault; then with each letter, so that none is stale. */
const useDraftRules = (): { rules: FormRule[]; validateTrigger: string } => {
  const { t } = useTranslation();
  const [isRefused, setRefused] = useState(false);
  const rules: FormRule[] = [
    {
      validator: (_, drafts: Draft[]) => {
        const fault = draftFault(drafts);
        setRefused(fault !== null);
        if (!fault) return Promise.resolve();
        const texts = {
          incomplete: () => t('datasets.labelNeeded'),
          invalid: () => {
            const { name, why } = wrongDraft(drafts)!;
            return t('datasets.labelWrong', { name, why: nameFaultText(why, shortName) });
          },
          twice: () => t('datasets.labelTwice'),
        };
        return Promise.reject(new Error(texts[fault]()));
      },
    },
  ];
  return { rules, validateTrigger: isRefused ? 'onChange' : 'onSubmit' };
};

export function DatasetAdd(props: {
  open: boolean;
  projectId: number;
  onClose: () => void;
  onAdded: (dataset: Dataset) => void;
}) {
  const { open, projectId, onClose, onAdded } = props;
  const { t } = useTranslation();
  const { total, first, isLoaded } = useFirstProject(projectId, 'datasetAdd');
  const draftRules = useDraftRules();
  const add = useApiMutation('datasetAdd', { invalidates, success: t('ui.added'), inForm: true });
  return (
    <FormModal<Values>
      open={open && isLoaded}
      title={t('datasets.add')}
      okText={t('ui.add')}
      initial={{
        projectId: first ?? null,
        name: '',
        setType: 'detection',
        review: false,
        labels: [newDraft([])],
      }}
      onClose={onClose}
      submit={async ({ projectId: chosen, name, setType, review, labels }) => {
        const fields = { name: name.trim(), setType, review, labels: namedDrafts(labels) };
        onAdded(await add.mutateAsync({ projectId: chosen!, ...fields }));
      }}
    >
      <Form.Item
        name="projectId"
        label={t('datasets.project')}
        rules={[{ required: true, message: t('datasets.projectRequired') }]}
        extra={
          total === 0 ? (
            <>
              {t('datasets.noProject')} <SceneLink screen="ProjectList">{t('datasets.toProjects')}</SceneLink>
            </>
          ) : null
        }
      >
        <ProjectSelect hasAdd={false} route="datasetAdd" />
      </Form.Item>
      <NameItem name="name" label={t('ui.name')} rule={longName} placeholder={t('datasets.namePlaceholder')} />
      <TypeField locked={false} />
      <Form.Item
        name="labels"
        label={t('datasets.labels')}
        {...draftRules}
        // the rows show it themselves
        validateStatus=""
        extra={asParagraph([t('datasets.labelsEnter'), nameRuleText(shortName)])}
      >
        <LabelDrafts />
      </Form.Item>
      <ReviewField />
    </FormModal>
  );
}

export function DatasetEdit({ dataset, onClose }: { dataset: Dataset | null; onClose: () => void }) {
  const { t } = useTranslation();
  const update = useApiMutation('datasetUpdate', { invalidates, success: t('ui.saved'), inForm: true });
  return (
    <FormModal<Pick<Values, 'name' | 'setType' | 'review'>>
      open={dataset !== null}
      title={t('datasets.editTitle')}
      initial={{
        name: dataset?.name ?? '',
        setType: dataset?.setType ?? 'detection',
        review: dataset != null && dataset.review !== null,
      }}
      onClose={onClose}
      submit={({ name, setType, review }) =>
        update.mutateAsync({ id: dataset!.id, name: name.trim(), dataType: dataset!.dataType, setType, review })
      }
    >
      <NameItem name="name" label={t('ui.name')} rule={longName} />
      <TypeField locked={dataset?.referenced ?? false} />
      <ReviewField />
    </FormModal>
  );
}
