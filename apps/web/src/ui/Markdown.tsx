/** `<Markdown file />` draws a file of ours that the build has read. Only what is known is drawn; there is no HTML in it. */
import { createElement, type ReactNode } from 'react';
import { PathLink } from '../core/scene.tsx';
import styles from './Markdown.module.css';
import { headingId, plainText, type MarkdownFile, type MarkdownNode } from './markdown-tree.ts';

/** Where a file beside it is read in the app, by its name. */
export type Beside = Readonly<Record<string, string>>;
interface Around {
  images: MarkdownFile['images'];
  beside: Beside;
}

/** What is drawn as an element with its children, by type. */
const plain: Readonly<Record<string, string>> = {
  paragraph: 'p',
  strong: 'strong',
  emphasis: 'em',
  listItem: 'li',
};

const isOutside = (url: string): boolean => /^https?:\/\//.test(url);

function Table({ node, around }: { node: MarkdownNode; around: Around }) {
  const [head, ...rows] = node.children ?? [];
  const cells = (row: MarkdownNode | undefined, tag: 'th' | 'td') =>
    (row?.children ?? []).map((cell, i) => createElement(tag, { key: i }, drawAll(cell, around)));
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
function draw(node: MarkdownNode, key: number, around: Around): ReactNode {
  const tag = Object.hasOwn(plain, node.type) ? plain[node.type] : undefined;
  if (tag) return createElement(tag, { key }, drawAll(node, around));
  switch (node.type) {
    case 'text':
      return node.value;
    case 'heading':
      if (node.depth === 1) return null;
      return createElement(`h${node.depth ?? 2}`, { key, id: headingId(key) }, drawAll(node, around));
    case 'list':
      return createElement(node.ordered ? 'ol' : 'ul', { key }, drawAll(node, around));
    case 'inlineCode':
      return <code key={key}>{node.value}</code>;
    case 'code':
      return (
        <pre key={key} className={styles.wide}>
          <code>{node.value}</code>
        </pre>
      );
    case 'image':
      return <img key={key} {...around.images[node.url ?? '']} alt={node.alt ?? ''} loading="lazy" />;
    case 'link':
      if (around.beside[node.url ?? '']) {
        return (
          <PathLink key={key} to={around.beside[node.url ?? '']!}>
            {plainText(node)}
          </PathLink>
        );
      }
      return isOutside(node.url ?? '') ? (
        <a key={key} className="link" href={node.url} target="_blank" rel="noreferrer">
          {drawAll(node, around)}
        </a>
      ) : (
        plainText(node)
      );
    case 'table':
      return <Table key={key} node={node} around={around} />;
    default:
      return drawAll(node, around);
  }
}

/** The same file in the other language: the interface has a switch for that. */
const isLeftOut = ({ type, url = '' }: MarkdownNode, { beside }: Around): boolean =>
  type === 'link' && /^[\w-]+\.md$/.test(url) && !beside[url];
const separator = /^\s*·\s*$/;

/** What is left out takes the separator beside it along. */
function drawAll(node: MarkdownNode, around: Around): ReactNode {
  const children = node.children ?? [];
  const isGone = (child: MarkdownNode | undefined): boolean => child !== undefined && isLeftOut(child, around);
  return children.map((child, i) => {
    const isBetween = child.type === 'text' && separator.test(child.value ?? '');
    if (isGone(child) || (isBetween && (isGone(children[i - 1]) || isGone(children[i + 1])))) return null;
    return draw(child, i, around);
  });
}

export function Markdown({ file, beside = {} }: { file: MarkdownFile; beside?: Beside }) {
  return <div className={styles.text}>{drawAll(file.tree, { images: file.images, beside })}</div>;
}
