/** The dialog that adds or changes a folder. */
import { FolderType, type Folder } from '@loupe/contract';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../core/query.ts';
import { FormModal } from '../../../ui/FormModal.tsx';
import { folderName } from '../../../ui/name-rule.ts';
import { NameItem } from '../../../ui/NameField.tsx';

interface Values {
  name: string;
  type: FolderType;
}

/** `folder` null adds one. */
export function FolderForm(props: {
  open: boolean;
  datasetId: number;
  folder: Folder | null;
  onClose: () => void;
  onAdded: (folder: Folder) => void;
}) {
  const { open, datasetId, folder, onClose, onAdded } = props;
  const { t } = useTranslation();
  const invalidates = ['folderList', 'folderInfo', 'datasetInfo', 'datasetList'] as const;
  const add = useApiMutation('folderAdd', { invalidates, success: t('ui.added'), inForm: true });
  const update = useApiMutation('folderUpdate', { invalidates, success: t('ui.saved'), inForm: true });
  return (
    <FormModal<Values>
      open={open}
      title={folder ? t('datasets.folderEdit') : t('datasets.folderAdd')}
      okText={folder ? t('ui.save') : t('ui.add')}
      initial={{ name: folder?.name ?? '', type: folder?.type ?? 'general' }}
      onClose={onClose}
      submit={async ({ name, type }) => {
        const named = { name: name.trim(), type };
        if (folder) await update.mutateAsync({ id: folder.id, ...named });
        else onAdded(await add.mutateAsync({ datasetId, ...named }));
      }}
    >
      <NameItem
        name="name"
        label={t('datasets.folderName')}
        rule={folderName}
        placeholder={t('datasets.folderPlaceholder')}
      />
      <Form.Item name="type" label={t('datasets.folderType')} extra={t('datasets.folderTypeHelp')}>
        <Select options={FolderType.options.map((value) => ({ value, label: t(`datasets.folderTypes.${value}`) }))} />
      </Form.Item>
    </FormModal>
  );
}
