/** The shapes of the image: choose, hide, relabel, delete. Only the rows in sight are drawn. */
import {
  DeleteOutlined,
  EyeInvisibleOutlined,
  EyeOutlined,
  ForkOutlined,
  LockOutlined,
  RadarChartOutlined,
  RobotOutlined,
  TagOutlined,
} from '@ant-design/icons';
import type { Label, Shape } from '@loupe/contract';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Button, Dropdown } from 'antd';
import { useEffect, useMemo, useRef, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../../core/store.ts';
import { useWording } from '../../../core/wording.ts';
import { TextName } from '../texts/TextName.tsx';
import { listTexts } from '../texts/text-facts.ts';
import { shownText } from '../texts/use-text-draft.ts';
import type { TextRules } from '../texts/use-text-rules.ts';
import type { Desk } from './desk-types.ts';
import { IgnoreIcon, KindIcon } from './icons.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { filterShapes, isPrediction, listShapes, type ListedShape } from './shape-facts.ts';
import styles from './panels.module.css';

const rowHeight = 28;
const unlabelled = '#93a2b1';

interface RowProps {
  desk: Desk;
  row: ListedShape;
  labels: readonly Label[];
  isSelected: boolean;
  isHidden: boolean;
  isInConflict: boolean;
  /** What texts are held to; null where shapes carry none. */
  texts: TextRules | null;
  onPick: (event: MouseEvent) => void;
}

function RowButtons({ desk, row: { shape }, labels, isHidden }: RowProps) {
  const { t } = useTranslation();
  const mayAnnotate = useStore(desk.mayAnnotate);
  // where there is but one label, its button is room for the text
  const hasChoice = labels.some(({ id }) => id !== shape.labelId);
  const relabel = (labelId: number) => {
    desk.editor()?.select([shape.id]);
    desk.editor()?.relabel([shape.id], labelId);
  };
  return (
    <span className={styles.rowButtons} data-hidden={isHidden}>
      {mayAnnotate ? (
        <>
          {hasChoice ? (
            <Dropdown
              trigger={['click']}
              menu={{
                className: styles.menu!,
                selectedKeys: [String(shape.labelId)],
                items: labels.map((label) => ({
                  key: String(label.id),
                  label: label.name,
                  icon: <i className={styles.swatch} style={{ background: label.color }} />,
                  onClick: () => relabel(label.id),
                })),
              }}
            >
              <button type="button" aria-label={t('annotation.changeLabel')} title={t('annotation.changeLabel')}>
                <TagOutlined />
              </button>
            </Dropdown>
          ) : null}
          <button
            type="button"
            aria-label={t('annotation.deleteShape')}
            title={t('annotation.deleteShape')}
            onClick={() => desk.editor()?.deleteShapes([shape.id])}
          >
            <DeleteOutlined />
          </button>
        </>
      ) : null}
      <button
        type="button"
        className={styles.eye}
        aria-pressed={isHidden}
        aria-label={t(isHidden ? 'annotation.unhide' : 'annotation.hide')}
        title={t(isHidden ? 'annotation.unhide' : 'annotation.hide')}
        onClick={() => desk.toggleHidden([shape.id])}
      >
        {isHidden ? <EyeInvisibleOutlined /> : <EyeOutlined />}
      </button>
    </span>
  );
}

/** Who drew it, where it was not a person: a version, or examples, whose candidates have a score alone. */
function Origin({ shape }: { shape: Shape }) {
  const { t } = useTranslation();
  const isOpen = isPrediction(shape);
  if (shape.versionId !== null)
    return <RobotOutlined title={t(isOpen ? 'annotation.byModel' : 'annotation.fromModel')} />;
  if (shape.score === null) return null;
  return <RadarChartOutlined title={t(isOpen ? 'annotation.bySimilar' : 'annotation.fromSimilar')} />;
}

function ShapeRow(props: RowProps) {
  const { row, isSelected, isHidden, isInConflict, texts, onPick } = props;
  const { shape, label, number } = row;
  const { t } = useTranslation();
  const color = label?.color ?? unlabelled;
  const named = `${label?.name ?? t('annotation.noLabel')} #${number}`;
  const name = texts ? `${number} ${shownText(shape) || t('typing.open')}` : named;
  const score = shape.score?.toFixed(2);
  // what looks similar has a score, and nothing was read for it
  const scoreName = texts && shape.versionId !== null ? t('texts.readingScore') : undefined;
  // beside the buttons there is no room for the score of a text
  const title = scoreName && score ? `${name} · ${scoreName} ${score}` : name;
  return (
    <div className={styles.shape} data-selected={isSelected} data-hidden={isHidden} data-text={texts !== null}>
      <button type="button" className={styles.pick} aria-pressed={isSelected} title={title} onClick={onPick}>
        <span style={{ color, display: 'inline-flex' }} title={t(`annotation.kinds.${shape.kind}`)}>
          <KindIcon kind={shape.kind} />
        </span>
        {texts ? <TextName row={row} template={texts.template} /> : <span className="ellipsis">{name}</span>}
        <Origin shape={shape} />
        {shape.ignore ? (
          <span className={styles.mark} title={t('annotation.ignored')}>
            <IgnoreIcon />
          </span>
        ) : null}
        {shape.locked ? <LockOutlined className={styles.mark} title={t('annotation.locked')} /> : null}
        {isInConflict ? <ForkOutlined className={styles.conflict} title={t('conflicts.mark')} /> : null}
      </button>
      {score === undefined ? null : (
        <span className={`${styles.score} num`} title={scoreName}>
          {score}
        </span>
      )}
      <RowButtons {...props} />
    </div>
  );
}

/** A plain press chooses one; with Ctrl or Shift it adds to the choice or takes away. */
const pickWith = (desk: Desk, id: string, event: MouseEvent): void => {
  const { ids } = desk.selection.get();
  const adds = event.ctrlKey || event.metaKey || event.shiftKey;
  const next = !adds ? [id] : ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
  desk.editor()?.select(next);
  desk.editor()?.reveal(id);
};

function Rows({ desk, rows, texts }: { desk: Desk; rows: readonly ListedShape[]; texts: TextRules | null }) {
  const labels = useStore(desk.labels);
  const { ids } = useStore(desk.selection);
  const hidden = useStore(desk.hidden);
  const conflicts = useStore(desk.conflicts);
  const inConflict = useMemo(() => new Set(conflicts.flatMap((one) => one.shapes.map(({ id }) => id))), [conflicts]);
  const node = useRef<HTMLDivElement>(null);
  const selected = useMemo(() => new Set(ids), [ids]);
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => node.current,
    getItemKey: (index) => rows[index]!.shape.id,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  const first = ids[0];
  const place = first === undefined ? -1 : rows.findIndex(({ shape }) => shape.id === first);
  useEffect(() => {
    if (place >= 0) virtual.scrollToIndex(place, { align: 'auto' });
    // Follows the selection, not every change of the list.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [first]);
  return (
    <div ref={node} className={styles.shapes}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]!;
          const { id } = row.shape;
          return (
            <div key={item.key} className={styles.slot} style={{ transform: `translateY(${item.start}px)` }}>
              <ShapeRow
                desk={desk}
                row={row}
                labels={labels}
                isSelected={selected.has(id)}
                isHidden={hidden.has(id)}
                isInConflict={inConflict.has(id)}
                texts={texts}
                onPick={(event) => pickWith(desk, id, event)}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

export function ShapePanel({ desk, texts = null }: { desk: Desk; texts?: TextRules | null }) {
  const { t } = useTranslation();
  const wording = useWording();
  const mayAnnotate = useStore(desk.mayAnnotate);
  const shapes = useStore(desk.shapes);
  const labels = useStore(desk.labels);
  const hidden = useStore(desk.hidden);
  const visible = useStore(desk.mode)?.visible ?? 'both';
  const hasTexts = texts !== null;
  const rows = useMemo(() => {
    const shown = filterShapes(shapes, visible);
    return hasTexts ? listTexts(shown, labels) : listShapes(shown, labels);
  }, [shapes, labels, visible, hasTexts]);
  const isAllHidden = rows.length > 0 && rows.every(({ shape }) => hidden.has(shape.id));
  const allText = t(isAllHidden ? 'annotation.unhideAll' : 'annotation.hideAll');
  return (
    <section
      className={`${styles.section} ${styles.fill}`}
      data-empty={rows.length === 0}
      aria-label={t('annotation.shapes')}
    >
      <h2 className={styles.title}>
        <span>
          {t('annotation.shapes')} <span className="num">({rows.length})</span>
        </span>
        {rows.length === 0 ? null : (
          <Button
            size="small"
            type="text"
            icon={isAllHidden ? <EyeInvisibleOutlined /> : <EyeOutlined />}
            aria-label={allText}
            title={allText}
            onClick={() =>
              desk.toggleHidden(
                rows.filter(({ shape }) => isAllHidden || !hidden.has(shape.id)).map(({ shape }) => shape.id),
              )
            }
          />
        )}
      </h2>
      {mayAnnotate && rows.length > 0 ? <SelectionBar desk={desk} /> : null}
      {rows.length === 0 ? (
        <p className={styles.none}>
          <strong>{t(shapes.length > 0 ? 'annotation.filteredTitle' : 'annotation.noShapesTitle')}</strong>
          {t(
            shapes.length > 0
              ? 'annotation.filteredText'
              : mayAnnotate
                ? 'annotation.noShapesText'
                : 'annotation.noShapesLook',
            wording,
          )}
        </p>
      ) : (
        <Rows desk={desk} rows={rows} texts={texts} />
      )}
    </section>
  );
}
