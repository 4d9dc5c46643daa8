// Compares repaired messages with A2UI's own cores. Each file in repairs/ is named after the repair that it needs. Its
// messages are folded as they are, and as `decode` writes them after the repair. A core gets the repaired messages, and the original ones if
// it reads them (if the text is not JSON, the reader of a2ui-agent-sdk comes first). All of them must build the same
// surface, except for the listed DIFFERENCES. Every repair in docs/repairs.md has a file. See `run`.
//
//   node repairs.mjs PROGRAM PYTHON A2UI_BASE_STATE
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cores, parsed, surfacesOf, written } from './cores.mjs';
import { rendererVersion, versionsOf } from './field_corpus.mjs';
import { runner } from './processes.mjs';

// Files whose original messages a core reads with another result: the file, the core, and the reason.
const KEPT = 'the core keeps a property in a form that no component of the basic catalog has, and its renderer shows nothing of it';
const DIFFERENCES = {
  'bound-value.jsonl': { web_core: KEPT, 'a2ui-core': KEPT },
  'json-in-string.children.jsonl': { web_core: KEPT, 'a2ui-core': KEPT },
};

const [program, python, base] = process.argv.slice(2);
const here = name => fileURLToPath(new URL(name, import.meta.url));
const run = runner(program);
const { all: CORES, ask, end } = cores(python, base);

const wrong = [];
const seen = new Set();
const counts = { files: 0, readable: 0 };
const kinds = new Set([...readFileSync(here('../../docs/repairs.md'), 'utf8').matchAll(/^### `([a-z0-9-]+)`/gm)].map(([, kind]) => kind));

for (const file of readdirSync(here('repairs')).sort()) {
  const kind = file.replace(/\..*/, '');
  const text = readFileSync(here(`repairs/${file}`), 'utf8');
  const fault = what => wrong.push(`${file}: ${what}`);
  counts.files += 1;
  kinds.delete(kind);
  const decoded = await run(['decode', 'a2ui'], text);
  const again = await run(['decode', 'a2ui'], decoded.out);
  for (const complaint of [...decoded.complaints, ...again.complaints]) fault(complaint);
  if (!decoded.told.includes(`repair/${kind}`)) fault(`needs ${decoded.told.join(', ') || 'no repair'}, not ${kind}`);
  if (again.told.length > 0) fault(`needs ${again.told.join(', ')} after its repair`);
  if (again.out !== decoded.out) fault(`is decoded otherwise after its repair: ${again.out}`);
  const repaired = parsed(decoded.out);
  const ofRenderer = repaired.length === 1 && rendererVersion(repaired[0]);
  if (ofRenderer) {
    const { errors } = await ask({ version: ofRenderer, action: repaired[0] });
    if (errors[0]) fault(`a2ui-core refuses what comes out: ${errors[0]}`);
  } else {
    await compare(file, text, decoded.out, repaired, fault);
  }
}
end();

// Compares the surface of the messages as they are, after their repair, and in each core.
async function compare(file, text, out, repaired, fault) {
  const [folded, again] = [await run(['fold', 'a2ui'], text), await run(['fold', 'a2ui'], out)];
  for (const complaint of [...folded.complaints, ...again.complaints]) fault(complaint);
  if (folded.out !== again.out) fault(`is folded otherwise after its repair: ${folded.out} ${again.out}`);
  const [version] = repaired.flatMap(versionsOf);
  const original = await messagesOf(file, text);
  let readable = false;
  for (const [name, core] of Object.entries(CORES).filter(([, core]) => core.versions.includes(version))) {
    const ours = written(surfacesOf(folded.out), components => core.kept(version, components));
    const after = await core.read(version, repaired);
    if (after.errors.some(Boolean)) fault(`${name} refuses what comes out: ${after.errors.find(Boolean)}`);
    else if (written(after.surfaces) !== ours) fault(`${name} holds ${written(after.surfaces)}, the program shows ${ours}`);
    const before = original && await core.read(version, original);
    if (!before || before.errors.some(Boolean)) continue;
    readable = true;
    if (written(before.surfaces) === ours) continue;
    if (DIFFERENCES[file]?.[name]) seen.add(`${file} ${name}`);
    else fault(`${name} holds ${written(before.surfaces)} of the original, the program shows ${ours}`);
  }
  counts.readable += readable;
}

// Returns the messages as a client passes them to its core, or undefined if it cannot.
async function messagesOf(file, text) {
  if (!file.endsWith('.jsonl')) return (await ask({ text })).messages;
  try {
    return text.split('\n').filter(Boolean).map(line => JSON.parse(line));
  } catch {
    return undefined;
  }
}

console.log(`repairs: ${counts.files} inputs, of which a core reads ${counts.readable} as they are`);
for (const [file, reasons] of Object.entries(DIFFERENCES))
  for (const name of Object.keys(reasons)) if (!seen.has(`${file} ${name}`)) wrong.push(`no longer seen, to be taken off the list: ${file} ${name}`);
for (const kind of kinds) wrong.push(`no file for the repair ${kind}`);
for (const text of wrong) console.error(text);
process.exitCode = wrong.length > 0 ? 1 : 0;
