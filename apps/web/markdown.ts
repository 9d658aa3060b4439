/** Build plugin: `guide.md?tree` is the file as a tree that `<Markdown>` draws, with its images among the built files. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parsers } from 'prettier/plugins/markdown';
import type { Plugin } from 'vite';
import type { MarkdownNode } from './src/ui/markdown-tree.ts';

const wanted = /\.md\?tree$/;

/** Each image once, in the order in which they come. */
const imagesOf = (node: MarkdownNode): string[] => {
  const own = node.type === 'image' && node.url ? [node.url] : [];
  return [...new Set([...own, ...(node.children ?? []).flatMap(imagesOf)])];
};

/** Width and height as a PNG says them: with these the page has room for an image before it is there. */
const sizeOf = async (file: string): Promise<[width: number, height: number]> => {
  const head = await readFile(file);
  if (head.toString('latin1', 12, 16) !== 'IHDR') throw new Error(`${file} is not a PNG`);
  return [head.readUInt32BE(16), head.readUInt32BE(20)];
};

/** The tree as JavaScript: places in the file are left out, and addresses of images are what the build makes of them. */
const codeOf = async (tree: MarkdownNode, folder: string): Promise<string> => {
  const images = imagesOf(tree);
  const sizes = await Promise.all(images.map((url) => sizeOf(path.join(folder, url))));
  const imports = images.map((url, i) => `import image${i} from ${JSON.stringify(`${path.join(folder, url)}?url`)};`);
  const entries = images.map(
    (url, i) => `${JSON.stringify(url)}: { src: image${i}, width: ${sizes[i]![0]}, height: ${sizes[i]![1]} }`,
  );
  const text = JSON.stringify(tree, (key, value: unknown) => (key === 'position' ? undefined : value));
  return `${imports.join('\n')}\nexport default { tree: ${text}, images: { ${entries.join(', ')} } };\n`;
};

export const markdown = (): Plugin => ({
  name: 'loupe-markdown',
  load: {
    filter: { id: wanted },
    async handler(id) {
      const file = id.slice(0, id.lastIndexOf('?'));
      this.addWatchFile(file);
      const tree = (await parsers.markdown.parse(await readFile(file, 'utf8'), {} as never)) as MarkdownNode;
      return codeOf(tree, path.dirname(file));
    },
  },
});
