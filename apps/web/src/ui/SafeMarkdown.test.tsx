/** Whatever an administrator pastes, what is shown holds text, lists, tables and links, and runs nothing. */
import { expect, it } from 'vitest';
import { safeHtml } from './SafeMarkdown.tsx';

it('draws headings, lists, tables and links', () => {
  const html = safeHtml('# Title\n\n- one\n- **two**\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n[us](https://example.com)');
  for (const part of ['<h1>Title</h1>', '<li>one</li>', '<strong>two</strong>', '<td>1</td>'])
    expect(html).toContain(part);
  expect(html).toContain('href="https://example.com"');
  expect(html).toContain('rel="noopener noreferrer"');
});

it.each([
  ['a script', '<script>alert(1)</script>'],
  ['a handler', '<p onclick="alert(1)">x</p>'],
  ['a picture', '<img src=x onerror=alert(1)>'],
  ['a picture of elsewhere', '![x](https://example.com/track.png)'],
  ['a link that runs', '[x](javascript:alert(1))'],
  ['a link that runs, disguised', '[x](java\tscript:alert(1))'],
  ['data in a link', '<a href="data:text/html,<script>alert(1)</script>">x</a>'],
  ['a page in the page', '<iframe src="https://example.com"></iframe>'],
  ['a form', '<form action="https://example.com"><input name="password"></form>'],
  ['style', '<style>body{display:none}</style><p style="position:fixed" class="x" id="root">x</p>'],
  ['svg', '<svg><animate onbegin=alert(1) attributeName=x dur=1s></svg>'],
  ['math', '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>'],
])('drops %s', (_what, text) => {
  const html = safeHtml(text);
  expect(html).not.toMatch(
    /<(script|img|iframe|form|input|style|svg|math)|\son\w+=|javascript:|data:|style=|class=|id=/i,
  );
});
