/** A new name for one image; the ending of the file stays. */
import { limits, type DatasetImage } from '@loupe/contract';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../core/query.ts';
import { FormModal } from '../../../ui/FormModal.tsx';

/** `a.b.png` → `a.b` and `.png`. */
const parted = (name: string): [stem: string, ending: string] => {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
};

export function RenameDialog({ image, onClose }: { image: DatasetImage | null; onClose: () => void }) {
  const { t } = useTranslation();
  const rename = useApiMutation('imageRename', {
    invalidates: ['imageList', 'imageNeighbours', 'imageShapes'],
    inForm: true,
  });
  if (!image) return null;
  const [stem, ending] = parted(image.name);
  return (
    <FormModal<{ name: string }>
      open
      title={t('datasets.renameTitle')}
      initial={{ name: stem }}
      onClose={onClose}
      submit={(values) => rename.mutateAsync({ id: image.id, name: `${values.name.trim()}${ending}` })}
    >
      <Form.Item
        name="name"
        label={t('datasets.imageName')}
        rules={[{ required: true, whitespace: true, message: t('datasets.imageNameRequired') }]}
      >
        <Input maxLength={limits.imageName - ending.length} suffix={ending} onFocus={(e) => e.target.select()} />
      </Form.Item>
    </FormModal>
  );
}
