/** What happened in a task, as sentences, by kind, and as files. */
import { TaskAction, type TaskLine } from '@loupe/contract';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../core/format.ts';
import { useText } from '../../../core/i18n.ts';

const shown = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
const ends = ['completed', 'paused', 'stopped', 'failed'] as const;

export const useLineText = (): ((line: TaskLine) => string) => {
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

/** The file that a line is about, where its sentence does not name it. */
export const fileOf = ({ body, text }: TaskLine): string | null => {
  const file = body['file'];
  return typeof file === 'string' && file !== '' && !text?.en.includes(file) ? file : null;
};

export const isWarning = ({ kind }: TaskLine): boolean => kind === 'warning' || kind === 'fault';

export const lineFilters = ['all', 'warnings', 'people', 'engine'] as const;
export type LineFilter = (typeof lineFilters)[number];

export const filterLines = (lines: readonly TaskLine[], filter: LineFilter): readonly TaskLine[] => {
  switch (filter) {
    case 'warnings':
      return lines.filter(isWarning);
    case 'people':
      return lines.filter(({ kind }) => kind === 'act');
    case 'engine':
      return lines.filter((line) => !isWarning(line) && line.kind !== 'act');
    default:
      return lines;
  }
};

const timeOf = ({ at }: TaskLine): string => dayjs(at).format('YYYY-MM-DD HH:mm:ss');

/** One line of text for each line, and rows for a spreadsheet. */
export const asText = (lines: readonly TaskLine[], text: (line: TaskLine) => string): string =>
  lines.map((line) => [timeOf(line), line.kind, text(line), fileOf(line) ?? ''].join('  ').trimEnd()).join('\n');

export const asRows = (lines: readonly TaskLine[], text: (line: TaskLine) => string): (string | number)[][] => [
  ['time', 'attempt', 'kind', 'text', 'file'],
  ...lines.map((line) => [timeOf(line), line.attempt, line.kind, text(line), String(line.body['file'] ?? '')]),
];
