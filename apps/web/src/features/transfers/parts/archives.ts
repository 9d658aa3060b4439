/** Archives that may be uploaded here: what the family of the screen takes. */
import { families, type ArchiveFormat, type FamilyId } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { useFamily } from '../../../core/scene.tsx';

/** `family`: of the data set that was chosen; else that of the screen. */
export function useArchives(family?: FamilyId): readonly ArchiveFormat[] {
  const shown = useFamily();
  return families[family ?? shown].archives;
}

/** In a sentence: "zip or 7z". */
export function useArchiveWords(family?: FamilyId): string {
  const { t } = useTranslation();
  return useArchives(family).join(t('transfers.archiveOr'));
}
