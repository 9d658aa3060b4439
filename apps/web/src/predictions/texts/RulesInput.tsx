/** What has to hold of the texts on an image for it to be OK: rules that a person sets without code, and a text to try them. */
import { CheckCircleFilled, CloseCircleFilled, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { limits, type TextRule } from '@loupe/contract';
import { dayNumber, judgeTexts } from '@loupe/metrics';
import { Button, Dropdown, Input, Segmented } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenThresholds } from '../type.ts';
import { newRule, ruleFault, ruleFaultWords, ruleTypes } from './rule-words.ts';
import { RuleBody } from './RuleBody.tsx';
import styles from './rules.module.css';

const today = (): number => {
  const now = new Date();
  return dayNumber(now.getFullYear(), now.getMonth() + 1, now.getDate());
};

/** By one text alone: neither how many there are nor what a request gives can be tried. */
const canBeTried = (rule: TextRule): boolean =>
  rule.type !== 'count' && !(rule.type === 'equals' && rule.to.by === 'field');

/** Whether a text that was typed to try fulfils a rule; null: nothing to judge. */
export function holds(rule: TextRule, text: string, ignoreCase: boolean): boolean | null {
  if (text === '' || !canBeTried(rule) || ruleFault(rule) !== null) return null;
  const texts = [{ text, textScore: 1 }];
  return (
    judgeTexts({ texts, rules: [rule], textScore: 0, ignoreCase, expected: null, today: today() }).verdict === 'OK'
  );
}

function Held({ isHeld }: { isHeld: boolean | null }) {
  const { t } = useTranslation();
  if (isHeld === null) return null;
  return (
    <span className={styles.held} data-held={isHeld}>
      {isHeld ? <CheckCircleFilled /> : <CloseCircleFilled />} {t(isHeld ? 'texts.holds' : 'texts.broken')}
    </span>
  );
}

function Rule(props: {
  rule: TextRule;
  n: number;
  isHeld: boolean | null;
  isChecked: boolean;
  onChange: (to: TextRule) => void;
  onRemove: () => void;
}) {
  const { rule, n, isHeld, isChecked, onChange, onRemove } = props;
  const { t } = useTranslation();
  const found = ruleFault(rule);
  // one that was just added is still to be filled in: that is no mistake before a person saves it so
  const fault = found === 'empty' && !isChecked ? null : found;
  return (
    <li className={styles.rule} aria-label={t('texts.ruleN', { n })}>
      <header>
        <b>
          {n}. {t(`texts.types.${rule.type}`)}
        </b>
        <Held isHeld={isHeld} />
        {rule.type === 'count' ? null : (
          <Segmented<'any' | 'all'>
            size="small"
            value={rule.which}
            options={[
              { value: 'any', label: t('texts.any') },
              { value: 'all', label: t('texts.all') },
            ]}
            onChange={(which) => onChange({ ...rule, which })}
          />
        )}
        <Button
          size="small"
          type="text"
          icon={<DeleteOutlined />}
          aria-label={t('texts.removeRule', { n })}
          onClick={onRemove}
        />
      </header>
      <RuleBody rule={rule} isFaulty={fault !== null} onChange={onChange} />
      {fault ? <p className={styles.fault}>{ruleFaultWords(rule, t)}</p> : null}
    </li>
  );
}

export function RulesInput(props: {
  rules: readonly TextRule[];
  ignoreCase: boolean;
  /** Saving was refused: rules that are still empty say so. */
  isChecked: boolean;
  onChange: (to: readonly TextRule[]) => void;
}) {
  const { rules, ignoreCase, isChecked, onChange } = props;
  const { t } = useTranslation();
  const [tried, setTried] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const isNew = useRef(false);
  // What was just added is filled in next, and may stand below the edge of the form.
  useEffect(() => {
    if (!isNew.current || rules.length === 0) return;
    isNew.current = false;
    list.current?.lastElementChild?.querySelector<HTMLElement>('input:not([type=radio])')?.focus();
  }, [rules.length]);
  return (
    <fieldset className={styles.rules}>
      <legend>{t('texts.rules')}</legend>
      <p className="hint">{t('texts.rulesHelp')}</p>
      {rules.length > 0 ? (
        <ol ref={list} className={styles.list}>
          {rules.map((rule, i) => (
            <Rule
              key={i}
              rule={rule}
              n={i + 1}
              isHeld={holds(rule, tried.trim(), ignoreCase)}
              isChecked={isChecked}
              onChange={(to) => onChange(rules.with(i, to))}
              onRemove={() => onChange(rules.toSpliced(i, 1))}
            />
          ))}
        </ol>
      ) : null}
      <div className={styles.foot}>
        <Dropdown
          trigger={['click']}
          disabled={rules.length >= limits.textRules}
          menu={{
            items: ruleTypes.map((type) => ({ key: type, label: t(`texts.types.${type}`) })),
            onClick: ({ key }) => {
              isNew.current = true;
              onChange([...rules, newRule(key as TextRule['type'])]);
            },
          }}
        >
          <Button size="small" icon={<PlusOutlined />}>
            {t('texts.addRule')}
          </Button>
        </Dropdown>
        {rules.some(canBeTried) ? (
          <Input
            size="small"
            value={tried}
            maxLength={limits.textValue}
            spellCheck={false}
            aria-label={t('texts.tryText')}
            placeholder={t('texts.tryText')}
            onChange={(event) => setTried(event.target.value)}
          />
        ) : null}
      </div>
    </fieldset>
  );
}

/** The rules among the other thresholds of a form. */
export function RuleFields(props: {
  thresholds: OpenThresholds;
  isChecked: boolean;
  onChange: (to: OpenThresholds) => void;
}) {
  const { thresholds, isChecked, onChange } = props;
  return (
    <RulesInput
      rules={(thresholds['rules'] as readonly TextRule[] | undefined) ?? []}
      ignoreCase={thresholds['ignoreCase'] === true}
      isChecked={isChecked}
      onChange={(rules) => onChange({ ...thresholds, rules })}
    />
  );
}
