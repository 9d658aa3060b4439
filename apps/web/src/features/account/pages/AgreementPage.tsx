/** An agreement for everybody to read, signed in or not, in the language of the page. */
import { agreementIds, agreementPaths, type AgreementId } from '@loupe/contract';
import { Skeleton } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../core/format.ts';
import { useLocale } from '../../../core/i18n.ts';
import { useApi } from '../../../core/query.ts';
import { ErrorState } from '../../../ui/EmptyState.tsx';
import { LanguageSwitch } from '../../../ui/LanguageSwitch.tsx';
import { Logo } from '../../../ui/Logo.tsx';
import { SafeMarkdown } from '../../../ui/SafeMarkdown.tsx';
import styles from '../parts/agreement.module.css';

function AgreementPage({ id }: { id: AgreementId }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data, error, refetch } = useApi('agreementInfo', { id }, { silent: true });
  useEffect(() => {
    document.title = `${t(`account.agreements.${id}`)} · Loupe`;
  }, [t, id]);
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <a href="/" className={styles.brand}>
          <Logo size={24} />
          Loupe
        </a>
        <nav className={styles.links} aria-label={t('account.agreements.both')}>
          {agreementIds.map((one) => (
            <a key={one} href={agreementPaths[one]} aria-current={one === id ? 'page' : undefined}>
              {t(`account.agreements.${one}`)}
            </a>
          ))}
        </nav>
        <LanguageSwitch />
      </header>
      <main className={`card ${styles.paper}`}>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {data ? <SafeMarkdown text={data[locale]} /> : error ? null : <Skeleton active paragraph={{ rows: 12 }} />}
        {data?.updatedAt ? (
          <p className="hint">{t('account.agreements.updated', { date: formatDate(data.updatedAt) })}</p>
        ) : null}
      </main>
    </div>
  );
}

export const ProductServicePage = () => <AgreementPage id="productService" />;
export const PersonalInformationPage = () => <AgreementPage id="personalInformation" />;
