/** Where the threshold comes from: a rule, or a hand; the grey zone; and what to do with it. */
import { DownloadOutlined } from '@ant-design/icons';
import { Button, InputNumber, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { csvText, saveText } from '../../../core/csv.ts';
import { thresholdTyped } from '../../../core/format.ts';
import { UseThresholds } from '../../shared/UseThresholds.tsx';
import { verdictAt, zoneFrom } from './logic.ts';
import styles from './scores.module.css';
import type { Rule } from './search.ts';
import type { Scores } from './use-scores.ts';

function Percent(props: { label: string; value: number; disabled: boolean; onChange: (to: number) => void }) {
  return (
    <InputNumber
      size="small"
      className={styles.percent!}
      aria-label={props.label}
      value={Math.round(props.value * 100) / 100}
      min={0}
      max={50}
      step={0.5}
      suffix="%"
      disabled={props.disabled}
      onChange={(to) => to !== null && props.onChange(to)}
    />
  );
}

function RuleButton(props: {
  isOn: boolean;
  text: string;
  help: string;
  disabled?: boolean;
  onClick: () => void;
  children?: ReactNode;
}) {
  return (
    <div className={styles.rule} data-on={props.isOn}>
      <button
        type="button"
        aria-pressed={props.isOn}
        title={props.help}
        disabled={props.disabled ?? false}
        onClick={props.onClick}
      >
        {props.text}
      </button>
      {props.children}
    </div>
  );
}

const useCsv = ({ task, prepared, zone }: Scores): (() => void) => {
  const { t } = useTranslation();
  const verdicts = { ok: 'OK', review: 'review', ng: 'NG' } as const;
  return () =>
    saveText(
      `test-${task.id}-scores.csv`,
      csvText([
        [t('results.image'), t('ui.truth'), t('tasks.score'), t('scores.judged'), t('scores.masks')],
        ...prepared.images.map((one) => [
          one.name,
          one.ng ? 'NG' : 'OK',
          one.score,
          verdicts[verdictAt(one.score, zone)],
          one.masks,
        ]),
      ]),
    );
};

export function RulesBar({ scores }: { scores: Scores }) {
  const { t } = useTranslation();
  const { task, state, change, zone, rest, target, limit, validation, prepared } = scores;
  const saveCsv = useCsv(scores);
  const choose = (rule: Rule) =>
    change({ rule: rule === 'own' ? undefined : rule, score: rule === 'hand' ? zone.ng : undefined });
  const hasBoth = prepared.ok.length > 0 && prepared.ng.length > 0;
  const targetHelp = t('scores.ruleTargetHelp', { count: validation.length });
  // which images a threshold comes from is no secret of a title: the figures below it are of others
  const derived = { target: targetHelp, most: t('scores.ruleMostHelp'), own: null, hand: null }[state.rule];
  const button = (rule: Rule) => ({ isOn: state.rule === rule, onClick: () => choose(rule) });
  return (
    <section data-tour="thresholds" className={`card ${styles.rules}`} aria-label={t('scores.rules')}>
      <RuleButton {...button('own')} text={t('scores.ruleOwn')} help={t('scores.ruleOwnHelp')} />
      <RuleButton
        {...button('target')}
        text={t('scores.ruleTarget')}
        help={targetHelp}
        disabled={validation.length === 0}
      >
        <Percent
          label={t('scores.ruleTarget')}
          value={target}
          disabled={state.rule !== 'target'}
          onChange={(to) => change({ target: to }, { replace: true })}
        />
      </RuleButton>
      <RuleButton
        {...button('most')}
        text={t('scores.ruleMost')}
        help={t(hasBoth ? 'scores.ruleMostHelp' : 'scores.ruleMostNone')}
        disabled={!hasBoth}
      >
        <Percent
          label={t('scores.ruleMost')}
          value={limit}
          disabled={state.rule !== 'most'}
          onChange={(to) => change({ limit: to }, { replace: true })}
        />
      </RuleButton>
      <RuleButton {...button('hand')} text={t('scores.ruleHand')} help={t('scores.ruleHandHelp')}>
        <InputNumber
          size="small"
          className={styles.percent!}
          aria-label={t('scores.threshold')}
          value={zone.ng}
          min={0}
          max={1}
          step={0.005}
          formatter={thresholdTyped}
          onChange={(to) => to !== null && rest(zoneFrom(to, zone.review))}
        />
      </RuleButton>
      <label className={styles.grey} title={t('results.greyHelp')}>
        <Switch
          size="small"
          checked={zone.review !== null}
          onChange={(on) => rest(zoneFrom(zone.ng, on ? Math.round(zone.ng * 900) / 1000 : null))}
        />
        {t('results.grey')}
      </label>
      <span className={styles.end}>
        <Button icon={<DownloadOutlined />} onClick={saveCsv}>
          CSV
        </Button>
        <UseThresholds
          task={task}
          thresholds={{ score: zone.ng, ...(zone.review === null ? {} : { review: zone.review }) }}
        />
      </span>
      {derived ? <p className={`hint ${styles.said}`}>{derived}</p> : null}
    </section>
  );
}
