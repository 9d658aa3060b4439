/** What a version is called away from its model: `plan / function · Version 3`, everywhere in this one form. */
import { useTranslation } from 'react-i18next';

export const useVersionName = (): ((model: string, number: number) => string) => {
  const { t } = useTranslation();
  return (model, number) => `${model} · ${t('models.versionN', { n: number })}`;
};
