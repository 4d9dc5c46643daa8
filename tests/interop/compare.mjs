// Translates every published example of A2UI with the program, and compares the screens of A2UI's own cores before and after. See `run`.
//
//   node compare.mjs PROGRAM CORPUS PYTHON
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { publishedExamples, withIdentifiers } from './examples.mjs';
import { KnownDifferences } from './known.mjs';
import { differences } from './lines.mjs';
import { answerer, runner } from './processes.mjs';
import { line, SHOWN } from './screen.mjs';
import { READERS } from './web_core.mjs';

const [program, corpus, python] = process.argv.slice(2);
const here = name => fileURLToPath(new URL(name, import.meta.url));

const VERSIONS = ['0.8', '0.9', '0.9.1', '0.10', '1.0-june', '1.0-aug', '1.0-sep', '1.0'].map(version => `a2ui@${version}`);

const EXAMPLES = publishedExamples(corpus);
const IDENTIFIED = withIdentifiers(EXAMPLES);

// Translates messages through several versions without carries; returns the targets, and the errors of refused messages.
const translated = new Map();
function translate(examples, way, example) {
  const key = `${examples === IDENTIFIED} ${way.join(' ')} ${example}`;
  if (!translated.has(key)) translated.set(key, one());
  return translated.get(key);
  async function one() {
    if (way.length === 1) return { messages: examples.get(way[0]).get(example), refused: [] };
    const before = await translate(examples, way.slice(0, -1), example);
    const [from, to] = way.slice(-2);
    const { out, complaints } = await convert(from, to, before.messages.map(message => `${JSON.stringify(message)}\n`).join(''));
    const messages = out.split('\n').filter(Boolean).map(text => JSON.parse(text));
    return { messages, refused: [...before.refused, ...complaints.map(text => `refused on the way to ${to}: ${text}`)] };
  }
}

const run = runner(program);
const convert = (from, to, input) => run(['convert', '--from', from, '--to', to, '-'], input);

const { ask, end } = answerer(python, here('a2ui_core.py'), JSON.stringify(SHOWN));

const screens = {
  web_core: async (dialect, messages) => READERS[dialect](structuredClone(messages)),
  'a2ui-core': async (dialect, messages) => {
    const { screen, error } = await ask({ dialect, messages });
    if (error) throw new Error(error);
    return screen.map(part => (typeof part === 'string' ? part : line(...part)));
  },
};

const shown = new Map();
function show(reader, way, example) {
  const key = `${reader} ${way.join(' ')} ${example}`;
  if (!shown.has(key)) shown.set(key, one());
  return shown.get(key);
  async function one() {
    const { messages, refused } = await translate(reader === 'a2ui-core' ? IDENTIFIED : EXAMPLES, way, example);
    try {
      return [...refused, ...(await screens[reader](way.at(-1), messages))];
    } catch (error) {
      return [...refused, `${reader} refuses: ${error.message.replace(/\s+/g, ' ')}`];
    }
  }
}

// The compared screens: the same example in the same core, before and after a route.
const pairs = [];
for (const source of EXAMPLES.keys()) {
  const readable = source in READERS ? [source] : [source, 'a2ui@0.9'];
  const pair = (reader, before, after) => pairs.push({ reader, before, after });
  for (const end of Object.keys(READERS)) if (end !== readable.at(-1)) pair('web_core', readable, [source, end]);
  for (const there of VERSIONS) if (!readable.includes(there)) pair('web_core', readable, [source, there, readable.at(-1)]);
  // 0.10 has the examples of 0.9; 1.0 has new ones.
  if (source === 'a2ui@0.10') pair('web_core', ['a2ui@0.9'], readable);
  const plain = source === 'a2ui@0.9' ? [source] : [source, 'a2ui@0.9'];
  pair('a2ui-core', plain, [source, 'a2ui@1.0-sep']);
  pair('a2ui-core', plain, [source, 'a2ui@1.0', 'a2ui@1.0-sep']);
}

const short = way => way.map(version => version.replace('a2ui@', '')).join(' -> ');
const nameOf = ({ reader, before, after }) =>
  `${reader}: ${before[0] === after[0] ? '' : `${short(before)} and `}${short(after)}${before.length > 1 ? ` as ${short(before)}` : ''}`;

// Known differences: the components, a digest of the lines before and after (the examples are not ours to copy), and
// the examples and routes on which they occur.
const digestOf = ({ before, after }) =>
  createHash('sha256').update(JSON.stringify([before, after])).digest('hex').slice(0, 16);
const keyOf = (name, example, digest) => JSON.stringify([name, example, digest]);
const known = new KnownDifferences(here('differences.json'), ({ digest, seen }) =>
  Object.entries(seen).flatMap(([example, names]) => names.map(name => keyOf(name, example, digest))));

const found = [];
let examples = 0;
for (const pair of pairs) {
  const name = nameOf(pair);
  let alike = 0, listed = 0, count = 0;
  const both = [...EXAMPLES.get(pair.after[0]).keys()].filter(example => EXAMPLES.get(pair.before[0]).has(example));
  const seen = await Promise.all(both.map(example =>
    Promise.all([show(pair.reader, pair.before, example), show(pair.reader, pair.after, example)])));
  both.forEach((example, at) => {
    count += 1;
    const parts = differences(...seen[at]);
    if (parts.length === 0) alike += 1;
    const unlisted = parts.filter(part => {
      const isListed = known.find(keyOf(name, example, digestOf(part)));
      if (!isListed) found.push({ name, example, ...part });
      return !isListed;
    });
    if (parts.length > 0 && unlisted.length === 0) listed += 1;
  });
  examples += count;
  const faulty = count - alike - listed;
  console.log(`${name}: ${count} examples, ${alike} seen alike, ${listed} listed${faulty ? `, ${faulty} DIFFER` : ''}`);
}
end();

const wrong = known.faults();
for (const { name, example, ...part } of found)
  wrong.push(`not listed, digest ${digestOf(part)}: ${JSON.stringify([name, example, part.before, part.after])}`);
if (examples === 0) wrong.push('no examples');
for (const text of new Set(wrong)) console.error(text);
process.exitCode = wrong.length > 0 ? 1 : 0;
