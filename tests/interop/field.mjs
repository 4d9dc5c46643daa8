// Gives field messages to A2UI's published readers and to the program. For each message, each source and
// each file of the field corpus, the surface of `fold` is compared with the one of a core; for each answer of a model,
// the messages of `decode` are compared with those of a2ui-agent-sdk. If two readers disagree, one match is enough. The program must
// read and show 99 % of each kind alike. field.json lists the differences with their reasons: the run fails for a difference that is not
// listed, and for a listed one that no longer occurs. See `run`.
//
//   node field.mjs PROGRAM CORPUS PYTHON A2UI_BASE_STATE
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { byName, cores, parsed, surfacesOf, written } from './cores.mjs';
import { alone, units } from './field_corpus.mjs';
import { KnownDifferences } from './known.mjs';
import { runner } from './processes.mjs';

const REQUIRED = 0.99;

const [program, corpus, python, base] = process.argv.slice(2);
const here = name => fileURLToPath(new URL(name, import.meta.url));
const run = runner(program);
const { all: CORES, ask, end } = cores(python, base);

// Returns the state of each published reader and of the program for a unit, as texts that are equal if both agree:
// [reader, theirs, ours, complaints]. Readers that refuse the unit are omitted.
const READINGS = { message: surfaces, source: surfaces, file: surfaces, action, answer };

async function surfaces({ versions, messages, text, file }) {
  const folded = run(['fold', 'a2ui', file ?? '-'], text);
  const readings = [];
  for (const version of versions)
    for (const [name, core] of Object.entries(CORES).filter(([, core]) => core.versions.includes(version))) {
      const { errors, surfaces } = await core.read(version, messages);
      if (errors.some(Boolean)) continue;
      const { out, complaints } = await folded;
      const ours = written(surfacesOf(out), components => core.kept(version, components));
      readings.push([`${name} ${version}`, written(surfaces), ours, complaints]);
    }
  await folded;
  return readings;
}

async function action({ versions: [version], messages, text }) {
  const { errors } = await ask({ version, action: messages[0] });
  if (errors.some(Boolean)) return [];
  const { out, complaints } = await run(['decode', 'a2ui'], text);
  return [[`a2ui-core ${version}`, byName(messages), byName(parsed(out)), complaints]];
}

async function answer({ text }) {
  const { messages } = await ask({ text });
  if (!messages) return [];
  const { out, complaints } = await run(['decode', 'a2ui'], text);
  return [['a2ui-agent-sdk', byName(messages), byName(parsed(out)), complaints]];
}

// Known differences: for each reader, a digest of its state and of the program's (or the rule of the program's refusal),
// and the units. The messages are not ours to copy.
const wrong = [];
const known = new KnownDifferences(here('field.json'), ({ reader, seen, ...difference }) =>
  seen.map(name => JSON.stringify([reader, name, difference])));

const counts = new Map();
const unlisted = new Map();
async function count(unit) {
  const readings = (await READINGS[unit.kind](unit)).map(([reader, theirs, ours, complaints]) =>
    ({ reader, theirs, ours, complaints, read: complaints.length === 0, alike: complaints.length === 0 && theirs === ours }));
  const row = counts.get(unit.kind) ?? { units: 0, readable: 0, read: 0, alike: 0 };
  counts.set(unit.kind, row);
  row.units += 1;
  row.readable += readings.length > 0;
  row.read += readings.some(({ read }) => read);
  row.alike += readings.some(({ alike }) => alike);
  for (const { reader, theirs, ours, complaints, read } of readings.filter(({ alike }) => !alike)) {
    const difference = read
      ? { digest: createHash('sha256').update(JSON.stringify([theirs, ours])).digest('hex').slice(0, 16) }
      : { refused: rules(complaints) };
    const name = `${unit.kind} ${unit.name}`;
    if (known.find(JSON.stringify([reader, name, difference]))) continue;
    const entry = JSON.stringify({ reader, ...difference });
    const why = read ? `the reader holds ${theirs}, the program shows ${ours}` : complaints[0];
    unlisted.set(entry, { why, seen: [...(unlisted.get(entry)?.seen ?? []), name] });
  }
  return readings.length > 0;
}

const rules = complaints => [...new Set(complaints.map(text => /"rule":"([^"]*)"/.exec(text)?.[1] ?? 'error'))].join(' ');

const work = [...units(corpus)];
// Runs several units at a time. A file that no core accepts as a whole is compared message by message.
await Promise.all(Array.from({ length: 4 }, async () => {
  for (let unit = work.shift(); unit; unit = work.shift())
    if (!(await count(unit)) && unit.kind === 'file')
      for (const [at, message] of unit.messages.entries())
        for (const part of alone(`${unit.name}:${at + 1}`, message)) await count(part);
}));
end();

const percent = (part, whole) => `${(100 * part / whole).toFixed(2)} %`;
for (const [kind, { units, readable, read, alike }] of counts) {
  console.log(`${kind}: of ${units} a reader takes ${readable}, the program ${read} of these (${percent(read, readable)}), ` +
    `and shows ${alike} alike (${percent(alike, readable)})`);
  if (Math.min(read, alike) < REQUIRED * readable) wrong.push(`${kind}: under ${percent(REQUIRED, 1)}`);
}
wrong.push(...known.faults());
for (const [entry, { why, seen }] of unlisted) wrong.push(`not listed: ${JSON.stringify({ ...JSON.parse(entry), seen })} ${why}`);
if (counts.size === 0) wrong.push('no messages');
for (const text of new Set(wrong)) console.error(text);
process.exitCode = wrong.length > 0 ? 1 : 0;
