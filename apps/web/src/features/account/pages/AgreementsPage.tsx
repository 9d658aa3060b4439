/** Where an administrator writes the agreements: Markdown at the left, how it is shown at the right. */
import {
  agreementIds,
  agreementPaths,
  filledAgreement,
  limits,
  locales,
  type Agreement,
  type AgreementId,
  type Locale,
} from '@loupe/contract';
import { Alert, Button, Input, Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../core/i18n.ts';
import { useApi, useApiMutation } from '../../../core/query.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { ErrorState } from '../../../ui/EmptyState.tsx';
import { useKeepEntered } from '../../../ui/keep-entered.ts';
import { SafeMarkdown } from '../../../ui/SafeMarkdown.tsx';
import { Card, Page, PageSkeleton } from '../../../ui/Page.tsx';
import styles from '../parts/agreement.module.css';

type Texts = Record<Locale, string>;
const languages: Readonly<Record<Locale, string>> = { zh: '中文', en: 'English' };

interface EditorProps {
  agreement: Agreement;
  choice: ReactNode;
  /** What was typed and is not saved; null where that is the stored text. */
  draft: Texts | null;
  onDraft: (draft: Texts | null) => void;
}
function Editor({ agreement, choice, draft, onDraft }: EditorProps) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const [locale, setLocale] = useState(useLocale());
  const invalidates = ['agreementList', 'agreementInfo'] as const;
  const update = useApiMutation('agreementUpdate', { invalidates, success: t('account.agreements.saved') });
  const config = useApi('publicConfig', {}, { silent: true }).data;
  const { id, zh, en } = agreement;
  const texts = draft ?? { zh, en };
  const send = (next: Texts | null) => update.mutate({ id, texts: next }, { onSuccess: () => onDraft(null) });
  const write = (text: string) => {
    const next = { ...texts, [locale]: text };
    onDraft(next.zh === zh && next.en === en ? null : next);
  };
  const restore = async () => {
    const question = {
      title: t('account.agreements.restoreTitle'),
      content: t('account.agreements.restoreText'),
      okText: t('account.agreements.restore'),
      danger: true,
    };
    if (await confirm(question)) send(null);
  };
  const isEmpty = locales.some((one) => texts[one].trim() === '');
  return (
    <>
      <div className={styles.choice}>
        {choice}
        <Segmented<Locale>
          aria-label={t('shell.language')}
          value={locale}
          onChange={setLocale}
          options={locales.map((value) => ({ value, label: languages[value] }))}
        />
        <Button href={agreementPaths[id]} target="_blank">
          {t('account.agreements.open')}
        </Button>
        <Button disabled={agreement.updatedAt === null} onClick={() => void restore()}>
          {t('account.agreements.restore')}
        </Button>
        <Button
          type="primary"
          disabled={draft === null || isEmpty}
          loading={update.isPending}
          onClick={() => send(texts)}
        >
          {t('ui.save')}
        </Button>
      </div>
      {agreement.defaults.includes(locale) ? (
        <Alert type="warning" showIcon title={t('account.agreements.isDefault')} style={{ marginBottom: 14 }} />
      ) : null}
      <div className={styles.editor}>
        <Card
          title={t('account.agreements.text')}
          extra={<span className="hint">{t('account.agreements.places')}</span>}
        >
          <Input.TextArea
            aria-label={t('account.agreements.text')}
            value={texts[locale]}
            maxLength={limits.agreementLength}
            onChange={({ target }) => write(target.value)}
          />
        </Card>
        <Card title={t('account.agreements.preview')}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it */}
          <section className={styles.preview} aria-label={t('account.agreements.preview')} tabIndex={0}>
            <SafeMarkdown text={filledAgreement(texts[locale], locale, config ?? {})} />
          </section>
        </Card>
      </div>
    </>
  );
}

export function AgreementsPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useApi('agreementList', {}, { silent: true });
  const [id, setId] = useState<AgreementId>('productService');
  const [drafts, setDrafts] = useState<Partial<Record<AgreementId, Texts | null>>>({});
  // one question for both
  useKeepEntered(() => Object.values(drafts).some(Boolean));
  const title = t('shell.pages.agreements');
  if (!data && !error) return <PageSkeleton />;
  const choice = (
    <Segmented<AgreementId>
      aria-label={t('account.agreements.both')}
      value={id}
      onChange={setId}
      options={agreementIds.map((value) => ({
        value,
        label: (
          <>
            {t(`account.agreements.${value}`)}{' '}
            {drafts[value] ? <span className={styles.unsaved}>{t('account.agreements.unsaved')}</span> : null}
          </>
        ),
      }))}
    />
  );
  return (
    <Page title={title} crumbs={[{ text: t('shell.authority') }, { text: title }]}>
      {data ? (
        // each keeps what was typed into it
        data.map((one) => (
          <div key={one.id} hidden={one.id !== id}>
            <Editor
              agreement={one}
              choice={choice}
              draft={drafts[one.id] ?? null}
              onDraft={(draft) => setDrafts((old) => ({ ...old, [one.id]: draft }))}
            />
          </div>
        ))
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}
