// The pages of the website and their navigation.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { GROUPS } from '../navigation.mjs';
import { addressOf, findPages, matching } from '../pages.mjs';
import { documentOf } from '../template.mjs';

const root = mkdtempSync(join(tmpdir(), 'agent-ui-pages-'));
after(() => rmSync(root, { recursive: true }));
for (const file of ['README.md', 'SECURITY.md', 'docs/cli.md', 'docs/protocols/aap.md', 'docs/protocols/ahp.md', 'aap/README.md', 'node_modules/README.md', '.git/README.md']) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), '');
}

test('each file has an address', () => {
  const addresses = {
    'README.md': 'index.html', 'CHANGELOG.md': 'changelog.html', 'docs/cli.md': 'cli.html', 'docs/protocols/a2ui.md': 'protocols/a2ui.html',
    'bridge/cli/README.md': 'bridge/cli/index.html', 'tests/reports/ahp_walk.md': 'reports/ahp_walk.html',
  };
  for (const [source, address] of Object.entries(addresses)) assert.equal(addressOf(source), address);
});

test('a pattern names files, and no files of other projects', () => {
  assert.deepEqual(matching(root, '*/README.md'), ['aap/README.md']);
  assert.deepEqual(matching(root, 'docs/*/*.md'), ['docs/protocols/aap.md', 'docs/protocols/ahp.md']);
  assert.deepEqual(matching(root, 'docs/*.md'), ['docs/cli.md']);
  assert.deepEqual(matching(root, 'docs/missing.md'), []);
});

test('a page belongs to the entry with its name before it belongs to a pattern', () => {
  const { groups, wrong } = findPages(root, [
    { title: 'One', entries: ['*.md', 'docs/protocols/*.md', { made: 'matrix.html' }] },
    { title: 'Two', entries: ['docs/protocols/ahp.md', 'docs/cli.md'] },
  ]);
  assert.deepEqual(wrong, []);
  assert.deepEqual(groups.map(group => group.items.map(item => item.address ?? item.made)),
    [['index.html', 'security.html', 'protocols/aap.html', 'matrix.html'], ['protocols/ahp.html', 'cli.html']]);
});

test('a missing page and a page without a group are reported', () => {
  const { wrong } = findPages(root, [{ title: 'One', entries: ['README.md', 'SECURITY.md', 'docs/missing.md', 'docs/protocols/*.md'] }]);
  assert.deepEqual(wrong, ['docs/site/navigation.mjs: no page has the path docs/missing.md', 'docs/cli.md: the page is in no group of docs/site/navigation.mjs']);
});

test('the navigation has every page of the project', () => {
  const { pages, wrong } = findPages(fileURLToPath(new URL('../../../', import.meta.url)), GROUPS);
  assert.deepEqual(wrong, []);
  assert.ok(pages.size > 60, `${pages.size} pages`);
});

test('names are escaped in the frame of a page', () => {
  const name = '"><script>&';
  const page = { address: 'a/b.html', title: name, body: '', headings: ['x', 'y', 'z'].map(id => ({ level: 2, id, text: name })) };
  const html = documentOf(page, { navigation: [{ title: name, items: [{ address: 'c.html', title: name }] }], hasPlayground: true, repository: 'https://forge.example/a?b"' });
  assert.equal(html.split('<script').length, 3, 'the page has its two scripts');
  assert.match(html, /<a href="\.\.\/playground\/index\.html">/);
  assert.match(html, /<a href="https:\/\/forge\.example\/a\?b&quot;">/);
});
