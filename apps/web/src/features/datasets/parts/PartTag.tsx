/** Where the model may use a picture: icon, word, colour. */
import { ExperimentOutlined, ReadOutlined } from '@ant-design/icons';
import type { PicturePart } from '@loupe/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ToneTag, type Tone } from '../../../ui/StatusTag.tsx';

const looks: { readonly [P in PicturePart]: { tone: Tone; icon: ReactNode } } = {
  train: { tone: 'busy', icon: <ReadOutlined /> },
  test: { tone: 'quiet', icon: <ExperimentOutlined /> },
};

export function PartTag({ part, bare = false, plain = false }: { part: PicturePart; bare?: boolean; plain?: boolean }) {
  const { t } = useTranslation();
  const { tone, icon } = looks[part];
  return (
    <ToneTag tone={tone} icon={icon} plain={plain}>
      {bare ? <span className="sr-only">{t(`datasets.parts.${part}`)}</span> : t(`datasets.parts.${part}`)}
    </ToneTag>
  );
}
