/** Who looks after this server, as far as its settings say. */
import type { PublicConfig } from '@loupe/contract';
import { useTranslation } from 'react-i18next';

export function WhomToAsk({ config: { contact, operator } }: { config: PublicConfig }) {
  const { t } = useTranslation();
  if (contact !== null) return <>{t('account.askContact', { contact })}</>;
  return <>{operator === null ? t('account.askAdministrator') : t('account.askOperator', { operator })}</>;
}
