/** Pre-annotation from a list of folders or images: where a model can propose shapes, and the dialog that starts it. */
import { roleOf, type Dataset, type Folder } from '@loupe/contract';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../core/access.ts';
import { contractText } from '../../../core/i18n.ts';
import type { RowAction } from '../../../ui/PageTable.tsx';
import { PreannotateDialog, type PreannotateSubject } from '../../preannotation/api.ts';

interface Preannotate {
  /** Undefined: no model can propose anything here, or the person may not ask for it. */
  ask: ((selection: PreannotateSubject['selection'], name: string) => void) | undefined;
  /** Of the row of a folder. */
  action: (folder: Folder) => RowAction[];
  dialog: ReactNode;
}

/** Where images are not marked one by one, shapes need a label that is there. */
export const mayPropose = ({ family, role, labels }: Dataset): boolean =>
  roleOf(family, role).truth === 'shapes' || labels.length > 0;

export function usePreannotate(dataset: Dataset | undefined, onClose?: () => void): Preannotate {
  const { t } = useTranslation();
  const [subject, setSubject] = useState<PreannotateSubject | null>(null);
  const isAllowed = useMay()('preannotateAdd', dataset?.projectId) && dataset !== undefined && mayPropose(dataset);
  const ask: Preannotate['ask'] = isAllowed
    ? (selection, name) => {
        const { id: datasetId, projectId, modelId } = dataset;
        setSubject({ datasetId, projectId, modelId, name, selection });
      }
    : undefined;
  const close = () => {
    setSubject(null);
    onClose?.();
  };
  const hindranceOf = ({ images, state }: Folder): Pick<RowAction, 'disabled' | 'reason'> => {
    if (images === 0) return { disabled: true, reason: contractText('folder.noImages') };
    return state === 'preLabeling' ? { disabled: true, reason: contractText('prelabel.inProgress') } : {};
  };
  return {
    ask,
    action: (folder) =>
      ask
        ? [
            {
              key: 'preannotate',
              text: t('preannotation.open'),
              ...hindranceOf(folder),
              onClick: () => ask({ filter: { folderId: folder.id } }, folder.name),
            },
          ]
        : [],
    dialog: <PreannotateDialog subject={subject} onClose={close} />,
  };
}
