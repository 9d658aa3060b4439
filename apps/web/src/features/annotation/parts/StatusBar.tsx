/** The bar at the bottom: size, cursor, zoom, colour, who else is at work, and where the edits are. */
import { EyeOutlined, TeamOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useWhyNot } from '../../../core/access.ts';
import { useStore } from '../../../core/store.ts';
import type { Visit } from './desk-stores.ts';
import type { Desk } from './desk-types.ts';
import { SavedChip } from './SavedChip.tsx';
import styles from './status.module.css';

const zoomText = (scale: number): string => {
  const percent = scale * 100;
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)}\u2009%`;
};

function CursorFacts({ desk }: { desk: Desk }) {
  const { cursor, color, scale } = useStore(desk.cursor);
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
          RGB {color.join(' ')}
        </span>
      ) : null}
    </>
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
      <span className={styles.gap} />
      <OnlyLook projectId={projectId} />
      {visit ? <Visitor visit={visit} /> : null}
      {mayAnnotate ? <SavedChip isOpening={isOpening} /> : null}
    </footer>
  );
}
