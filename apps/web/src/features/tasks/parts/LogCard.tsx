/** What happened in a task, in words: folded to its last line, and open to all of them, newest first. */
import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { TaskAction, type Task, type TaskLine } from '@loupe/contract';
import { Button } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../core/format.ts';
import { useText } from '../../../core/i18n.ts';
import { ToneTag } from '../../../ui/StatusTag.tsx';
import styles from './training.module.css';
import { useLines } from './use-lines.ts';

const shown = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const ends = ['completed', 'paused', 'stopped', 'failed'] as const;

const useLineText = (): ((line: TaskLine) => string) => {
  const { t } = useTranslation();
  const text = useText();
  return ({ kind, body, text: both }) => {
    if (both) return text(both);
    const code = shown(body['code'] ?? '');
    switch (kind) {
      case 'started':
        return t('tasks.lines.started', {
          device: shown(body['device']),
          threads: shown(body['threads']),
          dtype: shown(body['dtype']),
        });
      case 'artefact':
        return t('tasks.lines.artefact', { role: shown(body['role']), size: formatBytes(Number(body['bytes'] ?? 0)) });
      case 'version':
        return t('tasks.lines.version', { n: shown(body['number']) });
      case 'act': {
        const action = TaskAction.safeParse(body['action']);
        return t('tasks.lines.act', {
          by: shown(body['by']),
          action: action.success ? t(`tasks.actions.${action.data}`) : shown(body['action']),
        });
      }
      case 'end': {
        const end = ends.find((one) => one === body['as']);
        return t('tasks.lines.end', { as: end ? t(`ui.states.${end}`) : shown(body['as']) });
      }
      case 'warning':
        return t('tasks.lines.warning', { code, args: shown(body['args'] ?? '') });
      case 'fault':
        return t('tasks.lines.fault', { code });
      default:
        return `${kind} ${shown(body)}`;
    }
  };
};

const isWarning = ({ kind }: TaskLine): boolean => kind === 'warning' || kind === 'fault';

export function LogCard({ task }: { task: Task }) {
  const { t } = useTranslation();
  const lines = useLines(task);
  const lineText = useLineText();
  const [isOpen, setOpen] = useState(false);
  const warnings = lines.filter(isWarning).length;
  const last = lines.at(-1);
  return (
    <section className={`card ${styles.log}`} aria-label={t('tasks.log')}>
      <div className={styles.logTop}>
        <Button
          type="text"
          size="small"
          icon={isOpen ? <DownOutlined /> : <UpOutlined />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <b>{t('tasks.log')}</b>
        </Button>
        {isOpen || !last ? null : (
          <span className={`${styles.logLast} ellipsis`} title={lineText(last)}>
            {dayjs(last.at).format('HH:mm:ss')} {lineText(last)}
          </span>
        )}
        <span className={styles.logEnd}>
          {warnings > 0 ? <ToneTag tone="warn">{t('tasks.warnings', { count: warnings })}</ToneTag> : null}
          <span className="hint num">{t('tasks.lineCount', { count: lines.length })}</span>
        </span>
      </div>
      {isOpen ? (
        <ol className={styles.lines}>
          {lines.toReversed().map((line) => (
            <li key={line.id} data-warning={isWarning(line)}>
              <time className="num">{dayjs(line.at).format('YYYY-MM-DD HH:mm:ss')}</time>
              <span>{lineText(line)}</span>
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}
