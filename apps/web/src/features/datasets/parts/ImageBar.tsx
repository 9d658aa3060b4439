/** Above the grid: states with their counts, search by name, label, order, and the size of the thumbnails. */
import { AppstoreOutlined, BorderOutlined, TableOutlined } from '@ant-design/icons';
import { ImagePart, ImageState, type Folder, type ImageSort, type Label, type ReviewFilter } from '@loupe/contract';
import { Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ImageChoice } from '../../../core/image-choice.ts';
import { useMay } from '../../../core/access.ts';
import { formatCount } from '../../../core/format.ts';
import { useApi } from '../../../core/query.ts';
import type { ThumbSize } from '../../../core/preferences.ts';
import { useWording } from '../../../core/wording.ts';
import { ListFilters } from '../../../ui/ListFilters.tsx';
import { partCounts } from '../../../ui/part-counts.ts';
import styles from './grid.module.css';
import { FilterChip } from '../../../ui/FilterChip.tsx';

const countOf = (folder: Folder, state: ImageState | ''): number =>
  ({
    '': folder.images,
    unannotated: folder.images - folder.annotated - folder.preLabeled,
    preLabeled: folder.preLabeled,
    annotated: folder.annotated - folder.empty,
    empty: folder.empty,
  })[state];

const sizeIcons: readonly [ThumbSize, typeof TableOutlined][] = [
  ['small', TableOutlined],
  ['medium', AppstoreOutlined],
  ['large', BorderOutlined],
];

/** Training and test as chips with their counts. */
function PartChips(props: { folder: Folder; part: ImagePart | ''; onChoose: (part: ImagePart | undefined) => void }) {
  const { folder, part: chosen, onChoose } = props;
  const { t } = useTranslation();
  const counts = partCounts(folder.images, folder.testImages);
  return ImagePart.options.map((part) => (
    <FilterChip
      key={part}
      name={t(`datasets.parts.${part}`)}
      count={counts[part]}
      isOn={part === chosen}
      onClick={() => onChoose(part === chosen ? undefined : part)}
    />
  ));
}

/** There where the folder has images with shapes in conflict, or they are asked for. */
function ConflictChip({ folder, choice, onChoose }: Pick<ImageBarProps, 'folder' | 'choice' | 'onChoose'>) {
  const { t } = useTranslation();
  const conflicts = useApi('datasetConflicts', { id: folder.datasetId }, { silent: true }).data;
  const count = conflicts?.folders.find(({ id }) => id === folder.id)?.images ?? 0;
  const isOn = choice.conflict !== '';
  if (count === 0 && !isOn) return null;
  return (
    <FilterChip
      name={t('conflicts.filter')}
      count={count}
      isOn={isOn}
      onClick={() => onChoose({ conflict: isOn ? undefined : '1' })}
    />
  );
}

/** Only where images are reviewed: one field for the states that there are and for what somebody has to do. */
function ReviewSelect({ folder, choice, onChoose }: Pick<ImageBarProps, 'folder' | 'choice' | 'onChoose'>) {
  const { t } = useTranslation();
  const may = useMay();
  const counts = folder.review;
  if (counts === null) return null;
  // what says the same as the state does is left out
  const isOffered = (one: ReviewFilter): boolean =>
    counts[one] > 0 &&
    (one !== 'toReview' || (may('imageAccept', folder.projectId) && counts.toReview !== counts.submitted)) &&
    (one !== 'returnedToMe' || counts.returnedToMe !== counts.returned);
  const shown = reviewOrder.filter((one) => choice.review === one || isOffered(one));
  return (
    <Select<ReviewFilter>
      className={styles.review!}
      aria-label={t('review.title')}
      placeholder={t('review.title')}
      value={choice.review || null}
      allowClear
      popupMatchSelectWidth={false}
      options={shown.map((value) => ({
        value,
        label: (
          <>
            {t(`review.filters.${value}`)} <b className="num">{formatCount(counts[value])}</b>
          </>
        ),
      }))}
      onChange={(review: ReviewFilter | undefined) => onChoose({ review: review ?? undefined })}
    />
  );
}
const reviewOrder = [
  'unsubmitted',
  'submitted',
  'toReview',
  'accepted',
  'returned',
  'returnedToMe',
] as const satisfies readonly ReviewFilter[];

interface ImageBarProps {
  folder: Folder;
  /** Images are marked one by one; else there is nothing to filter by. */
  isMarked: boolean;
  labels: readonly Label[];
  choice: ImageChoice;
  onChoose: (change: { [K in keyof ImageChoice]?: ImageChoice[K] | undefined }) => void;
  size: ThumbSize;
  onSize: (size: ThumbSize) => void;
}

export function ImageBar(props: ImageBarProps) {
  const { folder, labels, choice, onChoose } = props;
  const { t } = useTranslation();
  const wording = useWording();
  // a state that only a model leads to is shown where there is one
  const shown = ImageState.options.filter(
    (state) => state !== 'preLabeled' || folder.preLabeled > 0 || choice.state === state,
  );
  const states = ['', ...(props.isMarked ? shown : [])] as const;
  const values = {
    ...(choice.name ? { name: choice.name } : {}),
    ...(choice.label > 0 ? { label: String(choice.label) } : {}),
  };
  const sorts: ImageSort[] = ['name', '-name', '-createdAt', 'createdAt'];
  return (
    <div className={styles.bar}>
      {states.map((state) => (
        <FilterChip
          key={state}
          name={state ? t(`ui.states.${state}`, wording) : t('ui.all')}
          count={countOf(folder, state)}
          isOn={
            state === choice.state &&
            (state !== '' || (choice.part === '' && choice.review === '' && choice.conflict === ''))
          }
          onClick={() =>
            onChoose({ state: state || undefined, part: undefined, review: undefined, conflict: undefined })
          }
        />
      ))}
      <ReviewSelect {...props} />
      <ConflictChip {...props} />
      {props.isMarked ? null : <PartChips folder={folder} part={choice.part} onChoose={(part) => onChoose({ part })} />}
      <ListFilters
        filters={[
          { kind: 'text', key: 'name', placeholder: t('datasets.searchImage') },
          ...(props.isMarked
            ? [
                {
                  kind: 'select' as const,
                  key: 'label',
                  placeholder: t('datasets.anyLabel'),
                  options: labels.map(({ id, name }) => ({ value: String(id), label: name })),
                },
              ]
            : []),
        ]}
        values={values}
        onChange={(change) =>
          onChoose({
            ...('name' in change ? { name: change.name === undefined ? undefined : String(change.name) } : {}),
            ...('label' in change ? { label: change.label === undefined ? undefined : Number(change.label) } : {}),
          })
        }
      />
      <span className={styles.end}>
        <Select<ImageSort>
          aria-label={t('datasets.order')}
          value={choice.sort}
          popupMatchSelectWidth={false}
          options={sorts.map((value) => ({ value, label: t(`datasets.orders.${value}`) }))}
          onChange={(sort) => onChoose({ sort: sort === 'name' ? undefined : sort })}
        />
        <Segmented<ThumbSize>
          aria-label={t('datasets.thumbSize')}
          value={props.size}
          options={sizeIcons.map(([value, Icon]) => ({
            value,
            icon: <Icon aria-label={t(`datasets.thumbSizes.${value}`)} />,
            title: t(`datasets.thumbSizes.${value}`),
          }))}
          onChange={props.onSize}
        />
      </span>
    </div>
  );
}
