/** The colour of a label: from the palette, or any other. */
import { ColorPicker } from 'antd';
import { useTranslation } from 'react-i18next';
import { palette } from '@loupe/contract';

export function LabelColor({ value, onChange }: { value?: string; onChange?: (color: string) => void }) {
  const { t } = useTranslation();
  return (
    <ColorPicker
      value={value ?? palette[0]}
      disabledAlpha
      format="hex"
      disabledFormat
      presets={[{ label: t('datasets.chooseColor'), colors: [...palette] }]}
      onChangeComplete={(color) => onChange?.(color.toHexString().toLowerCase().slice(0, 7))}
    />
  );
}
