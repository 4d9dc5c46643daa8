// Links between the files of the repository.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { Links, relativeAddress, repositoryOf } from '../links.mjs';

const root = mkdtempSync(join(tmpdir(), 'agent-ui-links-'));
after(() => rmSync(root, { recursive: true }));
for (const file of ['README.md', 'docs/cli.md', 'docs/protocols/aap.md', 'docs/a.png', 'docs/a b.json', 'aap/README.md', 'aap/src/lib.rs', 'bridge/matrix.md']) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), '');
}
const addresses = new Map([['README.md', 'index.html'], ['docs/cli.md', 'cli.html'], ['docs/protocols/aap.md', 'protocols/aap.html'],
  ['aap/README.md', 'aap/index.html'], ['bridge/matrix.md', 'matrix.html']]);
const anchors = new Map([['README.md', new Set(['try-it'])], ['docs/cli.md', new Set(['größe', 'a-b'])], ['docs/protocols/aap.md', new Set()], ['aap/README.md', new Set()]]);
const links = new Links({ root, addresses, anchors });

test('links lead from page to page', () => {
  const hrefs = [
    ['README.md', 'docs/cli.md', 'cli.html'],
    ['README.md', 'docs/cli.md#a-b', 'cli.html#a-b'],
    ['README.md', '#try-it', '#try-it'],
    ['README.md', './docs/../README.md', 'index.html'],
    ['docs/protocols/aap.md', '../cli.md#gr%C3%B6%C3%9Fe', '../cli.html#gr%C3%B6%C3%9Fe'],
    ['docs/protocols/aap.md', '../../README.md#try-it', '../index.html#try-it'],
    ['docs/protocols/aap.md', '../../aap', '../aap/index.html'],
    ['docs/protocols/aap.md', '../../aap/', '../aap/index.html'],
    ['aap/README.md', '../bridge/matrix.md#any', '../matrix.html'],
    ['aap/README.md', 'https://example.com/a#b', 'https://example.com/a#b'],
  ];
  for (const [source, target, href] of hrefs) assert.deepEqual(links.resolve(source, target), { href }, target);
});

test('files below docs are copied, and other files are named', () => {
  assert.deepEqual(links.resolve('docs/protocols/aap.md', '../a.png'), { href: '../a.png' });
  assert.deepEqual(links.resolve('README.md', 'docs/a%20b.json'), { href: 'a%20b.json' });
  assert.deepEqual([...links.files], [['docs/a.png', 'a.png'], ['docs/a b.json', 'a b.json']]);
  assert.deepEqual(links.resolve('aap/README.md', 'src/lib.rs'), { file: 'aap/src/lib.rs' });
  const published = new Links({ root, addresses, anchors, repository: 'https://forge.example/a' });
  assert.deepEqual(published.resolve('aap/README.md', 'src/lib.rs'), { href: 'https://forge.example/a/blob/HEAD/aap/src/lib.rs' });
  assert.deepEqual(published.resolve('aap/README.md', 'src'), { href: 'https://forge.example/a/tree/HEAD/aap/src' });
});

test('a broken link has a fault', () => {
  const faults = [
    ['README.md', 'docs/missing.md', 'docs/missing.md does not exist'],
    ['README.md', 'docs/cli.md#missing', 'docs/cli.md has no heading #missing'],
    ['README.md', '#missing', 'README.md has no heading #missing'],
    ['README.md', '../outside.md', '../outside.md leads out of the repository'],
    ['README.md', '/docs/cli.md', '/docs/cli.md leads out of the repository'],
    ['README.md', '//example.com/a', 'the scheme of //example.com/a is not allowed'],
    ['README.md', 'javascript:alert(1)', 'the scheme of javascript:alert(1) is not allowed'],
    ['README.md', 'docs/%E0.md', 'docs/%E0.md does not exist'],
  ];
  for (const [source, target, fault] of faults) assert.deepEqual(links.resolve(source, target), { fault }, target);
});

test('addresses are relative', () => {
  assert.equal(relativeAddress('index.html', 'site.css'), 'site.css');
  assert.equal(relativeAddress('protocols/aap.html', 'protocols/ahp.html'), 'ahp.html');
  assert.equal(relativeAddress('bridge/cli/index.html', 'index.html'), '../../index.html');
});

test('the address of the repository comes from the environment or from Cargo.toml', () => {
  writeFileSync(join(root, 'Cargo.toml'), '# repository = "https://…"\n');
  assert.equal(repositoryOf(root, {}), undefined);
  assert.equal(repositoryOf(root, { SITE_REPOSITORY: 'https://forge.example/a/' }), 'https://forge.example/a');
  assert.throws(() => repositoryOf(root, { SITE_REPOSITORY: 'javascript:alert(1)' }), /is not an https address/);
  writeFileSync(join(root, 'Cargo.toml'), '[workspace.package]\nrepository = "https://forge.example/b"\n');
  assert.equal(repositoryOf(root, {}), 'https://forge.example/b');
});
