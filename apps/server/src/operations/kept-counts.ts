/** Counts that are kept beside what they count: how to find those that are wrong, and how to set them right. */
import { knownStates } from '@loupe/contract';
import { folderState } from '../core/folder-state.ts';

interface KeptCount {
  readonly what: { readonly zh: string; readonly en: string };
  /** One row with `n`, the number of wrong ones. */
  readonly wrong: string;
  readonly mend: string;
}

const known = knownStates.map((state) => `'${state}'`).join(', ');

const ofFolders = `select f.id, count(i.id) as images,
    count(i.id) filter (where i.state in (${known})) as annotated,
    count(i.id) filter (where i.state = 'empty') as empty,
    count(i.id) filter (where i.state = 'preLabeled') as predicted
  from folder f left join image i on i.folder_id = f.id and i.deleted_at is null group by f.id`;
const state = folderState({
  images: 'c.images',
  annotated: 'c.annotated',
  preLabeled: 'c.predicted',
  // before the migrations of an upgrade there is nothing to count them by
  tasks: 'f.pre_labeling_tasks',
});
const foldersDiffer = `(f.n_images, f.n_annotated, f.n_empty, f.n_pre_labeled, f.state)
  is distinct from (c.images, c.annotated, c.empty, c.predicted, ${state})`;
const ofImages = 'select i.id, count(s.id) as shapes from image i left join shape s on s.image_id = i.id group by i.id';
const ofEntries = `select e.id, count(r.id) as records
  from online_entry e left join online_record r on r.entry_id = e.id group by e.id`;

export const keptCounts: readonly KeptCount[] = [
  {
    what: { zh: '文件夹的图片计数', en: 'counts of images in folders' },
    wrong: `select count(*) as n from folder f join (${ofFolders}) c on c.id = f.id where ${foldersDiffer}`,
    mend: `update folder f set n_images = c.images, n_annotated = c.annotated, n_empty = c.empty,
      n_pre_labeled = c.predicted, state = ${state},
      list_rev = f.list_rev + 1, state_rev = f.state_rev + 1 from (${ofFolders}) c where c.id = f.id and ${foldersDiffer}`,
  },
  {
    what: { zh: '图片的图形计数', en: 'counts of shapes on images' },
    wrong: `select count(*) as n from image i join (${ofImages}) c on c.id = i.id where i.n_shapes <> c.shapes`,
    mend: `update image i set n_shapes = c.shapes from (${ofImages}) c where c.id = i.id and i.n_shapes <> c.shapes`,
  },
  {
    what: { zh: '在线入口的记录计数', en: 'counts of records of online entries' },
    wrong: `select count(*) as n from online_entry e join (${ofEntries}) c on c.id = e.id where e.n_records <> c.records`,
    mend: `update online_entry e set n_records = c.records from (${ofEntries}) c
      where c.id = e.id and e.n_records <> c.records`,
  },
];
