/** The images of a list as a column of thumbnails with what is wrong on each; only those in sight are drawn. */
import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled, EyeOutlined } from '@ant-design/icons';
import { api, queryUrl } from '@loupe/contract';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Thumb } from '../../../ui/Thumb.tsx';
import type { Answer, Loaded } from './question.ts';
import styles from './result.module.css';

const rowHeight = 118;

type Tone = 'right' | 'wrong' | 'confused' | 'grey';
const icons: { readonly [T in Tone]: ReactNode } = {
  right: <CheckCircleFilled />,
  wrong: <CloseCircleFilled />,
  confused: <ExclamationCircleFilled />,
  grey: <EyeOutlined />,
};

/** What stands below a thumbnail. */
export const useCaption = (answer: Answer, grey: { from: number; to: number } | null) => {
  const { t } = useTranslation();
  return (place: number): { tone: Tone; text: string } => {
    const [right = 0, wrong = 0, missed = 0, confused = 0] = answer.images.subarray(4 * place, 4 * place + 4);
    const parts = [
      ...(missed > 0 ? [t('tasks.missedCount', { count: missed })] : []),
      ...(wrong > 0 ? [t('tasks.falseCount', { count: wrong })] : []),
      ...(confused > 0 ? [t('results.confusedCount', { count: confused })] : []),
    ];
    if (parts.length > 0) return { tone: missed + wrong > 0 ? 'wrong' : 'confused', text: parts.join(' · ') };
    const score = answer.scores[place]!;
    if (grey && score >= grey.from && score < grey.to)
      return { tone: 'grey', text: t('results.greyCount', { score: score.toFixed(2) }) };
    return { tone: 'right', text: t('tasks.rightCount', { count: right }) };
  };
};

export function ImageStrip(props: {
  loaded: Loaded;
  list: Uint32Array;
  /** Place in the list. */
  index: number;
  caption: (place: number) => { tone: Tone; text: string };
  onSelect: (index: number) => void;
}) {
  const { loaded, list, index, caption, onSelect } = props;
  const { t } = useTranslation();
  const node = useRef<HTMLDivElement>(null);
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: list.length,
    getScrollElement: () => node.current,
    estimateSize: () => rowHeight,
    overscan: 4,
  });
  useEffect(() => {
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' });
    // Only when another image is chosen: scrolling by hand stays where it is.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [index]);
  return (
    <nav ref={node} className={styles.strip} aria-label={t('tasks.imagesLabel')}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => {
          const place = list[item.index]!;
          const { tone, text } = caption(place);
          const name = loaded.head.names[place]!;
          return (
            <button
              key={place}
              type="button"
              className={`tile ${styles.thumb}`}
              style={{ transform: `translateY(${item.start}px)` }}
              aria-current={item.index === index}
              title={name}
              onClick={() => onSelect(item.index)}
            >
              <Thumb src={queryUrl(api.imageThumb, { id: loaded.imageIds[place]! })} alt={name} />
              <span className={styles.thumbText} data-tone={tone} title={text}>
                {icons[tone]}
                <span className="ellipsis">{text}</span>
              </span>
            </button>
          );
        })}
      </div>
    </nav>
  );
}
