/** All keys, drawn from the same table that handles them, and what the mouse does. */
import { useTranslation } from 'react-i18next';
import { keymap, type CommandGroup } from '../../../canvas/index.ts';
import { useText } from '../../../core/i18n.ts';
import { useStore } from '../../../core/store.ts';
import { DraggableModal } from '../../../ui/DraggableModal.tsx';
import type { Desk } from './desk-types.ts';
import styles from './help.module.css';

const groups: readonly CommandGroup[] = ['tool', 'draw', 'edit', 'label', 'view', 'picture', 'prediction'];
const mouse = ['wheel', 'shiftWheel', 'middle', 'alt', 'shift', 'double'] as const;

/** Short where keys are many: a run of numbers by its ends, arrows behind the one key that is held with all of them. */
const shortKeys = (keys: readonly string[]): readonly string[] => {
  if (keys.length > 4) return [keys[0]!, '…', keys.at(-1)!];
  const isHeld = keys.length > 2 && keys.every((key) => key.startsWith('Shift+'));
  return isHeld ? ['Shift', '+', ...keys.map((key) => key.slice(6))] : keys;
};

function Keys({ keys }: { keys: readonly string[] }) {
  const shown = shortKeys(keys);
  return (
    <dt>
      {shown.map((key) => (key === '…' || key === '+' ? <span key={key}>{key}</span> : <kbd key={key}>{key}</kbd>))}
    </dt>
  );
}

export function KeyHelp({ desk }: { desk: Desk }) {
  const { t } = useTranslation();
  const text = useText();
  const isOpen = useStore(desk.helpOpen);
  return (
    <DraggableModal
      open={isOpen}
      title={t('annotation.helpTitle')}
      footer={null}
      width={1120}
      style={{ top: 40 }}
      mask={{ closable: true }}
      afterClose={desk.focus}
      onCancel={() => desk.helpOpen.set(false)}
    >
      <div className={styles.scroll}>
        <div className={styles.columns}>
          {groups.map((group) => (
            <section key={group} className={styles.group}>
              <h3>{t(`annotation.helpGroups.${group}`)}</h3>
              <dl>
                {keymap
                  .filter((row) => row.group === group)
                  .map((row) => (
                    <div key={`${row.command}-${row.when}`}>
                      <Keys keys={row.keys} />
                      <dd>{text(row.title)}</dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
          <section className={styles.group}>
            <h3>{t('annotation.helpGroups.mouse')}</h3>
            <dl>
              {mouse.map((name) => (
                <div key={name}>
                  <dt>
                    <kbd>{t(`annotation.mouse.${name}`)}</kbd>
                  </dt>
                  <dd>{t(`annotation.mouse.${name}Text`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
      </div>
    </DraggableModal>
  );
}
