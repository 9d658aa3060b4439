/**
 * Fills a folder with images as rows: `node bench/server/rows.ts DATABASE_URL FOLDER COUNT`. The folder has one image
 * already, whose file all the others share. Six in ten are annotated, with a shape of each of the first three labels.
 */
import path from 'node:path';
import pg from 'pg';

const rowsAtOnce = 50_000;

const images = `
  insert into image (folder_id, dataset_id, project_id, name, name_key, sha256, width, height, bits, group_key, state,
                     revision, n_shapes)
  select first.folder_id, first.dataset_id, first.project_id, word || '_' || i || '.jpg',
         word || '_' || lpad(i::text, 12, '0') || '.jpg', first.sha256, first.width, first.height, first.bits, word || '_' || i,
         case when i % 10 < 6 then 'annotated' when i % 10 < 9 then 'unannotated' else 'empty' end,
         3, case when i % 10 < 6 then 3 else 0 end
  from (select * from image where folder_id = $1 order by id limit 1) first,
       generate_series($2::bigint, $3::bigint) i,
       lateral (select (array['scan', 'img', 'part', 'frame', 'top'])[1 + (i * 7919) % 5] as word) w`;

const shapes = `
  insert into shape (image_id, id, rev, label_id, kind, points, parts, source)
  select i.id, gen_random_uuid(), 1, l.id, 'rect', decode('0000803f0000803f0000a0410000a041', 'hex'), '{0}', 'person'
  from image i join (select id from label where dataset_id = (select dataset_id from folder where id = $1) order by id limit 3) l
    on true
  where i.folder_id = $1 and i.state = 'annotated' and i.id > $2
    and not exists (select 1 from shape s where s.image_id = i.id)`;

const counts = `
  update folder set (n_images, n_annotated, n_empty, list_rev, state_rev) =
    (select count(*), count(*) filter (where state <> 'unannotated'), count(*) filter (where state = 'empty'),
            list_rev + 1, state_rev + 1 from image where folder_id = $1 and deleted_at is null)
  where id = $1`;

export async function fillFolder(url: string, folderId: number, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (let from = 1; from < count; from += rowsAtOnce) {
      const { rows } = await client.query('select coalesce(max(id), 0) as id from image');
      await client.query(images, [folderId, from, Math.min(count - 1, from + rowsAtOnce - 1)]);
      await client.query(shapes, [folderId, rows[0].id]);
    }
    await client.query(counts, [folderId]);
    await client.query('vacuum analyze image');
    await client.query('vacuum analyze shape');
  } finally {
    await client.end();
  }
}

if (process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename) {
  const [url = '', folderId, count] = process.argv.slice(2);
  await fillFolder(url, Number(folderId), Number(count));
}
