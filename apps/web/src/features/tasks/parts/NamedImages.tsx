/** Images that the engine warned of, to be looked at; each opens where its shapes are drawn. */
import { api, queryUrl, type Task } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { call } from '../../../core/call.ts';
import { asParagraph } from '../../../core/i18n.ts';
import { useGo } from '../../../core/scene.tsx';
import { Card } from '../../../ui/Page.tsx';
import { Thumb } from '../../../ui/Thumb.tsx';
import { useLineText } from './line-text.ts';
import styles from './named.module.css';
import { namedImages, type NamedImage } from './named-images.ts';
import { useLines } from './use-lines.ts';

/** Shown at once; the log has all. */
const shownAtMost = 24;

export function NamedImages({ task }: { task: Task }) {
  const { t } = useTranslation();
  const text = useLineText();
  const go = useGo();
  const named = namedImages(useLines(task));
  if (named.length === 0) return null;
  const open = async ({ id }: NamedImage) => {
    try {
      const { folderId } = await call(api.imageInfo, { id });
      go('Annotate', { folderId, id });
    } catch {
      // Shown by the handler of failed calls.
    }
  };
  return (
    <Card title={t('tasks.named', { count: named.length })}>
      <ul className={styles.named}>
        {named.slice(0, shownAtMost).map((image) => (
          <li key={image.id}>
            <button
              type="button"
              className={`tile ${styles.one}`}
              title={image.lines.map(text).join('\n')}
              onClick={() => void open(image)}
            >
              <Thumb src={queryUrl(api.imageThumb, { id: image.id })} />
              <b className="ellipsis">{image.name}</b>
              <span className={styles.lines}>{asParagraph(image.lines.map(text))}</span>
            </button>
          </li>
        ))}
      </ul>
      {named.length > shownAtMost ? (
        <p className="hint">{t('tasks.namedMore', { count: named.length - shownAtMost })}</p>
      ) : null}
    </Card>
  );
}
