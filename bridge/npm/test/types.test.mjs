// The types of the messages accept what the protocols publish, and the types of the calls tell text from objects. AGENT_UI_CORPUS is a
// folder of published examples, AGENT_UI_FIXTURES the folder of this project's messages, and TSC the compiler.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { after, test } from 'node:test';
import { bridge } from './bridge.mjs';

const { AGENT_UI_CORPUS: corpus, AGENT_UI_FIXTURES: fixtures, TSC: compiler } = process.env;
const skip = !compiler && 'needs TSC';
const folder = new URL('types/', import.meta.url).pathname;
mkdirSync(folder, { recursive: true });
after(() => rmSync(folder, { recursive: true }));

/** Checks a source, and returns the errors of the compiler. */
function errors(name, source) {
  const file = join(folder, `${name}.ts`);
  writeFileSync(file, source);
  const options = ['--strict', '--noEmit', '--exactOptionalPropertyTypes', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2023,esnext.disposable,dom'];
  const { stdout, status } = spawnSync(process.execPath, [compiler, ...options, file], { encoding: 'utf8' });
  assert.equal(status === 0, stdout === '');
  return stdout;
}

/** The messages of a published file: in a list, in an object with `messages` or `message`, or one per line. */
function messagesOf(text) {
  try {
    const value = JSON.parse(text);
    return Array.isArray(value) ? value : Array.isArray(value.messages) ? value.messages : [value.message ?? value];
  } catch {
    return text.split('\n').filter(Boolean).flatMap(messagesOf);
  }
}

const VERSIONS = { v0_8: 'a2ui@0.8', v0_9: 'a2ui@0.9', v0_9_1: 'a2ui@0.9.1', v0_10: 'a2ui@0.10', v1_0: 'a2ui', v1_0_current: 'a2ui' };
for (const [version, dialect] of Object.entries(VERSIONS)) {
  test(`the published examples of A2UI in ${version}`, { skip: skip || (!corpus && 'needs AGENT_UI_CORPUS') }, () => {
    const root = join(corpus, 'a2ui', version);
    const files = readdirSync(root, { recursive: true }).filter(file => /\.jsonl?$/.test(file) && file.split(sep).some(part => /^examples\b/.test(part)));
    const valid = files.sort().flatMap(file => messagesOf(readFileSync(join(root, file), 'utf8')).filter(message => (
      bridge.check(message, { protocol: dialect }).every(({ severity }) => severity !== 'error')
    )));
    const lines = valid.map((message, index) => `export const m${index}: MessageTypes["${dialect}"] = ${JSON.stringify(message)};`);
    assert.equal(errors(version, `import type { MessageTypes } from "agent-ui-bridge";\n${lines.join('\n')}\n`), '');
    if (files.length > 0) assert.ok(valid.length > 5, `${valid.length} messages of ${files.length} files`);
  });
}

const FOLDERS = {
  'aap/1.0': 'aap-1.0', 'a2ui/0.8': 'a2ui-0.8', 'a2ui/0.9': 'a2ui-0.9', 'a2ui/0.10': 'a2ui-0.10', 'a2ui/1.0': 'a2ui-1.0', 'ahp/canvas': 'ahp-canvas',
  'ahp/1.0': 'ahp-1.0', 'actions-json/1': 'actions-json',
};
test('the messages of this project have the types of their files', { skip: skip || (!fixtures && 'needs AGENT_UI_FIXTURES') }, () => {
  const index = readFileSync(join(fixtures, 'index.jsonl'), 'utf8').trim().split('\n').map(line => JSON.parse(line));
  const known = readdirSync(new URL('../node_modules/agent-ui-bridge/dist/messages/', import.meta.url));
  const lines = [];
  const modules = new Map();
  for (const { file, type, expect } of index) {
    if (expect !== 'valid') continue;
    const start = FOLDERS[file.slice(0, -basename(file).length - 1)];
    const module = [start, start.split('-')[0], `${start}-1`, `${start}-0.1`].find(one => known.includes(`${one}.d.ts`)) ?? known.find(one => one.startsWith(start) && one.endsWith('.d.ts'))?.slice(0, -5);
    assert.ok(module, file);
    // A type whose values are texts has no name of its own.
    const types = readFileSync(new URL(`../node_modules/agent-ui-bridge/dist/messages/${module}.d.ts`, import.meta.url), 'utf8');
    if (!new RegExp(`^export (type|interface) ${type}\\b`, 'm').test(types)) continue;
    modules.set(module, module.replaceAll(/\W/g, '_'));
    let text = readFileSync(join(fixtures, file), 'utf8');
    // TypeScript cannot express these: they are valid JSON, but not literals.
    if (/"__proto__"|\b1e999\b/.test(text)) text = JSON.stringify(JSON.parse(text.replace(/\b1e999\b/g, '1')));
    lines.push(`export const m${lines.length}: ${modules.get(module)}.${type} = ${text.trim()}; // ${file}`);
  }
  const imports = [...modules].map(([module, alias]) => `import type * as ${alias} from "agent-ui-bridge/messages/${module}";`);
  assert.equal(errors('fixtures', `${imports.join('\n')}\n${lines.join('\n')}\n`), '');
  assert.ok(lines.length > 100);
});

test('the types refuse wrong messages', { skip }, () => {
  const found = errors('wrong', `import type { Message } from "agent-ui-bridge/messages/a2ui-0.9";
export const missing: Message = { version: "v0.9", deleteSurface: {} };
export const both: Message = { version: "v0.9", deleteSurface: { surfaceId: "s" }, updateDataModel: { surfaceId: "s" } };
export const version: Message = { version: "v7", deleteSurface: { surfaceId: "s" } };
`);
  assert.deepEqual([...found.matchAll(/wrong\.ts\((\d+),/g)].map(match => match[1]), ['2', '3', '4']);
});

test('the types of the calls tell text from objects', { skip }, () => {
  assert.equal(errors('calls', `import { load, RefusedError, type Bridge, type Translation } from "agent-ui-bridge";
import type { Interaction } from "agent-ui-bridge/messages/aap-1.0";
import type { Message } from "agent-ui-bridge/messages/a2ui-0.9";
export async function use(record: Interaction, name: string) {
  const bridge: Bridge = await load({ wasm: new URL("file:///module.wasm") });
  const text: string[] = bridge.translate("{}", "aap", "a2ui@0.9").messages;
  const bytes: string[] = bridge.translate(new Uint8Array(), "aap", name).messages;
  const there: Translation<Message> = bridge.translate(record, "aap", "a2ui@0.9", { context: { time: "t" }, strict: true });
  const back: Interaction[] = bridge.translate(there.messages, "a2ui@0.9", "aap@1.0", { carry: there.carry }).messages;
  const exact: string[] = bridge.translate(record, "aap", "a2ui@0.9", { exact: true }).messages;
  using translator = new bridge.Translator("a2ui@0.9", "ahp");
  const pushed: string[] = translator.push("{}", { carry: "[]" }).messages;
  using resumed = bridge.Translator.resume(translator.save(), { strict: true });
  const [message] = there.messages;
  if (message && "action" in message && message.action) message.action.surfaceId.toUpperCase();
  try {
    resumed.finish();
  } catch (error) {
    if (error instanceof RefusedError) error.refusals.map(({ line, hint }) => \`\${line} \${hint}\`);
  }
  return { text, bytes, back, exact, pushed, states: bridge.fold("{}").states.map(state => state.length) };
}
`), '');
  assert.match(errors('misuse', `import { load } from "agent-ui-bridge";
const bridge = await load();
export const messages: string[] = bridge.translate({}, "aap", "a2ui@0.9").messages;
`), /misuse\.ts\(3,/);
});
