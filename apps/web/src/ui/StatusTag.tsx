/**
 * States: always icon + word + colour. `<StatusTag state="running" />` for the states of the product (text may be
 * replaced), `<ToneTag tone icon>` for anything else, `<LabelTag name color />` for a label of a data set.
 */
import {
  CheckCircleFilled,
  ClockCircleOutlined,
  CloseCircleFilled,
  DiffOutlined,
  ExclamationCircleFilled,
  MinusCircleOutlined,
  PauseCircleOutlined,
  QuestionCircleFilled,
  SwapOutlined,
  SyncOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { zh } from '../locales/zh.ts';
import styles from './StatusTag.module.css';
import { useWording } from '../core/wording.ts';

export type StatusName = Exclude<keyof (typeof zh)['ui']['states'], `${string}_texts`>;
export type Tone = 'busy' | 'quiet' | 'ok' | 'bad' | 'warn' | 'uncertified';

const tones: { readonly [S in StatusName]: Tone } = {
  unannotated: 'quiet',
  annotated: 'ok',
  empty: 'ok',
  preLabeling: 'busy',
  preLabeled: 'warn',
  queued: 'quiet',
  running: 'busy',
  processing: 'busy',
  pausing: 'busy',
  paused: 'quiet',
  stopping: 'busy',
  completing: 'busy',
  completed: 'ok',
  failed: 'bad',
  stopped: 'quiet',
  canceled: 'quiet',
  // that engine and server agree says nothing about how good a model is: it is never green
  certified: 'quiet',
  uncertified: 'uncertified',
  OK: 'ok',
  review: 'warn',
  NG: 'bad',
  noPart: 'bad',
  trial: 'warn',
  enabled: 'ok',
  disabled: 'quiet',
};

const toneIcons: { readonly [T in Tone]: ReactNode } = {
  // at rest: an icon that turns as long as a training runs costs 15 % of a core where nothing draws but the CPU
  busy: <SyncOutlined />,
  quiet: <MinusCircleOutlined />,
  ok: <CheckCircleFilled />,
  bad: <CloseCircleFilled />,
  warn: <ExclamationCircleFilled />,
  uncertified: <DiffOutlined />,
};
const ownIcons: Partial<Record<StatusName, ReactNode>> = {
  queued: <ClockCircleOutlined />,
  paused: <PauseCircleOutlined />,
  certified: <SwapOutlined />,
  noPart: <QuestionCircleFilled />,
};

interface ToneTagProps {
  tone: Tone;
  icon?: ReactNode | undefined;
  /** Without ground, in the size of the text around it. */
  plain?: boolean | undefined;
  children: ReactNode;
}

export function ToneTag({ tone, icon, plain, children }: ToneTagProps) {
  return (
    <span className={styles.tag} data-tone={tone} data-plain={plain}>
      {icon === undefined ? toneIcons[tone] : icon}
      {children}
    </span>
  );
}

export function StatusTag({ state, text, plain }: { state: StatusName; text?: ReactNode; plain?: boolean }) {
  const { t } = useTranslation();
  const wording = useWording();
  return (
    <ToneTag tone={tones[state]} icon={ownIcons[state]} plain={plain}>
      {text ?? t(`ui.states.${state}`, wording)}
    </ToneTag>
  );
}

/** The name stands beside the colour: a label is never known by its colour alone. */
export function LabelTag({ name, color, count }: { name: string; color: string; count?: number }) {
  return (
    <span className={styles.label}>
      <i className={styles.dot} style={{ background: color }} />
      <span className="ellipsis">{name}</span>
      {count === undefined ? null : <span className="second num">{count}</span>}
    </span>
  );
}
