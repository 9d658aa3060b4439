/** Where the model may use an image: icon, word, colour. */
import { ExperimentOutlined, ReadOutlined } from '@ant-design/icons';
import type { ImagePart } from '@loupe/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ToneTag, type Tone } from '../../../ui/StatusTag.tsx';

const looks: { readonly [P in ImagePart]: { tone: Tone; icon: ReactNode } } = {
  train: { tone: 'busy', icon: <ReadOutlined /> },
  test: { tone: 'quiet', icon: <ExperimentOutlined /> },
};

export function PartTag({ part, bare = false, plain = false }: { part: ImagePart; bare?: boolean; plain?: boolean }) {
  const { t } = useTranslation();
  const { tone, icon } = looks[part];
  return (
    <ToneTag tone={tone} icon={icon} plain={plain}>
      {bare ? <span className="sr-only">{t(`datasets.parts.${part}`)}</span> : t(`datasets.parts.${part}`)}
    </ToneTag>
  );
}
