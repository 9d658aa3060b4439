/** A Markdown file as the build hands it on (markdown.ts beside vite.config.ts). */
export interface MarkdownNode {
  type: string;
  value?: string;
  depth?: number;
  ordered?: boolean | null;
  url?: string;
  alt?: string | null;
  children?: readonly MarkdownNode[];
}
export interface MarkdownFile {
  tree: MarkdownNode;
  /** Where the images of the file lie and how large they are, by what it calls them. */
  images: Readonly<Record<string, { src: string; width: number; height: number }>>;
}

export const plainText = (node: MarkdownNode): string => node.value ?? (node.children ?? []).map(plainText).join('');

/** The headings of a depth, with the ids under which they stand on the page. */
export const headingsOf = ({ tree }: MarkdownFile, depth: number): { id: string; text: string }[] =>
  (tree.children ?? []).flatMap((node, i) =>
    node.type === 'heading' && node.depth === depth ? [{ id: headingId(i), text: plainText(node) }] : [],
  );
/** By its place in the file: texts may come twice. */
export const headingId = (place: number): string => `part-${place}`;
