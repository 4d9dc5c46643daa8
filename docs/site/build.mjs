// Writes the website. Called by `build`: node build.mjs PROGRAM FOLDER
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ruleId } from '../../bridge/npm/playground/src/dialects.js';
import { Links, repositoryOf } from './links.mjs';
import { parsePage, renderPage } from './markdown.mjs';
import { matrixFiles } from './matrix-page.mjs';
import { GROUPS, PAGE_OF_RULES, SHOWN_BY } from './navigation.mjs';
import { findPages } from './pages.mjs';
import { readSchemas, schemasBody } from './schemas-page.mjs';
import { searchScript, sectionsOf } from './search-data.mjs';
import { documentOf, headOf } from './template.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');
const PLAYGROUND = join(root, 'bridge/npm/playground/dist');
const MATRIX = join(root, 'bridge/fidelity');

/** The titles of the pages that the build makes. */
const MADE = { 'matrix.html': 'Fidelity of every field', 'schemas/index.html': 'JSON Schemas' };

const [program, folder] = process.argv.slice(2);
const begun = Date.now();
const written = new Set();

/** Writes a file of the website. Two files with one address are a mistake. */
function write(address, text) {
  if (written.has(address)) throw new Error(`two files have the address ${address}`);
  written.add(address);
  mkdirSync(dirname(join(folder, address)), { recursive: true });
  writeFileSync(join(folder, address), text);
}

const hasProgram = existsSync(program);
if (!hasProgram) console.log(`skipped: the schemas, as ${program} does not exist`);
const hasPlayground = existsSync(join(PLAYGROUND, 'index.html'));
if (!hasPlayground) console.log('skipped: the playground, as bridge/npm/playground/build was not run');

// A part that is skipped has no entry in the navigation.
const isMade = address => address !== 'schemas/index.html' || hasProgram;
const { groups, pages, wrong } = findPages(root, GROUPS);
const parsed = new Map([...pages.keys()].map(source => {
  const text = readFileSync(join(root, source), 'utf8');
  return [source, parsePage(text, source === PAGE_OF_RULES ? ruleId : undefined)];
}));
for (const [source, page] of parsed) if (!page.title) wrong.push(`${source}: the page has no heading of the first level`);

const repository = repositoryOf(root);
const addresses = new Map([...[...pages].map(([source, page]) => [source, page.address]), ...Object.entries(SHOWN_BY)]);
const links = new Links({ root, addresses, anchors: new Map([...parsed].map(([source, page]) => [source, page.anchors])), repository });
const navigation = groups.map(({ title, items }) => ({
  title,
  items: items.filter(item => 'source' in item || isMade(item.made)).map(item => ('source' in item
    ? { address: item.address, title: parsed.get(item.source).title } : { address: item.made, title: MADE[item.made] })),
}));
const website = { navigation, repository, hasPlayground };

/** Returns the body of a page, and adds the faults of its links. */
function bodyOf(source, page) {
  return renderPage(page, (target, line) => {
    const found = links.resolve(source, target);
    if ('fault' in found) wrong.push(`${source}:${line}: ${found.fault}`);
    return found;
  });
}

const searched = [];
const documents = [...parsed].map(([source, page]) => {
  const { address, group } = pages.get(source);
  searched.push({ address, title: page.title, group, sections: sectionsOf(page) });
  return { address, title: page.title, headings: page.headings, body: bodyOf(source, page) };
});
if (wrong.length > 0) {
  console.error(wrong.join('\n'));
  process.exit(1);
}

// Only an earlier website is replaced.
if (existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(join(folder, 'search-data.js'))) {
  console.error(`${folder} has files that are not those of a website: name another folder`);
  process.exit(1);
}
rmSync(folder, { recursive: true, force: true });
for (const page of documents) write(page.address, documentOf(page, website));
if (hasProgram) {
  const schemas = readSchemas(program);
  for (const { dialect, text } of schemas) write(`schemas/${dialect}.json`, text);
  links.resolve('docs/cli.md', 'finding.schema.json');
  const body = schemasBody(schemas, '../finding.schema.json');
  write('schemas/index.html', documentOf({ address: 'schemas/index.html', title: MADE['schemas/index.html'], headings: [], body }, website));
  searched.push({ address: 'schemas/index.html', title: MADE['schemas/index.html'], group: 'Reference', sections: [['', MADE['schemas/index.html'], schemas.map(schema => schema.dialect).join(' ')]] });
}
const matrix = matrixFiles({
  template: readFileSync(join(MATRIX, 'src/page.html'), 'utf8'),
  lines: readFileSync(join(MATRIX, 'matrix.jsonl'), 'utf8').trimEnd().split('\n'),
  head: headOf('matrix.html'),
  navigation: '<p><a href="index.html">Agent UI Bridge</a>: <a href="fidelity.html">the words of this page</a></p>',
});
for (const [address, text] of Object.entries(matrix)) write(address, text);
for (const [file, address] of links.files) write(address, readFileSync(join(root, file)));
for (const file of readdirSync(join(here, 'assets'))) write(file, readFileSync(join(here, 'assets', file)));
write('search-data.js', searchScript(searched));
if (hasPlayground) cpSync(PLAYGROUND, join(folder, 'playground'), { recursive: true });

const files = readdirSync(folder, { recursive: true }).map(name => join(folder, name)).filter(path => statSync(path).isFile());
const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
console.log(`${folder}: ${documents.length} pages, ${files.length} files, ${bytes} bytes, ${((Date.now() - begun) / 1000).toFixed(1)} s`);
