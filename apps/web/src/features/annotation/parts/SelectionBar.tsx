/** What can be done with the selected shapes as wholes; the keys do the same. */
import {
  AlignLeftOutlined,
  RadarChartOutlined,
  CopyOutlined,
  LockOutlined,
  UnlockOutlined,
  VerticalAlignBottomOutlined,
  VerticalAlignTopOutlined,
} from '@ant-design/icons';
import type { Shape } from '@loupe/contract';
import { Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { alignSides, type PlainCommand } from '../../../canvas/index.ts';
import { useMay } from '../../../core/access.ts';
import { useStore } from '../../../core/store.ts';
import { useKeys } from '../keys/use-keys.ts';
import type { Desk } from './desk-types.ts';
import { IgnoreIcon, SubtractIcon, UniteIcon } from './icons.tsx';
import styles from './selection.module.css';

interface Action {
  command: PlainCommand;
  icon: ReactNode;
  /** So many shapes it takes. */
  least?: number;
  /** It changes nothing of them. */
  isHarmless?: boolean;
  /** For what is selected it is on. */
  isOn?: (shapes: readonly Shape[]) => boolean;
}

const every = (is: (shape: Shape) => boolean) => (shapes: readonly Shape[]) => shapes.length > 0 && shapes.every(is);
const isLocked = every(({ locked }) => locked);

const actions: readonly Action[] = [
  { command: 'ignore', icon: <IgnoreIcon />, isOn: every(({ ignore }) => ignore) },
  { command: 'lock', icon: <LockOutlined />, isOn: isLocked, isHarmless: true },
  { command: 'duplicate', icon: <CopyOutlined />, isHarmless: true },
  { command: 'unite', icon: <UniteIcon />, least: 2 },
  { command: 'subtract', icon: <SubtractIcon />, least: 2 },
  { command: 'toFront', icon: <VerticalAlignTopOutlined /> },
  { command: 'toBack', icon: <VerticalAlignBottomOutlined /> },
  { command: 'prediction.similar', icon: <RadarChartOutlined />, isHarmless: true },
];

export function SelectionBar({ desk }: { desk: Desk }) {
  const { t } = useTranslation();
  const { named } = useKeys();
  const projectId = useStore(desk.image)?.image.projectId;
  const maySearch = useMay()('similarAdd', projectId);
  const { ids } = useStore(desk.selection);
  const shapes = useStore(desk.shapes);
  const selected = useMemo(() => {
    const wanted = new Set(ids);
    return wanted.size === 0 ? [] : shapes.filter(({ id }) => wanted.has(id));
  }, [ids, shapes]);
  const areLocked = isLocked(selected);
  return (
    <div role="toolbar" aria-label={t('annotation.selection')} className={styles.bar}>
      {actions.map(({ command, icon, isOn, isHarmless = false, least = 1 }) => {
        if (command === 'prediction.similar' && !maySearch) return null;
        const name = named(t(`annotation.keys.${command}`), command);
        return (
          <button
            key={command}
            type="button"
            className={styles.action}
            aria-label={name}
            title={name}
            {...(isOn ? { 'aria-pressed': isOn(selected) } : {})}
            disabled={selected.length < least || (areLocked && !isHarmless)}
            onClick={() => desk.editor()?.run(command)}
          >
            {command === 'lock' && !areLocked ? <UnlockOutlined /> : icon}
          </button>
        );
      })}
      <Dropdown
        trigger={['click']}
        disabled={selected.length < 2}
        menu={{
          items: alignSides.map((side, i) => ({
            key: side,
            label: named(t(`annotation.alignSides.${side}`), 'align', i),
            onClick: () => desk.editor()?.run('align', i),
          })),
        }}
      >
        <button
          type="button"
          className={styles.action}
          aria-label={t('annotation.align')}
          title={t('annotation.align')}
          disabled={selected.length < 2}
        >
          <AlignLeftOutlined />
        </button>
      </Dropdown>
    </div>
  );
}
