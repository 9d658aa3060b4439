/** The tools at the left, each with its key. */
import type { ShapeKind } from '@loupe/contract';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { keymap, type ToolName } from '../../../canvas/index.ts';
import { useText } from '../../../core/i18n.ts';
import { useStore } from '../../../core/store.ts';
import type { Desk } from './desk-types.ts';
import { toolIcons } from './icons.tsx';
import styles from './workbench.module.css';

const tools: readonly ToolName[] = ['select', 'rectangle', 'polygon', 'pan'];
/** The sort of shape that a tool makes; a data set may not take it. */
const makes: Partial<Record<ToolName, ShapeKind>> = { rectangle: 'rect', polygon: 'polygon' };

export function ToolRail({ desk }: { desk: Desk }) {
  const { t } = useTranslation();
  const text = useText();
  const current = useStore(desk.mode)?.tool;
  const kinds = useStore(desk.picture)?.shapeKinds;
  const offered = tools.filter((tool) => !kinds || makes[tool] === undefined || kinds.includes(makes[tool]));
  return (
    <nav className={styles.rail} aria-label={t('annotation.tools')}>
      {offered.map((tool) => {
        const row = keymap.find(({ command }) => command === `tool.${tool}`)!;
        const name = `${text(row.title)} (${row.keys[0]})`;
        return (
          <Tooltip
            key={tool}
            placement="right"
            title={
              <>
                <strong>{name}</strong>
                <br />
                {t(`annotation.toolTips.${tool}`)}
              </>
            }
          >
            <button
              type="button"
              className={styles.tool}
              aria-label={name}
              aria-pressed={current === tool}
              onClick={() => desk.editor()?.setTool(tool)}
            >
              {toolIcons[tool]}
              <kbd className={styles.toolKey}>{row.keys[0]}</kbd>
            </button>
          </Tooltip>
        );
      })}
    </nav>
  );
}
