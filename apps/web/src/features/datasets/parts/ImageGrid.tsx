/**
 * A grid of thumbnails of any length: only the rows in sight are drawn. Arrows, Home, End and Page keys move; with shift
 * they select. Space selects, Ctrl+A selects all, Enter opens, Delete and F2 do what the bar does.
 */
// Rows are placed by hand, which a table does not allow; the focus stays on the grid and names the active cell.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus */
import type { DatasetImage } from '@loupe/contract';
import {
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type UIEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { ThumbSize } from '../../../core/preferences.ts';
import { rememberedPlace, rememberPlace } from '../../../core/remembered.ts';
import { useGo, type SceneSearch } from '../../../core/scene.tsx';
import {
  cellOf,
  areSameRows,
  placeAfter,
  rowGap,
  rowsOf,
  scrollHeight,
  scrollTo,
  visibleRowsAt,
  type Grid,
} from './grid-math.ts';
import styles from './grid.module.css';
import { ImageCell } from './ImageCell.tsx';
import { countOf, isSelected } from './selection.ts';
import type { GridImages } from './use-images.ts';
import type { GridSelection } from './use-selection.ts';

/** How many placeholders stand where the number of images is not known yet. */
const unknownTotal = 24;

interface GridProps {
  images: GridImages;
  /** Of the list: its place is remembered under it. */
  name: string;
  /** Goes along into the workbench, which then keeps to the list. */
  listed: SceneSearch;
  size: ThumbSize;
  /** What the review of an image has come to is shown. */
  isReviewed: boolean;
  selection: GridSelection;
  onRename: () => void;
  onDelete: () => void;
}

const useBox = (node: RefObject<HTMLDivElement | null>) => {
  const [box, setBox] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = node.current!;
    const observer = new ResizeObserver(() => setBox({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [node]);
  return box;
};

/** What concerns the selection works too while the box that was ticked last has the focus. */
const keysOfSelection = new Set(['Delete', 'F2', 'Escape']);

/** What keys do; `here` is the active place. */
const useKeys = (props: GridProps, grid: Grid, here: number, moveTo: (place: number) => void) => {
  const { images, selection } = props;
  const go = useGo();
  const act = (e: KeyboardEvent): boolean => {
    const next = placeAfter(grid, here, e.key);
    const image = images.at(here);
    if (next !== undefined) {
      if (e.shiftKey) selection.toggle(next, true, here);
      moveTo(next);
    } else if (e.key === ' ') selection.toggle(here, e.shiftKey);
    else if (e.key === 'Enter' && image) go('Annotate', { ...props.listed, folderId: image.folderId, id: image.id });
    else if (e.key.toLowerCase() === 'a' && (e.ctrlKey || e.metaKey)) selection.selectAll();
    else if (e.key === 'Escape' && countOf(selection.chosen, images.total ?? 0) > 0) selection.clear();
    else if (e.key === 'Delete') props.onDelete();
    else if (e.key === 'F2') props.onRename();
    else return false;
    return true;
  };
  return (e: KeyboardEvent) => {
    const isInside = e.target !== e.currentTarget && e.currentTarget.contains(e.target as Node);
    // arrows, space and Enter of what is inside, a box or a link, are its own
    const isOurs = e.target === e.currentTarget || (isInside && keysOfSelection.has(e.key));
    if (isOurs && act(e)) e.preventDefault();
  };
};

/** A scroll shows other rows, not other cells: one that stays in sight is not drawn again. */
const Cell = memo(function Cell(props: {
  place: number;
  image: DatasetImage | undefined;
  size: ThumbSize;
  isReviewed: boolean;
  listed: SceneSearch;
  isActive: boolean;
  isSelected: boolean;
  isSelecting: boolean;
  onTouch: (place: number) => void;
  onToggle: (place: number, isRange: boolean) => void;
}) {
  const { place, image, size, listed, onTouch, onToggle } = props;
  const toggle = useCallback((isRange: boolean) => onToggle(place, isRange), [place, onToggle]);
  return (
    <div
      id={`image-${place}`}
      role="gridcell"
      aria-selected={props.isSelected}
      className={image ? styles.cell : styles.bone}
      data-active={props.isActive}
      onMouseDown={() => onTouch(place)}
    >
      {image ? (
        <ImageCell
          image={image}
          size={size}
          review={props.isReviewed ? image.review : null}
          listed={listed}
          selected={props.isSelected}
          selecting={props.isSelecting}
          onToggle={toggle}
        />
      ) : null}
    </div>
  );
});

function Row(props: { index: number; top: number; grid: Grid; cell: (place: number) => ReactNode }) {
  const { index, top, grid, cell } = props;
  const from = index * grid.columns;
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      className={styles.row}
      style={{
        transform: `translateY(${top}px)`,
        height: grid.rowHeight - rowGap,
        gridTemplateColumns: `repeat(${grid.columns}, minmax(0, 1fr))`,
      }}
    >
      {Array.from({ length: Math.min(grid.columns, grid.total - from) }, (_, column) => cell(from + column))}
    </div>
  );
}

/** How far the grid is scrolled, as far as that changes what is drawn: another row in sight, not each pixel. */
const useScrolled = (grid: Grid) => {
  const [scrolled, setScrolled] = useState(0);
  const onScroll = (e: UIEvent<HTMLElement>) => {
    const next = e.currentTarget.scrollTop;
    setScrolled((now) => (areSameRows(visibleRowsAt(grid, now), visibleRowsAt(grid, next)) ? now : next));
  };
  return { scrolled, onScroll };
};

/** Once the list is there: scrolls to the place where one was. */
const useReturn = (node: RefObject<HTMLDivElement | null>, grid: Grid, total: number | undefined, place: number) => {
  const isDone = useRef(false);
  useLayoutEffect(() => {
    if (isDone.current || grid.columns === 0 || total === undefined) return;
    isDone.current = true;
    node.current!.scrollTo({ top: scrollTo(grid, 0, place) });
  });
};

export function ImageGrid(props: GridProps) {
  const { images, name, listed, size, selection } = props;
  const { t } = useTranslation();
  const node = useRef<HTMLDivElement>(null);
  const box = useBox(node);
  const [active, setActive] = useState(() => rememberedPlace(name));
  const { width, row } = cellOf[size];
  const total = images.total ?? unknownTotal;
  const columns = box.width === 0 ? 0 : Math.max(1, Math.floor(box.width / width));
  const grid: Grid = { total, columns, rowHeight: row, view: box.height };
  const { scrolled, onScroll } = useScrolled(grid);
  const visible = visibleRowsAt(grid, scrolled);
  const first = visible.first * columns;
  const last = Math.max(0, (visible.last + 1) * columns - 1);
  const { see } = images;
  useEffect(() => see(first, last), [first, last, see]);
  const here = Math.min(active, Math.max(0, total - 1));
  useReturn(node, grid, images.total, here);
  useEffect(() => rememberPlace(name, here), [name, here]);
  const onKeyDown = useKeys(props, grid, here, (place) => {
    setActive(place);
    node.current!.scrollTop = scrollTo(grid, node.current!.scrollTop, place);
  });
  const latest = useRef(selection);
  useEffect(() => {
    latest.current = selection;
  });
  const toggle = useCallback((place: number, isRange: boolean) => latest.current.toggle(place, isRange), []);
  const isSelecting = countOf(selection.chosen, total) > 0;
  const cell = (place: number) => {
    const image = images.at(place);
    return (
      <Cell
        key={place}
        place={place}
        image={image}
        size={size}
        isReviewed={props.isReviewed}
        listed={listed}
        isActive={place === here}
        isSelected={image !== undefined && isSelected(selection.chosen, image.id)}
        isSelecting={isSelecting}
        onTouch={setActive}
        onToggle={toggle}
      />
    );
  };
  const rows =
    columns === 0 || total === 0 ? [] : Array.from({ length: visible.last - visible.first + 1 }, (_, i) => i);
  return (
    <div
      ref={node}
      className={styles.scroll}
      role="grid"
      tabIndex={0}
      aria-label={t('datasets.images')}
      aria-multiselectable="true"
      aria-rowcount={rowsOf(grid)}
      aria-colcount={columns}
      aria-activedescendant={`image-${here}`}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: scrollHeight(grid), position: 'relative' }}>
        {rows.map((i) => (
          <Row key={visible.first + i} index={visible.first + i} top={visible.top + i * row} grid={grid} cell={cell} />
        ))}
      </div>
    </div>
  );
}
