// The search, without a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../assets/search.js';
import { parsePage } from '../markdown.mjs';
import { searchScript, sectionsOf } from '../search-data.mjs';

const { excerptOf, findSections } = globalThis;
const PAGE = `# Checks

Read \`--envelope\` first.

## The flag

It is [here](a.md).

\`\`\`sh
agent-ui check --fix a.json
\`\`\`

\`\`\`json
{"secret":1}
\`\`\`

| Rule | Meaning |
|---|---|
| \`a/b\` | Never lose it. |
| \`The flag\` | Known. |
`;
const parsed = parsePage(PAGE, name => `rule-${name}`);
const data = { pages: [['checks.html', 'Checks', 'Start'], ['flags.html', 'Flags', 'Start']], sections: [...sectionsOf(parsed).map(section => [0, ...section]), [1, '', 'Flags', 'The envelope of a check.']] };

test('a page is divided at its headings and at rows with an id', () => {
  assert.deepEqual(sectionsOf(parsed), [
    ['', 'Checks', 'Read --envelope first.'],
    ['the-flag', 'The flag', 'It is here. agent-ui check --fix a.json Rule Meaning The flag Known.'],
    ['rule-a/b', 'a/b', 'a/b Never lose it.'],
  ]);
});

test('every word must occur, and a heading counts most', () => {
  const addresses = query => findSections(data, query).map(found => found.address);
  assert.deepEqual(addresses('a/b'), ['checks.html#rule-a/b']);
  assert.deepEqual(addresses('check'), ['checks.html', 'checks.html#the-flag', 'checks.html#rule-a/b', 'flags.html']);
  assert.deepEqual(addresses('FLAG'), ['flags.html', 'checks.html#the-flag']);
  assert.deepEqual(addresses('--envelope'), ['checks.html']);
  assert.deepEqual(addresses('envelope first'), ['checks.html']);
  assert.deepEqual(addresses('envelope missing'), []);
  assert.deepEqual(addresses('secret'), []);
  assert.deepEqual(addresses('  '), []);
});

test('an excerpt marks the words and keeps the text', () => {
  const text = `${'before '.repeat(20)}the İstanbul Envelope of an envelope ${'after '.repeat(40)}`;
  const parts = excerptOf(text, 'envelope of');
  assert.deepEqual(parts.filter(part => part.isWord).map(part => part.text), ['Envelope', 'of', 'envelope']);
  assert.equal(parts[0].text, '… ');
  assert.equal(parts.at(-1).text, ' …');
  assert.ok(text.includes(parts.slice(1, -1).map(part => part.text).join('')));
  assert.deepEqual(excerptOf('short', 'other'), [{ text: 'short', isWord: false }]);
});

test('the script of the data can be parsed', () => {
  const script = searchScript([{ address: 'a.html', title: '</script>\u2028', group: 'G', sections: [['', 'h', 't']] }]);
  new Function('globalThis', script)(data);
  assert.deepEqual(data.SEARCH_DATA, { pages: [['a.html', '</script>\u2028', 'G']], sections: [[0, '', 'h', 't']] });
});
