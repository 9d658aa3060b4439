/** Sign-in by account or phone, registering, a forgotten password; and the steps that come before anything else. */
import { signInFailures } from '@loupe/contract';
import { Button } from 'antd';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { safeReturn } from '../../../core/guard.ts';
import { contractText } from '../../../core/i18n.ts';
import { parseSearch, urlText, useUrlState } from '../../../core/search.ts';
import { useApi } from '../../../core/query.ts';
import { hasSteps, useSession } from '../../../core/session.ts';
import { LanguageSwitch } from '../../../ui/LanguageSwitch.tsx';
import { Logo } from '../../../ui/Logo.tsx';
import { ByCodeForm } from '../parts/ByCodeForm.tsx';
import { CompletionForm } from '../parts/CompletionForm.tsx';
import { FirstPassword } from '../parts/FirstPassword.tsx';
import { LoupeArt } from '../parts/LoupeArt.tsx';
import styles from '../parts/login.module.css';
import { ProviderButton } from '../parts/ProviderButton.tsx';
import { SignInForm } from '../parts/SignInForm.tsx';
import { WaitingApproval } from '../parts/WaitingApproval.tsx';

const LoginSearch = z.object({
  from: urlText,
  failed: z.enum(signInFailures).optional().catch(undefined),
  by: z.enum(['register', 'reset']).optional().catch(undefined),
});

export function LoginPage() {
  const { t } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  const [search, change] = useUrlState(LoginSearch);
  // Kept: while the next page loads, this one is still shown but the address is already the other's.
  const [{ from, failed }] = useState(search);
  const [typed, setTyped] = useState<string | null>(null);
  const config = useApi('publicConfig', {}, { silent: true });
  const isReady = session !== null && !hasSteps(session);
  useEffect(() => {
    document.title = `${t(search.by ? `account.${search.by}Title` : 'account.signIn')} · Loupe`;
  }, [t, search.by]);
  useEffect(() => {
    if (!isReady) return;
    const [to, search] = safeReturn(from).split('?');
    void navigate({ to: to!, search: parseSearch(search ?? '') as never, replace: true });
  }, [isReady, from, navigate]);
  return (
    <div className={styles.login}>
      <aside className={styles.hero}>
        <LoupeArt />
        <p className={styles.brand}>
          <Logo size={28} />
          Loupe
        </p>
        <div className={styles.words}>
          <p className={styles.slogan}>{t('account.slogan')}</p>
          <p>{t('account.sloganText')}</p>
        </div>
      </aside>
      <main className={styles.side}>
        <div className={styles.language}>
          <LanguageSwitch />
        </div>
        <div className={styles.form}>
          {session?.mustChangePassword ? (
            <FirstPassword oldPassword={typed} />
          ) : session?.mustComplete ? (
            <CompletionForm />
          ) : session?.mustBeApproved ? (
            <WaitingApproval config={config.data} />
          ) : search.by && !config.error ? (
            config.data ? (
              <ByCodeForm
                key={search.by}
                purpose={search.by}
                config={config.data}
                onBack={() => change({ by: undefined })}
              />
            ) : null
          ) : (
            <>
              <SignInForm onTyped={setTyped} failed={failed ? contractText(failed) : null} />
              {config.data?.providerName ? <ProviderButton name={config.data.providerName} returnTo={from} /> : null}
              <div className={styles.others}>
                <Button type="link" onClick={() => change({ by: 'register' })}>
                  {t('account.registerLink')}
                </Button>
                <Button type="link" onClick={() => change({ by: 'reset' })}>
                  {t('account.resetLink')}
                </Button>
              </div>
            </>
          )}
        </div>
        <p className={styles.foot}>
          {t('account.screenHint')}
          {config.data ? ` · ${t('account.version', { version: config.data.version })}` : ''}
        </p>
      </main>
    </div>
  );
}
