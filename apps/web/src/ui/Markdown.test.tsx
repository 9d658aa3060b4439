/** Files of ours as they are drawn: headings that can be reached, images where the build put them, links that leave the app. */
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../testing/screen.tsx';
import { Markdown } from './Markdown.tsx';
import { headingsOf, type MarkdownFile, type MarkdownNode } from './markdown-tree.ts';

const text = (value: string): MarkdownNode => ({ type: 'text', value });
const link = (url: string, value: string): MarkdownNode => ({ type: 'link', url, children: [text(value)] });
const file: MarkdownFile = {
  tree: {
    type: 'root',
    children: [
      { type: 'heading', depth: 1, children: [text('Title')] },
      { type: 'heading', depth: 2, children: [text('First '), { type: 'inlineCode', value: 'part' }] },
      { type: 'paragraph', children: [{ type: 'image', url: '../a.png', alt: 'A screen' }] },
      {
        type: 'paragraph',
        children: [link('https://example.com/', 'out'), link('../settings.md', 'settings'), link('zh.md', '中文')],
      },
      { type: 'html', value: '<b>never</b>' },
    ],
  },
  images: { '../a.png': { src: '/assets/a-1.png', width: 1440, height: 900 } },
};

it('draws what it knows, and nothing as HTML', () => {
  const { container } = render(<Markdown file={file} />);
  const [heading] = headingsOf(file, 2);
  expect(heading!.text).toBe('First part');
  expect(container.querySelector(`#${heading!.id}`)!.textContent).toBe('First part');
  expect(screen.queryByText('Title')).toBeNull();
  expect(screen.getByRole('img', { name: 'A screen' }).getAttribute('src')).toBe('/assets/a-1.png');
  const links = screen.getAllByRole('link');
  expect(links.map((one) => [one.textContent, one.getAttribute('rel')])).toEqual([['out', 'noreferrer']]);
  expect(container.textContent).toContain('settings');
  expect(container.textContent).not.toContain('中文');
  expect(container.textContent).not.toContain('never');
});

it('leads to a file beside it that the app has, and leaves no separator of one that it has not', async () => {
  const links = [text('Intro. '), link('a-zh.md', '中文'), text(' · '), link('en.md', 'User guide')];
  const tree: MarkdownNode = { type: 'root', children: [{ type: 'paragraph', children: links }] };
  const { container } = await show(<Markdown file={{ tree, images: {} }} beside={{ 'en.md': '/help/guide' }} />);
  expect(container.textContent).toBe('Intro. User guide');
  expect(screen.getByRole('link', { name: 'User guide' }).getAttribute('href')).toBe('/help/guide');
});
