/**
 * What is in the bin is hidden in this one place: the schema `live` has a view of each table whose rows go to the bin, with
 * its name and without those rows, and a connection of the server looks there first. So no query can forget to leave them
 * out. Who means all rows says `public.` before the name: the bin itself, what keeps data sets from being deleted, sweepers.
 * Images have no view: a live one has no `deleted_at`, and its folder is live.
 */
import type pg from 'pg';

/** Tables whose rows go to the bin, each with a view. */
export const binnedTables = ['project', 'dataset', 'folder', 'model', 'version', 'task', 'online_entry'] as const;

/** The address with the order in which names are looked up; settings that it already has stay. */
export function liveUrl(url: string): string {
  const theirs = /[?&]options=([^&]*)/.exec(url)?.[1];
  const options = `${theirs === undefined ? '' : `${decodeURIComponent(theirs)} `}-c search_path=live,public`;
  return `${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent(options)}`;
}

/** Makes the views again, so that they have the columns of their tables; before the bin came there are none. */
export async function makeLiveViews(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'bin_id' and table_name::text = any($1)`,
    [binnedTables],
  );
  if (rows.length === 0) return;
  const views = rows.map(
    ({ name }) => `create or replace view live.${name} as select * from public.${name} where bin_id is null;`,
  );
  // one message: the server runs it as one transaction
  await client.query(`create schema if not exists live; ${views.join(' ')}`);
}
