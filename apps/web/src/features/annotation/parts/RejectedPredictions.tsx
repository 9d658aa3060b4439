/** Predictions that were turned down: to be looked at, and to be taken back. */
import { DownOutlined, UndoOutlined, UpOutlined } from '@ant-design/icons';
import type { Label, Shape } from '@loupe/contract';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../../core/store.ts';
import type { Desk } from './desk-types.ts';
import panels from './panels.module.css';
import styles from './predictions.module.css';

function Row(props: { desk: Desk; shape: Shape; label: Label | undefined; mayRestore: boolean }) {
  const { desk, shape, label, mayRestore } = props;
  const { t } = useTranslation();
  const isSelected = useStore(desk.selection).predictionId === shape.id;
  const name = label?.name ?? t('annotation.noLabel');
  const restore = t('annotation.restoreOne', { name });
  const look = () => {
    desk.editor()?.selectPrediction(shape.id);
    desk.editor()?.reveal(shape.id);
  };
  return (
    <li className={panels.entry} data-selected={isSelected}>
      <button type="button" className={panels.entryName} aria-pressed={isSelected} onClick={look}>
        <i className={panels.swatch} style={{ background: label?.color }} />
        <span className="ellipsis">{name}</span>
        <span className="num">{shape.score?.toFixed(2)}</span>
      </button>
      {mayRestore ? (
        <Button
          size="small"
          type="text"
          icon={<UndoOutlined />}
          aria-label={restore}
          title={restore}
          onClick={() => desk.editor()?.restorePredictions([shape.id])}
        />
      ) : null}
    </li>
  );
}

function Rows({ desk, mayRestore }: { desk: Desk; mayRestore: boolean }) {
  const { t } = useTranslation();
  const labels = useStore(desk.labels);
  const shapes = desk.editor()?.rejectedPredictions() ?? [];
  return (
    <>
      <ul>
        {shapes.map((shape) => (
          <Row
            key={shape.id}
            desk={desk}
            shape={shape}
            label={labels.find(({ id }) => id === shape.labelId)}
            mayRestore={mayRestore}
          />
        ))}
      </ul>
      {mayRestore && shapes.length > 1 ? (
        <Button
          size="small"
          block
          icon={<UndoOutlined />}
          onClick={() => desk.editor()?.restorePredictions(shapes.map(({ id }) => id))}
        >
          {t('annotation.restoreAll', { count: shapes.length })}
        </Button>
      ) : null}
    </>
  );
}

export function RejectedPredictions({ desk }: { desk: Desk }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const node = useRef<HTMLDivElement>(null);
  const count = useStore(desk.mode)?.rejectedCount ?? 0;
  const mayRestore = useStore(desk.mayAnnotate);
  // on a low screen it opens below the edge of what scrolls
  useEffect(() => {
    if (isOpen) node.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  if (count === 0) return null;
  return (
    <div ref={node} className={styles.rejected}>
      <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? <UpOutlined /> : <DownOutlined />} {t('annotation.rejectedCount', { count })}
      </button>
      {isOpen ? <Rows desk={desk} mayRestore={mayRestore} /> : null}
    </div>
  );
}
