/** The tools at the left, each with its key. */
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { tools, toolsFor } from '../../../canvas/index.ts';
import { useText } from '../../../core/i18n.ts';
import { useStore } from '../../../core/store.ts';
import { useKeys } from '../keys/use-keys.ts';
import type { Desk } from './desk-types.ts';
import { ToolIcon } from './icons.tsx';
import styles from './workbench.module.css';

interface ToolRailProps {
  desk: Pick<Desk, 'mode' | 'image' | 'editor' | 'mayAnnotate'>;
  all?: typeof tools;
}

const magnet = { lines: 'M3.5 3v6a5.5 5.5 0 0 0 11 0V3h-3.5v6a2 2 0 0 1-4 0V3ZM3.5 6H7M11 6h3.5' };

/** What fits below an icon: of a key with more characters only the name of the tool tells. */
const shortKey = 6;
/** The arrow of Shift stands before it (`withShift`). */
const keyBelow = (key: string): string => key.replace(/^Shift\+/, '');

/** Until the image says which kinds it takes. */
const anyKind = (all: typeof tools) => all.flatMap(({ makes }) => makes ?? []);

function SnapSwitch({ desk }: Pick<ToolRailProps, 'desk'>) {
  const { t } = useTranslation();
  const isOn = useStore(desk.mode)?.isSnapping ?? false;
  const { named } = useKeys();
  const name = named(t('annotation.snap'), 'snap');
  return (
    <Tooltip
      placement="right"
      title={
        <>
          <strong>{name}</strong>
          <br />
          {t('annotation.keys.snap')}
        </>
      }
    >
      <button
        type="button"
        className={`${styles.tool} ${styles.apart}`}
        aria-label={name}
        aria-pressed={isOn}
        onClick={() => desk.editor()?.run('snap')}
      >
        <ToolIcon icon={magnet} />
      </button>
    </Tooltip>
  );
}

export function ToolRail({ desk, all = tools }: ToolRailProps) {
  const { t } = useTranslation();
  const text = useText();
  const { keyOf } = useKeys();
  const current = useStore(desk.mode)?.tool;
  const kinds = useStore(desk.image)?.shapeKinds;
  const mayAnnotate = useStore(desk.mayAnnotate);
  const offered = toolsFor(mayAnnotate ? (kinds ?? anyKind(all)) : [], all);
  return (
    <nav data-tour={mayAnnotate ? 'tools' : undefined} className={styles.rail} aria-label={t('annotation.tools')}>
      {offered.map(({ id, key: own, title, tip, icon }) => {
        // one that only a test has is not in the table
        const key = tools.some((tool) => tool.id === id) ? keyOf(`tool.${id}`) : own;
        const name = key ? `${text(title)} (${key})` : text(title);
        return (
          <Tooltip
            key={id}
            placement="right"
            title={
              <>
                <strong>{name}</strong>
                <br />
                {text(tip)}
              </>
            }
          >
            <button
              type="button"
              className={styles.tool}
              aria-label={name}
              aria-pressed={current === id}
              onClick={() => desk.editor()?.setTool(id)}
            >
              <ToolIcon icon={icon} />
              {keyBelow(key).length > shortKey ? null : (
                <kbd className={`${styles.toolKey} ${key.startsWith('Shift+') ? styles.withShift : ''}`}>
                  {keyBelow(key)}
                </kbd>
              )}
            </button>
          </Tooltip>
        );
      })}
      {mayAnnotate ? <SnapSwitch desk={desk} /> : null}
    </nav>
  );
}
