/** `<ConflictNote conflicts>`: how many shapes are left out because two people edited them, with links to their images. */
import type { Conflicts } from '@loupe/contract';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { SceneLink } from '../core/scene.tsx';

export function ConflictNote({ conflicts }: { conflicts: Conflicts }) {
  const { t } = useTranslation();
  return (
    <>
      {t('conflicts.note', {
        count: conflicts.shapes,
        where: t('conflicts.where', { count: conflicts.images }),
      })}{' '}
      {t('conflicts.show')}{' '}
      {conflicts.folders.map(({ id, name, images }, i) => (
        <Fragment key={id}>
          {i > 0 ? ', ' : null}
          <SceneLink screen="ImageList" search={{ id, conflict: '1' }}>
            {t('conflicts.folder', { name, count: images })}
          </SceneLink>
        </Fragment>
      ))}
    </>
  );
}
