/** What one says of oneself, in a form that is saved as a whole. */
import { api, limits, patterns, roleTitle, type Profile, type ProfileInput } from '@loupe/contract';
import { Button, Form, type FormRule } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../core/call.ts';
import { followEnter } from '../../../core/enter.ts';
import { handleError } from '../../../core/errors.ts';
import { formatDate } from '../../../core/format.ts';
import { useText } from '../../../core/i18n.ts';
import { useApiMutation } from '../../../core/query.ts';
import { sessionStore } from '../../../core/session.ts';
import { TextField } from '../../../ui/fields.tsx';
import { useKeepEntered } from '../../../ui/keep-entered.ts';
import { Card } from '../../../ui/Page.tsx';
import styles from './center.module.css';

type Values = Record<keyof ProfileInput, string>;

const valuesOf = (profile: Profile): Values => ({
  accountName: profile.accountName ?? '',
  realName: profile.realName ?? '',
  company: profile.company ?? '',
  landline: profile.landline ?? '',
  fax: profile.fax ?? '',
  postcode: profile.postcode ?? '',
});
/** What is left empty is nothing. */
const inputOf = (values: Values): ProfileInput => {
  const left = Object.entries(values).map(([key, text]) => [key, text.trim() || null] as const);
  return Object.fromEntries(left) as ProfileInput;
};

const areSame = (one: Values, other: Values): boolean => {
  const [a, b] = [inputOf(one), inputOf(other)];
  return (Object.keys(a) as (keyof ProfileInput)[]).every((key) => a[key] === b[key]);
};

const rule = (pattern: RegExp, message: string, max?: number): FormRule[] => [
  { transform: (text: string) => text.trim(), pattern, message, ...(max ? { max } : {}) },
];

const useFields = ({
  account,
  realName,
}: Profile): { name: keyof Values; rules: FormRule[]; autoComplete: string; empty?: string }[] => {
  const { t } = useTranslation();
  const person = rule(patterns.personName, t('center.personRule', { max: limits.nameShort }), limits.nameShort);
  const company = rule(patterns.line, t('center.companyRule', { max: limits.nameLong }), limits.nameLong);
  return [
    { name: 'realName', rules: person, autoComplete: 'name' },
    { name: 'accountName', rules: person, autoComplete: 'nickname', empty: realName ?? account },
    { name: 'company', rules: company, autoComplete: 'organization' },
    { name: 'landline', rules: rule(patterns.phoneOrLandline, t('center.landlineRule')), autoComplete: 'off' },
    { name: 'fax', rules: rule(patterns.fax, t('center.faxRule')), autoComplete: 'off' },
    { name: 'postcode', rules: rule(patterns.postcode, t('center.postcodeRule')), autoComplete: 'postal-code' },
  ];
};

function Facts({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const text = useText();
  const facts = [
    [t('center.account'), profile.account],
    [t('center.role'), text(roleTitle(profile.roleName))],
    [t('center.since'), formatDate(profile.createdAt)],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function ProfileCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const [stored, setStored] = useState(() => valuesOf(profile));
  const [isChanged, setChanged] = useState(false);
  const fields = useFields(profile);
  useKeepEntered(() => isChanged);
  const update = useApiMutation('profileUpdate', { success: t('center.profileSaved'), invalidates: ['profile'] });
  const save = (values: Values) => {
    if (update.isPending) return;
    update.mutate(inputOf(values), {
      onSuccess: (saved) => {
        form.setFieldsValue(valuesOf(saved));
        setStored(valuesOf(saved));
        setChanged(false);
        // the header shows the name
        call(api.userInfo, {}).then((data) => sessionStore.set(data), handleError);
      },
    });
  };
  return (
    <Card title={t('center.profile')}>
      <Facts profile={profile} />
      <Form
        form={form}
        name="profile"
        layout="vertical"
        requiredMark={false}
        className={styles.fields!}
        initialValues={valuesOf(profile)}
        onValuesChange={(_, values: Values) => setChanged(!areSame(values, stored))}
        onFinish={save}
        scrollToFirstError
        {...followEnter(form.submit)}
      >
        {fields.map(({ name, rules, autoComplete, empty }) => (
          <Form.Item key={name} name={name} label={t(`center.${name}`)} rules={rules}>
            <TextField autoComplete={autoComplete} placeholder={empty} />
          </Form.Item>
        ))}
      </Form>
      <Button type="primary" disabled={!isChanged} loading={update.isPending} onClick={form.submit}>
        {t('ui.save')}
      </Button>
    </Card>
  );
}
