/** A new model: project, plan and function name, type. Goes on to its first training. */
import { families, modelsOwnData, type ModelType } from '@loupe/contract';
import { Button, Form, Select } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { followEnter } from '../../../core/enter.ts';
import { useLocale, useText } from '../../../core/i18n.ts';
import { useApi, useApiMutation } from '../../../core/query.ts';
import { useFamily, useGo } from '../../../core/scene.tsx';
import { urlId, useUrlState } from '../../../core/search.ts';
import { useEntered } from '../../../ui/entered.ts';
import { useKeepEntered } from '../../../ui/keep-entered.ts';
import { Card, Page } from '../../../ui/Page.tsx';
import { ProjectSelect, useFirstProject } from '../../projects/api.ts';
import { useGoToModel, useModelsTitle } from '../api.ts';
import { ModelFields, trimmedNames, type ModelNames } from '../parts/model-fields.tsx';

interface Values extends ModelNames {
  projectId: number | undefined;
  type: ModelType;
}
/** `dataset` and `folder`: what the first training begins with. */
const AddSearch = z.object({ projectId: urlId, dataset: urlId, folder: urlId });

/** Model types of the present family, and the one for the data set that the first training begins with. */
const useTypes = (datasetId: number) => {
  const text = useText();
  const { modelTypes } = families[useFamily()];
  const isAsked = datasetId > 0 && modelTypes.some(({ setType }) => setType !== undefined);
  const dataset = useApi('datasetInfo', { id: datasetId }, { enabled: isAsked, silent: true }).data;
  const own = dataset && modelTypes.find(({ setType }) => setType === dataset.setType);
  return {
    types: modelTypes.map(({ id, name }) => ({ value: id, label: text(name) })),
    // undefined until the data set is known, and where none asks for it
    fitting: own?.id,
  };
};

export function ModelAddPage() {
  const { t } = useTranslation();
  const go = useGo();
  const [{ projectId, dataset, folder }] = useUrlState(AddSearch);
  const goToModel = useGoToModel();
  const title = useModelsTitle();
  // A model with images of its own begins with them; others choose from the project's.
  const isOwn = modelsOwnData(families[useFamily()]);
  const { first } = useFirstProject(projectId, 'modelAdd');
  const { types, fitting } = useTypes(dataset);
  const [form] = Form.useForm<Values>();
  const language = useLocale();
  const entered = useEntered(form, true);
  const release = useKeepEntered(entered.isEntered);
  const add = useApiMutation('modelAdd', { invalidates: ['modelList', 'projectList', 'dashboardInfo'] });
  useEffect(() => {
    if (first && !form.getFieldValue('projectId')) form.setFieldValue('projectId', first);
  }, [first, form]);
  useEffect(() => {
    if (fitting && !form.isFieldTouched('type')) form.setFieldValue('type', fitting);
  }, [fitting, form]);
  // images of another project are none of this model's
  const submit = (values: Values) => {
    const isTheirs = values.projectId === projectId;
    const images = isTheirs ? { dataset: dataset || undefined, folder: folder || undefined } : {};
    add.mutate(
      { projectId: values.projectId!, type: values.type, language, ...trimmedNames(values) },
      {
        onSuccess: ({ id }) => {
          release();
          if (isOwn) goToModel(id, 'home');
          else go('AddSet', { modelId: id, ...images });
        },
      },
    );
  };
  return (
    <Page title={t('models.add')} crumbs={[{ text: title, screen: 'ModelList' }, { text: t('models.add') }]}>
      <Card style={{ maxWidth: 720 }}>
        <Form<Values>
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={{
            projectId: first,
            type: types[0]?.value,
            planName: '',
            functionName: '',
            description: '',
          }}
          onFinish={submit}
          scrollToFirstError
          {...followEnter(form.submit)}
          {...entered.watch}
        >
          <Form.Item
            name="projectId"
            label={t('models.project')}
            rules={[{ required: true, message: t('models.projectNeeded') }]}
          >
            <ProjectSelect route="modelAdd" />
          </Form.Item>
          <Form.Item name="type" label={t('models.type')} extra={t('models.typeHelp')}>
            <Select options={types} />
          </Form.Item>
          <ModelFields />
          <Button type="primary" size="large" loading={add.isPending} onClick={() => form.submit()}>
            {t('models.addAndTrain')}
          </Button>
        </Form>
      </Card>
    </Page>
  );
}
