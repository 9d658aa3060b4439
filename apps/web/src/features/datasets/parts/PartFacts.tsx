/** Of a model's own images: how many train, how many are kept for tests. */
import { ImagePart } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../core/format.ts';
import { partCounts } from '../../../ui/part-counts.ts';

export function PartFacts({ images, testImages }: { images: number; testImages: number }) {
  const { t } = useTranslation();
  const counts = partCounts(images, testImages);
  return ImagePart.options.map((part) => (
    <span key={part} className="num">
      {t(`datasets.parts.${part}`)} {formatCount(counts[part])}
    </span>
  ));
}
