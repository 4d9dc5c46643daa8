// The types of the messages accept what the protocols publish, and the types of the calls follow the dialects. AGENT_UI_CORPUS is a
// folder of published examples, AGENT_UI_FIXTURES the folder of this project's messages, and TSC the compiler.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { after, test } from 'node:test';
import { agentUi } from './bridge.mjs';

const { AGENT_UI_CORPUS: corpus, AGENT_UI_FIXTURES: fixtures, TSC: compiler } = process.env;
const skip = !compiler && 'needs TSC';
const folder = new URL('types/', import.meta.url).pathname;
mkdirSync(folder, { recursive: true });
after(() => rmSync(folder, { recursive: true }));

/** Checks a source, and returns the errors of the compiler, also those in the types of the package. */
function errors(name, source, libraries = 'es2023,esnext.disposable,dom') {
  const file = join(folder, `${name}.ts`);
  writeFileSync(file, source);
  const options = ['--strict', '--noEmit', '--exactOptionalPropertyTypes', '--target', 'es2022', '--module', 'nodenext', '--skipLibCheck', 'false', '--lib', libraries];
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
      agentUi.check(message, { protocol: dialect }).every(({ severity }) => severity !== 'error')
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

test('the types of the calls follow the dialects', { skip }, () => {
  const source = `import { load, RefusedError, type AgentUi, type Dialect, type Message, type MessageInput, type Translation } from "agent-ui-bridge";
import type { Interaction } from "agent-ui-bridge/messages/aap-1.0";
import type { Message as Current } from "agent-ui-bridge/messages/a2ui-0.9";
export async function use(record: Interaction, name: Dialect, unknown: unknown) {
  const agentUi: AgentUi = await load({ wasm: new URL("file:///module.wasm") });
  const bytes: string[] = agentUi.translate(new Uint8Array(), "aap", name).messages.map(({ text }) => text);
  const there: Translation<Current> = agentUi.translate(record, "aap", "a2ui@0.9", { context: { time: "t" }, strict: true });
  const back: Interaction[] = agentUi.translate(there.messages, "a2ui@0.9", "aap@1.0").messages.map(({ value }) => value);
  const copies: Message<Interaction>[] = agentUi.translate(structuredClone(there.messages), "a2ui", "aap").messages;
  const [message] = there.messages;
  if (message && "action" in message.value && message.value.action) {
    message.value.action.surfaceId.toUpperCase();
    agentUi.translate(message.value, "a2ui@0.9", "aap", { carry: message.carry });
    agentUi.translate([message.value], "a2ui@0.9", "aap", { carry: [message.carry, undefined] });
    agentUi.translate({ text: message.text, carry: message.carry }, "a2ui@0.9", "aap");
  }
  const parsed = JSON.parse("{}");
  agentUi.translate(parsed, "a2ui@0.9", "aap");
  agentUi.translate(unknown as MessageInput<Current>, "a2ui@0.9", "aap");
  agentUi.translate({ canvasFile: "a.html", action: "click" }, "aap", "a2ui", { type: "SubmitRequest" });
  const bridge = new agentUi.Bridge("a2ui@0.8", "a2ui@0.9", { catalogs: ["{}"], carryKey: "k", maxBytes: 1, escapeIds: true });
  bridge.forward({ beginRendering: { surfaceId: "s", root: "r" } }).messages.map(({ value }) => value.version);
  bridge.backward(there.messages);
  agentUi.Bridge.resume<"a2ui@0.8", "a2ui@0.9">(bridge.save()).forward({ beginRendering: { surfaceId: "s", root: "r" } });
  const translator = new agentUi.Translator("a2ui@0.9", "ahp");
  translator.push("{}", { carry: "[]" });
  agentUi.Translator.resume(translator.save(), { strict: true }).push({ any: 1 });
  agentUi.decode("{}", { protocol: "aap" }).messages.map(({ value }) => value.canvasFile);
  agentUi.check(there.messages).forModel();
  agentUi.fold([{}]).states.map(({ text, value }) => [text, value.surfaceId]);
  for (const event of new agentUi.Stream().push("")) if (event.type === "component") event.value.id = event.text + event.surface;
  try {
    agentUi.Checker.resume(new agentUi.Checker("aap").save()).free();
  } catch (error) {
    if (error instanceof RefusedError) error.refusals.map(({ line, hint }) => \`\${line} \${hint}\`);
  }
  return { bytes, back, copies };
}
`;
  assert.equal(errors('calls', source), '');
  // The libraries of an older target have no \`Symbol.dispose\`.
  assert.equal(errors('old', source, 'es2022,dom'), '');
});

test('the types refuse wrong calls', { skip }, () => {
  const calls = [
    'agentUi.translate("x", "a2ui@0.81", "aap");',
    'agentUi.translate({ id: "7", timestamp: "t", canvasFile: "a.html", action: "click", summary: "x" }, "a2ui@0.9", "aap");',
    'agentUi.translate(there.messages, "a2ui@0.8", "aap");',
    'agentUi.translate({ version: "v7", deleteSurface: { surfaceId: "s" } }, "a2ui@0.9", "aap");',
    'agentUi.translate("x", "aap", "a2ui", { strcit: true });',
    'agentUi.translate("x", "aap", "a2ui", { carry: { a: 1 } });',
    'agentUi.translate("x", "aap", "a2ui", { context: { runtimeID: "x" } });',
    'agentUi.translate("x", "aap", "a2ui", { type: "Nonsense" });',
    'agentUi.translate(Promise.resolve(there.messages), "a2ui@0.9", "aap");',
    'agentUi.translate([there.messages[0]!.text], "a2ui@0.9", "aap");',
    'new agentUi.Bridge("a2ui@0.8", "a2ui@0.9").backward({ beginRendering: { surfaceId: "s", root: "r" } });',
    'new agentUi.Translator("a2ui@0.9", "aap").push("x", { strict: true });',
    'agentUi.check("x", { catalogs: "{}" });',
    'agentUi.check("x", { protocol: "a2u" });',
    'export const objects: object[] = agentUi.translate("x", "aap", "a2ui@0.9").messages.map(({ text }) => text);',
  ];
  const head = 'import { load } from "agent-ui-bridge";\nconst agentUi = await load();\nconst there = agentUi.translate("x", "aap", "a2ui@0.9");\n';
  const found = errors('misuse', `${head}${calls.join('\n')}\n`);
  assert.deepEqual([...new Set([...found.matchAll(/misuse\.ts\((\d+),/g)].map(match => calls[match[1] - 4]))], calls);
});

test('using frees the objects of the package', { skip }, () => {
  assert.equal(errors('using', `import { load } from "agent-ui-bridge";
const agentUi = await load();
using bridge = new agentUi.Bridge("a2ui@0.8", "a2ui@0.9");
using translator = agentUi.Translator.resume(bridge.save());
using checker = new agentUi.Checker("aap");
using stream = new agentUi.Stream();
export const used = [translator, checker, stream];
`), '');
});
