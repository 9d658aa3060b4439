/** Test defects that were just found, and those that were missed though they are large, with what the version sees. */
import type { ProbeExample } from '@loupe/contract';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asSentence, formatScore } from '../../../core/format.ts';
import { useHeat } from '../use-heat.ts';
import styles from './finds.module.css';

/** Around the defect, in pixels of the example. */
const margin = 5;

function Example({ example, hasHeat }: { example: ProbeExample; hasHeat: boolean }) {
  const { t } = useTranslation();
  const { kind, px, width, height, box, jpeg, heat, score } = example;
  const heatSrc = useHeat(heat);
  const name = asSentence(t('scores.finds.image', { kind: t(`scores.finds.kinds.${kind}`), px }));
  const [x = 0, y = 0, w = 0, h = 0] = box;
  return (
    <figure className={styles.example}>
      <div className={styles.image} style={{ aspectRatio: `${width} / ${height}` }}>
        <img src={`data:image/jpeg;base64,${jpeg}`} alt={name} />
        {hasHeat && heatSrc ? <img src={heatSrc} alt="" className={styles.heat} /> : null}
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <rect x={x - margin} y={y - margin} width={w + 2 * margin} height={h + 2 * margin} rx={3} />
        </svg>
      </div>
      <figcaption>
        {name}
        <span className="hint num">
          {t('tasks.score')} {formatScore(score)}
        </span>
      </figcaption>
    </figure>
  );
}

export function Examples({ examples }: { examples: readonly ProbeExample[] }) {
  const { t } = useTranslation();
  const [hasHeat, setHeat] = useState(true);
  const parts = [true, false].map((found) => examples.filter((one) => one.found === found));
  return (
    <div className={styles.examples}>
      <Checkbox className={styles.heatSwitch!} checked={hasHeat} onChange={(e) => setHeat(e.target.checked)}>
        {t('scores.finds.heat')}
      </Checkbox>
      {parts.map((part, i) =>
        part.length > 0 ? (
          <section key={i} aria-label={t(i === 0 ? 'scores.finds.found' : 'scores.finds.missed')}>
            <h3>{t(i === 0 ? 'scores.finds.found' : 'scores.finds.missed')}</h3>
            <div className={styles.row}>
              {part.map((one) => (
                <Example key={one.kind} example={one} hasHeat={hasHeat} />
              ))}
            </div>
          </section>
        ) : null,
      )}
    </div>
  );
}
