/** The guides in both languages and the changelog, built into the app, so that they are read without the internet. */
import type { Locale } from '@loupe/contract';
import type { MarkdownFile } from '../../ui/markdown-tree.ts';

const root = '../../../../..';
const files = import.meta.glob<MarkdownFile>(['../../../../../docs/guide/*.md', '../../../../../CHANGELOG.md'], {
  query: '?tree',
  import: 'default',
});

export type Read = () => Promise<MarkdownFile>;
const read = (path: string): Read => files[`${root}/${path}`]!;

export const guideFiles: { readonly [L in Locale]: Read } = {
  zh: read('docs/guide/zh.md'),
  en: read('docs/guide/en.md'),
};
export const administratorFiles: { readonly [L in Locale]: Read } = {
  zh: read('docs/guide/administrators-zh.md'),
  en: read('docs/guide/administrators-en.md'),
};
export const newsFile = read('CHANGELOG.md');
