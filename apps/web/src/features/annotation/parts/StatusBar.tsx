/** The bar at the bottom: size, cursor, zoom, colour, who else is at work, and where the edits are. */
import { EyeOutlined, TeamOutlined, UserOutlined } from '@ant-design/icons';
import type { Present } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { useWhyNot } from '../../../core/access.ts';
import { useStore } from '../../../core/store.ts';
import type { Visit } from './desk-stores.ts';
import type { Desk } from './desk-types.ts';
import { SavedChip } from './SavedChip.tsx';
import styles from './status.module.css';

const zoomText = (scale: number): string => {
  const percent = scale * 100;
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)}%`;
};

function CursorFacts({ desk }: { desk: Desk }) {
  const { cursor, color, values, scale } = useStore(desk.cursor);
  const image = useStore(desk.image)?.image;
  return (
    <>
      {image ? (
        <span>
          {image.width} × {image.height}
        </span>
      ) : null}
      {image ? <span className={styles.zoom}>{zoomText(scale)}</span> : null}
      {cursor ? (
        <span className={styles.at}>
          x {Math.floor(cursor.x)} y {Math.floor(cursor.y)}
        </span>
      ) : null}
      {cursor && color ? (
        <span className={styles.rgb}>
          <i style={{ background: `rgb(${color.join()})` }} />
          {values ? `${values.length > 1 ? 'RGB' : 'I'} ${values.join(' ')}` : `RGB ${color.join(' ')}`}
        </span>
      ) : null}
    </>
  );
}

function BrushSize({ desk }: { desk: Desk }) {
  const { t } = useTranslation();
  const { brushSize: size = null, tolerance = null } = useStore(desk.mode) ?? {};
  if (tolerance !== null) return <span>{t('annotation.tolerance', { tolerance })}</span>;
  return size === null ? null : <span>{t('annotation.brushSize', { size })}</span>;
}

/** Those who have the image open too, so that nobody is surprised by what changes. */
function People({ people }: { people: readonly Present[] }) {
  const { t } = useTranslation();
  const named = (edits: boolean) => people.filter((one) => one.edits === edits).map(({ name }) => name);
  const [editing, looking] = [named(true), named(false)];
  const sentence = (names: readonly string[], key: 'annotation.editing' | 'annotation.looking') =>
    names.length === 0 ? [] : [t(key, { count: names.length, names: names.join(t('annotation.nameJoin')) })];
  const text = [...sentence(editing, 'annotation.editing'), ...sentence(looking, 'annotation.looking')].join(' · ');
  return (
    <output className={styles.people} data-testid="people" aria-live="polite">
      {text === '' ? null : (
        <>
          <UserOutlined /> <span title={text}>{text}</span>
        </>
      )}
    </output>
  );
}

function Visitor({ visit }: { visit: Visit }) {
  const { t } = useTranslation();
  const who = visit.isSelf ? t('annotation.yourself') : (visit.name ?? t('annotation.someone'));
  return (
    <output className={styles.visit}>
      <TeamOutlined /> {t('annotation.visit', { who, count: visit.edits })}
    </output>
  );
}

/** Why nothing can be drawn here, and whom to ask. */
function OnlyLook({ projectId }: { projectId: number | undefined }) {
  const why = useWhyNot('imageOps', projectId);
  return why === null ? null : (
    <output className={styles.visit}>
      <EyeOutlined /> {why}
    </output>
  );
}

export function StatusBar({ desk, projectId }: { desk: Desk; projectId: number | undefined }) {
  const visit = useStore(desk.visit);
  const mayAnnotate = useStore(desk.mayAnnotate);
  const isOpening = useStore(desk.image) === null;
  return (
    <footer className={`${styles.bar} num`}>
      <CursorFacts desk={desk} />
      <BrushSize desk={desk} />
      <span className={styles.gap} />
      <OnlyLook projectId={projectId} />
      <People people={useStore(desk.people)} />
      {visit ? <Visitor visit={visit} /> : null}
      {mayAnnotate ? <SavedChip isOpening={isOpening} /> : null}
    </footer>
  );
}
