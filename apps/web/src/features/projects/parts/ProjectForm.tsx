/** The dialog that adds or changes a project. */
import { exampleValues, type Project } from '@loupe/contract';
import { Form, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../core/query.ts';
import { useMay } from '../../../core/access.ts';
import { useFamily } from '../../../core/scene.tsx';
import { useCan } from '../../../core/session.ts';
import { useWording } from '../../../core/wording.ts';
import { TextArea } from '../../../ui/fields.tsx';
import { FormModal } from '../../../ui/FormModal.tsx';
import { longName } from '../../../ui/name-rule.ts';
import { NameItem } from '../../../ui/NameField.tsx';
import { descriptionRules } from '../../../ui/rules.ts';

interface Values {
  name: string;
  description: string;
  /** Only where the toggle is shown. */
  example?: boolean;
}

/** `project` null adds one. */
export function ProjectForm(props: {
  open: boolean;
  project: Project | null;
  onClose: () => void;
  onAdded?: (project: Project) => void;
}) {
  const { open, project, onClose, onAdded } = props;
  const { t } = useTranslation();
  const wording = useWording();
  const family = useFamily();
  const may = useMay();
  // whoever owns it, and holds the key; a new one is owned by whoever adds it
  const canMark = useCan()('sys/example') && (project === null || may('projectDelete', project.id));
  const invalidates = ['projectList', 'projectInfo', 'dashboardInfo', 'datasetList', 'modelList'] as const;
  const add = useApiMutation('projectAdd', { invalidates, success: t('ui.added'), inForm: true });
  const update = useApiMutation('projectUpdate', { invalidates, success: t('ui.saved'), inForm: true });
  return (
    <FormModal<Values>
      open={open}
      title={project ? t('projects.editTitle') : t('projects.add')}
      okText={project ? t('ui.save') : t('ui.add')}
      initial={{
        name: project?.name ?? '',
        description: project?.description ?? '',
        ...(canMark ? { example: project?.example ?? false } : {}),
      }}
      onClose={onClose}
      submit={async (values) => {
        const { example } = values;
        const marked = example === undefined ? {} : { example: example ? exampleValues.on : exampleValues.off };
        const named = { name: values.name.trim(), description: values.description.trim(), ...marked };
        if (project) return update.mutateAsync({ id: project.id, ...named });
        const added = await add.mutateAsync({ family, ...named });
        onAdded?.(added);
        return added;
      }}
    >
      <NameItem name="name" label={t('ui.name')} rule={longName} placeholder={t('projects.namePlaceholder')} />
      <Form.Item name="description" label={t('ui.description')} rules={descriptionRules()}>
        <TextArea placeholder={t('projects.descriptionPlaceholder', wording)} />
      </Form.Item>
      {canMark ? (
        <Form.Item
          name="example"
          label={t('projects.exampleToggle')}
          valuePropName="checked"
          extra={t('projects.exampleText')}
        >
          <Switch />
        </Form.Item>
      ) : null}
    </FormModal>
  );
}
