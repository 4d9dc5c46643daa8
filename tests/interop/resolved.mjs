// Resolves every published example of A2UI with the program, and compares the screens with those of A2UI's own cores. See `run`.
//
//   node resolved.mjs PROGRAM CORPUS PYTHON
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { publishedExamples, withIdentifiers } from './examples.mjs';
import { KnownDifferences } from './known.mjs';
import { differences } from './lines.mjs';
import { answerer, runner } from './processes.mjs';
import { line, SHOWN } from './screen.mjs';
import { READERS, rename } from './web_core.mjs';

const [program, corpus, python] = process.argv.slice(2);
const here = name => fileURLToPath(new URL(name, import.meta.url));
const run = runner(program);
const { ask, end } = answerer(python, here('a2ui_core.py'), JSON.stringify(SHOWN));
const examples = publishedExamples(corpus);
const identified = withIdentifiers(examples);
const written = messages => messages.map(message => `${JSON.stringify(message)}\n`).join('');

const cores = {
  web_core: async (dialect, messages) => READERS[dialect](structuredClone(messages)),
  'a2ui-core': async (dialect, messages) => {
    const { screen, error } = await ask({ dialect, messages });
    if (error) throw new Error(error);
    return screen.map(part => (typeof part === 'string' ? part : line(...part)));
  },
};

// The screen of the program, from the tree and the tables that it writes.
async function resolved(dialect, messages) {
  const { out, complaints } = await run(['fold', dialect, '--as', 'resolved', '-'], written(messages));
  const surfaces = out.split('\n').filter(Boolean).map(text => JSON.parse(text));
  return [...complaints.map(text => `refused: ${text}`), ...surfaces.flatMap(screen)];
}

function screen({ surfaceId, nodes, actions, failures }) {
  const depths = new Map();
  const lines = nodes.map(({ key, component, parent, properties, failedChecks }) => {
    const depth = parent === undefined ? 1 : depths.get(parent) + 1;
    depths.set(key, depth);
    if (component === undefined) return line(depth, 'missing');
    const type = component === 'MultipleChoice' ? 'ChoicePicker' : component;
    const named = rename(type, properties);
    const shown = Object.fromEntries(SHOWN[type].map(name => [name, named[name]]));
    if (named.options) shown.options = named.options.map(option => option.label);
    if (named.tabs) shown.tabs = named.tabs.map(tab => tab.title);
    const action = actions.find(action => action.key === key);
    // The cores send the event of a button whose checks fail, and leave it to the screen to disable the button.
    const sent = { event: action?.event, call: action?.call, failing: failedChecks?.map(({ message }) => message) };
    return line(depth, type, shown, sent);
  });
  if (nodes.length === 0) lines.push(line(1, 'missing'));
  const errors = failures.map(({ key, message }) => `error ${key}: ${message}`);
  return [`surface ${surfaceId}`, ...lines, ...errors];
}

// The cores also fill in the inputs, which the program does not do here. The arguments of actions are expressions in the
// tables of the program, and values in the screens of the cores; `compare.mjs` compares them.
function compared(lines) {
  const ends = lines.flatMap((text, at) => (text.startsWith('filled in ') ? [at] : []));
  const kept = [];
  let isFilled = false;
  lines.forEach((text, at) => {
    if (ends.includes(at)) isFilled = true;
    else if (text.startsWith('surface ')) isFilled = false;
    if (!isFilled) kept.push(text.replace(/ (sends|calls) (\S+) \{.*?\}(?=$| fails \[)/, ' $1 $2'));
  });
  return kept;
}

async function attempt(name, show) {
  try {
    return compared(await show());
  } catch (error) {
    return [`${name} refuses: ${error.message.replace(/\s+/g, ' ')}`];
  }
}

const routes = [
  { core: 'web_core', source: 'a2ui@0.8', dialect: 'a2ui@0.8' },
  { core: 'web_core', source: 'a2ui@0.9', dialect: 'a2ui@0.9' },
  { core: 'a2ui-core', source: 'a2ui@0.9', dialect: 'a2ui@0.9' },
  { core: 'a2ui-core', source: 'a2ui@0.9', dialect: 'a2ui@1.0-sep' },
];

const wrong = [];
const keyOf = (name, example, digest) => `${name} ${example} ${digest}`;
const known = new KnownDifferences(here('resolved.json'), ({ name, example, digest }) => [keyOf(name, example, digest)]);

for (const { core, source, dialect } of routes) {
  const name = `${core}: ${dialect.replace('a2ui@', '')}`;
  let count = 0, alike = 0;
  const all = dialect === source ? examples : identified;
  for (const [example, original] of all.get(source)) {
    let messages = original;
    if (dialect !== source) {
      const { out } = await run(['convert', '--from', source, '--to', dialect, '-'], written(original));
      messages = out.split('\n').filter(Boolean).map(text => JSON.parse(text));
    }
    const theirs = await attempt(core, () => cores[core](dialect, messages));
    const ours = await attempt('the program', () => resolved(dialect, messages));
    const parts = differences(theirs, ours);
    count += 1;
    if (parts.length === 0) alike += 1;
    for (const part of parts) {
      const digest = createHash('sha256').update(JSON.stringify([part.before, part.after])).digest('hex').slice(0, 16);
      const key = keyOf(name, example, digest);
      if (!known.find(key)) wrong.push(`not listed: ${JSON.stringify({ name, example, digest, ...part })}`);
    }
  }
  console.log(`${name}: ${count} examples resolved, ${alike} alike`);
  if (count === 0) wrong.push(`${name}: no examples`);
}
end();

wrong.push(...known.faults());
for (const text of wrong) console.error(text);
process.exitCode = wrong.length > 0 ? 1 : 0;
