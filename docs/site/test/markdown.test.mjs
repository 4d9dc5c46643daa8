// Headings, links and hostile text in Markdown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePage, renderPage, slugOf } from '../markdown.mjs';

const asIs = target => ({ href: target });
const render = (text, resolve = asIs, rowId) => renderPage(parsePage(text, rowId), resolve);

test('anchors follow the rules of GitHub', () => {
  assert.equal(slugOf('What A2UI 0.8 cannot show'), 'what-a2ui-08-cannot-show');
  assert.equal(slugOf('`serve` and `show`, a_b – c'), 'serve-and-show-a_b--c');
  assert.equal(slugOf('Größe 2²'), 'größe-2²');
  const { headings, title } = parsePage('# Title\n\n## One\n\n### `one`\n\n## One\n\n## One-1\n');
  assert.equal(title, 'Title');
  assert.deepEqual(headings.map(heading => heading.id), ['title', 'one', 'one-1', 'one-2', 'one-1-1']);
  assert.deepEqual(headings.map(heading => heading.text), ['Title', 'One', 'one', 'One', 'One-1']);
});

test('headings and rows of the page of rules have ids', () => {
  const page = '# Rules\n\n### a2ui-1.0-0.9\n\n| Rule | Meaning |\n|---|---:|\n| `a/b` | One. |\n| `a/b` | Two. |\n| `c` d | Three. |\n';
  const html = render(page, asIs, name => `rule-${name}`);
  assert.equal(html.match(/<tr id="rule-a\/b">/g).length, 1);
  assert.match(html, /<h3 id="a2ui-10-09"><span id="a2ui-1\.0-0\.9"><\/span>/);
  assert.doesNotMatch(html, /rule-c|style=/);
  assert.match(html, /<td class="right">One\.<\/td>/);
});

test('links are resolved with the number of their line', () => {
  const asked = [];
  const text = '# T\n\nOne [a](a.md) and\n[b\nc](b.md#x), ![d](d.png).\n\n- [e](e.md)\n\n| [f](f.md) |\n|---|\n| [g](g.md) |\n\n<img src="h.png" width="240" alt="H &amp; i">\n';
  const html = render(text, (target, line) => {
    asked.push([target, line]);
    return { href: `/${target}` };
  });
  assert.deepEqual(asked, [['a.md', 3], ['b.md#x', 4], ['d.png', 5], ['e.md', 7], ['f.md', 9], ['g.md', 11], ['h.png', 13]]);
  assert.match(html, /<a href="\/b\.md#x">b\nc<\/a>/);
  assert.match(html, /<img src="\/h\.png" width="240" alt="H &amp;amp; i" loading="lazy">/);
});

test('an address of the own machine is text', () => {
  const text = '# T\n\nhttps://example.com/a failed: http://127.0.0.1:8000/ or http://localhost:1/.\n';
  assert.deepEqual(render(text).match(/href="[^"#]*"/g), ['href="https://example.com/a"']);
});

test('a link to a file that the website lacks becomes text', () => {
  const file = path => render(`[${path[0]}](x)`, () => ({ file: path[1] }));
  assert.match(file(['site.rs', 'bridge/src/site.rs']), /<p><code>site\.rs<\/code><\/p>/);
  assert.match(file(['`examples/site.rs`', 'bridge/examples/site.rs']), /<p><code>examples\/site\.rs<\/code><\/p>/);
  assert.match(file(['setups', 'bridge/quickstart']), /<p>setups \(<code>bridge\/quickstart<\/code>\)<\/p>/);
  assert.match(file(['<b> & *setups*', 'a/b']), /<p>&lt;b&gt; &amp; <em>setups<\/em> \(<code>a\/b<\/code>\)<\/p>/);
  assert.match(render('[a](x)', () => ({ fault: 'no' })), /<p>a<\/p>/);
});

test('HTML of a page stays text, except comments', () => {
  const hostile = [
    '<script>alert(1)</script>', 'a <img src=x onerror=alert(1)> b', '<img src="x" width="1" alt="a" onerror="alert(1)">', '<a2ui-json>[{}]</a2ui-json>',
    '<style>body{}</style>', '<iframe src="https://example.com"></iframe>', 'a <b onclick="x">b</b>', '<!-- a --><script>alert(1)</script>',
    '<!-- --> <svg/onload=alert(1)>', '# <i>x</i>', '```"><script>\n</code></pre><script>\n```', '`<script>`', '| <u>a</u> |\n|---|\n| <u>b</u> |',
  ];
  for (const text of hostile) {
    const tags = [...render(text).matchAll(/<\/?([a-z][\w-]*)/g)].map(([, tag]) => tag);
    const allowed = ['p', 'h1', 'div', 'pre', 'code', 'table', 'thead', 'tbody', 'tr', 'th', 'td'];
    assert.deepEqual(tags.filter(tag => !allowed.includes(tag)), [], text);
  }
  assert.equal(render('<!-- from a.rs -->'), '');
  assert.equal(render('a <!-- b --> c'), '<p>a  c</p>\n');
});

test('links cannot run scripts or leave their attribute', () => {
  for (const target of ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd', '&#106;avascript:alert(1)']) {
    assert.doesNotMatch(render(`[a](${target}) ![b](${target}) <${target}>`), /href|src/, target);
  }
  assert.match(render('[a](<x" onclick="y>)'), /href="x%22%20onclick=%22y"/);
  assert.match(render('[a](b)', () => ({ href: 'x" onclick="y' })), /href="x&quot; onclick=&quot;y"/);
  assert.match(render('# a" onclick="b'), /<h1 id="a-onclickb">a&quot; onclick=&quot;b<\/h1>/);
});

test('only addresses with a scheme become links by themselves', () => {
  assert.equal(render('README.md, example.com, a@example.com'), '<p>README.md, example.com, a@example.com</p>\n');
  assert.match(render('See https://example.com/a.'), /<a href="https:\/\/example\.com\/a">/);
});
