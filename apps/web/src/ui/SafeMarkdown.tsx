/** Markdown that people wrote, as HTML that holds nothing but text: no script, style, form or picture of elsewhere. */
import createPurifier from 'dompurify';
import { Marked } from 'marked';
import { useMemo } from 'react';
import styles from './SafeMarkdown.module.css';

const marked = new Marked({ gfm: true, async: false });
const tags = 'h1 h2 h3 h4 h5 h6 p br hr ul ol li blockquote pre code em strong del a table thead tbody tr th td'.split(
  ' ',
);

const purifier = createPurifier(window);
// what a text links to opens beside it, and learns nothing of where it was linked
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer');
});

export const safeHtml = (text: string): string =>
  purifier.sanitize(marked.parse(text) as string, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ['href', 'align', 'start'],
    ALLOWED_URI_REGEXP: /^(https?:|mailto:|tel:|\/(?!\/)|#)/i,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });

export function SafeMarkdown({ text }: { text: string }) {
  const html = useMemo(() => safeHtml(text), [text]);
  return <div className={styles.markdown} dangerouslySetInnerHTML={{ __html: html }} />;
}
