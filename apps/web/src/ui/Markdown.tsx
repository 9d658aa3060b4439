/** `<Markdown file />` draws a file of ours that the build has read. Only what is known is drawn; there is no HTML in it. */
import { createElement, type ReactNode } from 'react';
import styles from './Markdown.module.css';
import { headingId, plainText, type MarkdownFile, type MarkdownNode } from './markdown-tree.ts';

type Images = MarkdownFile['images'];

/** What is drawn as an element with its children, by type. */
const plain: Readonly<Record<string, string>> = {
  paragraph: 'p',
  strong: 'strong',
  emphasis: 'em',
  listItem: 'li',
};

const isOutside = (url: string): boolean => /^https?:\/\//.test(url);

function Table({ node, images }: { node: MarkdownNode; images: Images }) {
  const [head, ...rows] = node.children ?? [];
  const cells = (row: MarkdownNode | undefined, tag: 'th' | 'td') =>
    (row?.children ?? []).map((cell, i) => createElement(tag, { key: i }, drawAll(cell, images)));
  return (
    <div className={styles.wide}>
      <table>
        <thead>
          <tr>{cells(head, 'th')}</tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- a file does not change while it is read
            <tr key={i}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The title of the file stands above it already; other files of the repository are not part of the app. */
function draw(node: MarkdownNode, key: number, images: Images): ReactNode {
  const tag = Object.hasOwn(plain, node.type) ? plain[node.type] : undefined;
  if (tag) return createElement(tag, { key }, drawAll(node, images));
  switch (node.type) {
    case 'text':
      return node.value;
    case 'heading':
      if (node.depth === 1) return null;
      return createElement(`h${node.depth ?? 2}`, { key, id: headingId(key) }, drawAll(node, images));
    case 'list':
      return createElement(node.ordered ? 'ol' : 'ul', { key }, drawAll(node, images));
    case 'inlineCode':
      return <code key={key}>{node.value}</code>;
    case 'code':
      return (
        <pre key={key} className={styles.wide}>
          <code>{node.value}</code>
        </pre>
      );
    case 'image':
      return <img key={key} {...images[node.url ?? '']} alt={node.alt ?? ''} loading="lazy" />;
    case 'link':
      // the same file in the other language: the interface has a switch for that
      if (/^\w+\.md$/.test(node.url ?? '')) return null;
      return isOutside(node.url ?? '') ? (
        <a key={key} className="link" href={node.url} target="_blank" rel="noreferrer">
          {drawAll(node, images)}
        </a>
      ) : (
        plainText(node)
      );
    case 'table':
      return <Table key={key} node={node} images={images} />;
    default:
      return drawAll(node, images);
  }
}

const drawAll = (node: MarkdownNode, images: Images): ReactNode =>
  (node.children ?? []).map((child, i) => draw(child, i, images));

export function Markdown({ file }: { file: MarkdownFile }) {
  return <div className={styles.text}>{drawAll(file.tree, file.images)}</div>;
}
