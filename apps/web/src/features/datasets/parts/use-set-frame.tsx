/** What stands around the images of a data set: the way to it, and its model's tabs where a model owns it. */
import { modelName, type Dataset } from '@loupe/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../core/i18n.ts';
import { nameOfSet } from '../../../core/label-name.ts';
import type { Crumb } from '../../../ui/Page.tsx';
import { useProject } from '../../projects/api.ts';
import { ModelTabs, useModel, useModelCrumbs } from '../../models/api.ts';

export interface SetFrame {
  name: string;
  /** Up to the data set, which is the last one. */
  crumbs: Crumb[];
  tabs: ReactNode;
}

export const useSetFrame = (dataset: Dataset | undefined): SetFrame => {
  const { t } = useTranslation();
  const locale = useLocale();
  const modelCrumbs = useModelCrumbs();
  const modelId = dataset?.modelId ?? 0;
  const model = useModel(modelId);
  useProject(dataset?.projectId ?? 0);
  if (!dataset) return { name: '…', crumbs: [{ text: '…' }], tabs: null };
  const name = nameOfSet(dataset, locale);
  if (modelId === 0) {
    const crumbs: Crumb[] = [
      { text: t('datasets.title'), screen: 'DatasetList' },
      { text: dataset.projectName, screen: 'DatasetList', search: { projectId: dataset.projectId }, isList: true },
      { text: name, screen: 'FolderList', search: { id: dataset.id }, isList: true },
    ];
    return { name, crumbs, tabs: null };
  }
  const { role } = dataset;
  return {
    name,
    crumbs: [
      ...modelCrumbs({ id: modelId, name: model ? modelName(model) : '…' }),
      { text: name, screen: 'FolderList', search: { model: modelId }, target: { role }, isList: true },
    ],
    tabs: <ModelTabs modelId={modelId} />,
  };
};
