/** The two agreements, each on a page of its own in another tab: what was typed here stays. */
import { useTranslation } from 'react-i18next';

export function AgreementLinks({ lead }: { lead: string }) {
  const { t } = useTranslation();
  const link = (href: string, text: string) => (
    <a href={href} target="_blank" rel="noopener">
      {text}
    </a>
  );
  return (
    <>
      {lead} {link('/productServiceAgreement', t('account.productService'))} {t('account.and')}{' '}
      {link('/personalInformationProtectionPolicy', t('account.personalInformation'))}
    </>
  );
}
