/** Asks for the folder that the selected images go to. */
import type { Folder } from '@loupe/contract';
import { Form } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../core/query.ts';
import { FormModal } from '../../../ui/FormModal.tsx';
import { PagedSelect } from '../../../ui/PagedSelect.tsx';

export function MoveDialog(props: {
  folder: Folder;
  count: number;
  open: boolean;
  onClose: () => void;
  onMove: (to: Folder) => void;
}) {
  const { folder, count, open, onClose, onMove } = props;
  const { t } = useTranslation();
  const target = useRef<Folder | undefined>(undefined);
  const place = { datasetId: folder.datasetId };
  const isAlone = useApi('folderList', { ...place, pageSize: 1 }, { enabled: open }).data?.total === 1;
  return (
    <FormModal<{ to?: number }>
      open={open}
      title={t('datasets.moveTitle', { count })}
      okText={t('datasets.move')}
      initial={{}}
      onClose={onClose}
      submit={async () => {
        if (target.current) onMove(target.current);
      }}
    >
      <p>{t('datasets.moveText')}</p>
      <Form.Item
        name="to"
        label={t('datasets.moveTo')}
        rules={[{ required: true, message: t('datasets.moveRequired') }]}
        extra={isAlone ? t('datasets.moveNone') : null}
      >
        <PagedSelect
          list="folderList"
          input={{ ...place, sort: 'name' }}
          textOf={(one) => `${one.name} · ${t('datasets.imageCount', { count: one.images })}`}
          leaveOut={(one) => one.id === folder.id}
          disabled={isAlone}
          enabled={open}
          placeholder={t('datasets.searchFolder')}
          onChosen={(one) => (target.current = one)}
        />
      </Form.Item>
    </FormModal>
  );
}
