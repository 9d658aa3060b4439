/** A new name for one picture; the ending of the file stays. */
import { limits, type Picture } from '@loupe/contract';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../core/query.ts';
import { FormModal } from '../../../ui/FormModal.tsx';

/** `a.b.png` → `a.b` and `.png`. */
const parted = (name: string): [stem: string, ending: string] => {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
};

export function RenameDialog({ picture, onClose }: { picture: Picture | null; onClose: () => void }) {
  const { t } = useTranslation();
  const rename = useApiMutation('pictureRename', {
    invalidates: ['pictureList', 'pictureNeighbours', 'pictureShapes'],
  });
  if (!picture) return null;
  const [stem, ending] = parted(picture.name);
  return (
    <FormModal<{ stem: string }>
      open
      title={t('datasets.renameTitle')}
      initial={{ stem }}
      onClose={onClose}
      submit={(values) => rename.mutateAsync({ id: picture.id, name: `${values.stem.trim()}${ending}` })}
    >
      <Form.Item
        name="stem"
        label={t('datasets.pictureName')}
        rules={[{ required: true, whitespace: true, message: t('datasets.pictureNameRequired') }]}
      >
        <Input maxLength={limits.pictureName - ending.length} suffix={ending} onFocus={(e) => e.target.select()} />
      </Form.Item>
    </FormModal>
  );
}
