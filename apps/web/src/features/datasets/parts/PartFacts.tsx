/** Of a model's own pictures: how many train, how many are kept for tests. */
import { PicturePart } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../core/format.ts';
import { partCounts } from './part-counts.ts';

export function PartFacts({ pictures, testPictures }: { pictures: number; testPictures: number }) {
  const { t } = useTranslation();
  const counts = partCounts(pictures, testPictures);
  return PicturePart.options.map((part) => (
    <span key={part} className="num">
      {t(`datasets.parts.${part}`)} {formatCount(counts[part])}
    </span>
  ));
}
