/** Asks for the folder that the selected pictures go to. */
import type { Folder } from '@loupe/contract';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../core/format.ts';
import { useApi } from '../../../core/query.ts';
import { FormModal } from '../../../ui/FormModal.tsx';

export function MoveDialog(props: {
  folder: Folder;
  count: number;
  open: boolean;
  onClose: () => void;
  onMove: (to: Folder) => void;
}) {
  const { folder, count, open, onClose, onMove } = props;
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const { data, isFetching } = useApi(
    'folderList',
    { datasetId: folder.datasetId, ...(name ? { name } : {}), pageSize: 50, sort: 'name' },
    { enabled: open, keepPrevious: true },
  );
  const others = (data?.list ?? []).filter((one) => one.id !== folder.id);
  const isAlone = data !== undefined && name === '' && others.length === 0;
  return (
    <FormModal<{ to?: number }>
      open={open}
      title={t('datasets.moveTitle', { count: formatCount(count) })}
      okText={t('datasets.move')}
      initial={{}}
      onClose={onClose}
      submit={async ({ to }) => {
        const target = others.find((one) => one.id === to);
        if (target) onMove(target);
      }}
    >
      <p>{t('datasets.moveText')}</p>
      <Form.Item
        name="to"
        label={t('datasets.moveTo')}
        rules={[{ required: true, message: t('datasets.moveRequired') }]}
        extra={isAlone ? t('datasets.moveNone') : null}
      >
        <Select
          showSearch={{ filterOption: false, onSearch: (text) => setName(text.trim()) }}
          loading={isFetching}
          disabled={isAlone}
          placeholder={t('datasets.searchFolder')}
          options={others.map((one) => ({
            value: one.id,
            label: `${one.name} · ${t('datasets.pictureCount', { count: formatCount(one.images) })}`,
          }))}
        />
      </Form.Item>
    </FormModal>
  );
}
