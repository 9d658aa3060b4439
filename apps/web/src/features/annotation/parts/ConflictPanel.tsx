/** Shapes that two people edited at the same time: both are shown, and a person says which of them stay. */
import { CheckOutlined, ForkOutlined } from '@ant-design/icons';
import type { Shape } from '@loupe/contract';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Conflict } from '../../../canvas/index.ts';
import { useStore } from '../../../core/store.ts';
import type { Desk } from './desk-types.ts';
import { KindIcon } from './icons.tsx';
import styles from './conflicts.module.css';
import panels from './panels.module.css';

function ConflictRow({ desk, conflict, shape }: { desk: Desk; conflict: Conflict; shape: Shape }) {
  const { t } = useTranslation();
  const label = useStore(desk.labels).find(({ id }) => id === shape.labelId);
  const isSelected = useStore(desk.selection).ids.includes(shape.id);
  const mayAnnotate = useStore(desk.mayAnnotate);
  const author = t('conflicts.author', { name: useStore(desk.authors).get(shape.id) || t('conflicts.nobody') });
  const name = label?.name ?? t('annotation.noLabel');
  const keepText = t('conflicts.keepOneOf', { name: t('conflicts.shape', { label: name, author }) });
  const look = () => {
    desk.editor()?.select([shape.id]);
    desk.editor()?.reveal(shape.id);
  };
  return (
    <li className={panels.entry} data-selected={isSelected}>
      <button type="button" className={panels.entryName} aria-pressed={isSelected} onClick={look}>
        <span style={{ color: label?.color, display: 'inline-flex' }}>
          <KindIcon kind={shape.kind} />
        </span>
        <span className="ellipsis">{name}</span>
        <span className={`ellipsis ${styles.author}`}>{author}</span>
      </button>
      {mayAnnotate ? (
        <Button
          size="small"
          icon={<CheckOutlined />}
          aria-label={keepText}
          title={keepText}
          onClick={() => desk.editor()?.keepOne(conflict, shape.id)}
        >
          {t('conflicts.keepOne')}
        </Button>
      ) : null}
    </li>
  );
}

export function ConflictPanel({ desk }: { desk: Desk }) {
  const { t } = useTranslation();
  const conflicts = useStore(desk.conflicts);
  const mayAnnotate = useStore(desk.mayAnnotate);
  if (conflicts.length === 0) return null;
  return (
    <section
      className={`${panels.section} ${styles.section}`}
      aria-label={t('conflicts.title')}
      data-testid="conflicts"
    >
      <h2 className={panels.title}>
        <span>
          <ForkOutlined className={panels.conflict} /> {t('conflicts.title')}{' '}
          <span className="num">({conflicts.length})</span>
        </span>
      </h2>
      <p className={styles.text}>{t('conflicts.text')}</p>
      <div className={styles.list}>
        {conflicts.map((conflict) => (
          <div key={conflict.of} className={styles.conflict}>
            <ul>
              {conflict.shapes.map((shape) => (
                <ConflictRow key={shape.id} desk={desk} conflict={conflict} shape={shape} />
              ))}
            </ul>
            {mayAnnotate ? (
              <Button size="small" block onClick={() => desk.editor()?.keepAll(conflict)}>
                {t(conflict.shapes.length === 2 ? 'conflicts.keepBoth' : 'conflicts.keepAll')}
              </Button>
            ) : null}
          </div>
        ))}
      </div>
    </section>
  );
}
