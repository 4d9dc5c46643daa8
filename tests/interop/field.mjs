// What A2UI's own cores read of the messages that people really send, and what the program reads of them: of each message, of each
// source and of each file of the field corpus, the surface that `fold` shows is compared with the one that a core holds. Where two
// cores disagree, one of them decides. What differs is in field.json, with the reason: a difference that is not there fails, and so
// does one that is no longer seen. Of each kind, what is read and shown alike has to be 99 %. See `run`.
//
//   node field.mjs PROGRAM CORPUS PYTHON
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cores, surfacesOf, written } from './cores.mjs';
import { alone, units } from './field_corpus.mjs';
import { runner } from './processes.mjs';

const REQUIRED = 0.99;

const [program, corpus, python] = process.argv.slice(2);
const here = name => fileURLToPath(new URL(name, import.meta.url));
const run = runner(program);
const { all: CORES, ask, end } = cores(python);

async function shown({ kind, text, file }) {
  const { out, complaints } = await run([kind === 'action' ? 'decode' : 'fold', 'a2ui', file ?? '-'], text);
  return { out, complaints };
}

// The answer of each core that reads a unit: whether the program reads it, and whether it shows the same.
async function judged(unit) {
  const answers = [];
  for (const version of unit.versions)
    for (const [name, core] of Object.entries(CORES)) {
      if (!core.versions.includes(version) || (unit.kind === 'action' && name !== 'a2ui-core')) continue;
      const { errors, surfaces } = unit.kind === 'action'
        ? await ask({ version, action: unit.messages[0] })
        : await core.read(version, unit.messages);
      if (errors.some(Boolean)) continue;
      const { out, complaints } = await (unit.shown ??= shown(unit));
      const [before, after] = unit.kind === 'action'
        ? [JSON.stringify(unit.messages), JSON.stringify(out.split('\n').filter(Boolean).map(line => JSON.parse(line)))]
        : [written(surfaces), written(surfacesOf(out), components => core.kept(version, components))];
      answers.push({ core: `${name} ${version}`, read: complaints.length === 0, alike: before === after, before, after, complaints });
    }
  return answers;
}

// What is known to differ: of each core, a digest of what it holds and what the program shows (or the rule by which that refuses),
// and the units. The messages are not ours to repeat.
const list = JSON.parse(readFileSync(here('field.json'), 'utf8'));
const known = new Map();
const wrong = [];
for (const { reason, core, digest, refused, seen } of list.listed) {
  if (!(reason in list.reasons)) wrong.push(`a difference without a reason: ${JSON.stringify([core, seen])}`);
  for (const name of seen) known.set(JSON.stringify([core, name, refused ?? digest]), false);
}
for (const reason of Object.keys(list.reasons))
  if (!list.listed.some(entry => entry.reason === reason)) wrong.push(`a reason that no difference has: ${reason}`);

const counts = new Map();
const unlisted = new Map();
async function count(unit) {
  const answers = await judged(unit);
  const row = counts.get(unit.kind) ?? { units: 0, readable: 0, read: 0, alike: 0 };
  counts.set(unit.kind, row);
  row.units += 1;
  row.readable += answers.length > 0;
  row.read += answers.some(({ read }) => read);
  row.alike += answers.some(({ read, alike }) => read && alike);
  for (const { core, read, alike, before, after, complaints } of answers) {
    if (read && alike) continue;
    const rule = read ? undefined : rules(complaints);
    const digest = createHash('sha256').update(JSON.stringify([before, after])).digest('hex').slice(0, 16);
    const name = `${unit.kind} ${unit.name}`;
    const key = JSON.stringify([core, name, rule ?? digest]);
    if (known.has(key)) {
      known.set(key, true);
      continue;
    }
    const entry = JSON.stringify({ core, ...(rule ? { refused: rule } : { digest }) });
    const why = rule ? complaints[0] : `the core holds ${before}, the program shows ${after}`;
    unlisted.set(entry, { why, seen: [...(unlisted.get(entry)?.seen ?? []), name] });
  }
  return answers.length > 0;
}

const rules = complaints => [...new Set(complaints.map(text => {
  const { rule, error } = JSON.parse(text);
  return rule ?? error;
}))].join(' ');

const work = [...units(corpus)];
// Several at a time; a file that no core takes whole is judged message by message.
await Promise.all(Array.from({ length: 4 }, async () => {
  for (let unit = work.shift(); unit; unit = work.shift())
    if (!(await count(unit)) && unit.kind === 'file')
      for (const [at, message] of unit.messages.entries())
        for (const part of alone(`${unit.name}:${at + 1}`, message)) await count(part);
}));
end();

const percent = (part, whole) => `${(100 * part / whole).toFixed(2)} %`;
for (const [kind, { units, readable, read, alike }] of counts) {
  console.log(`${kind}: of ${units} a core reads ${readable}, the program ${read} of these (${percent(read, readable)}), ` +
    `and shows ${alike} alike (${percent(alike, readable)})`);
  if (Math.min(read, alike) < REQUIRED * readable) wrong.push(`${kind}: under ${percent(REQUIRED, 1)}`);
}
for (const [key, seen] of known) if (!seen) wrong.push(`no longer seen, to be taken off the list: ${key}`);
for (const [entry, { why, seen }] of unlisted) wrong.push(`not listed: ${JSON.stringify({ ...JSON.parse(entry), seen })} ${why}`);
if (counts.size === 0) wrong.push('no messages');
for (const text of new Set(wrong)) console.error(text);
process.exitCode = wrong.length > 0 ? 1 : 0;
