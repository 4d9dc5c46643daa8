// The types of the messages accept what the protocols publish, and refuse mistakes. AGENT_UI_CORPUS is a folder of published examples,
// AGENT_UI_FIXTURES the folder of this project's messages, and TSC the compiler.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { after, test } from 'node:test';
import { agentUi } from './bridge.mjs';

const { AGENT_UI_CORPUS: corpus, AGENT_UI_FIXTURES: fixtures, TSC: compiler } = process.env;
const skip = !compiler && 'needs TSC';
const folder = new URL('types-of-messages/', import.meta.url).pathname;
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

/** Returns the lines with errors. */
const lines = found => [...new Set([...found.matchAll(/\.ts\((\d+),/g)].map(match => Number(match[1])))];

/** The messages of a published file: in a list, in an object with `messages` or `message`, or one per line. */
function messagesOf(text) {
  try {
    const value = JSON.parse(text);
    // Some examples show mistakes, and say so.
    if (value.current === 'invalid') return [];
    return Array.isArray(value) ? value : Array.isArray(value.messages) ? value.messages : [value.message ?? value];
  } catch {
    return text.split('\n').filter(Boolean).flatMap(messagesOf);
  }
}

const VERSIONS = { v0_8: 'a2ui@0.8', v0_9: 'a2ui@0.9', v0_9_1: 'a2ui@0.9.1', v0_10: 'a2ui@0.10', v1_0: 'a2ui@1.0', v1_0_current: 'a2ui@1.0' };
for (const [version, dialect] of Object.entries(VERSIONS)) {
  test(`the published examples of A2UI in ${version} have their types`, { skip: skip || (!corpus && 'needs AGENT_UI_CORPUS') }, () => {
    const root = join(corpus, 'a2ui', version);
    const files = readdirSync(root, { recursive: true }).filter(file => /\.jsonl?$/.test(file) && file.split(sep).some(part => /^examples\b/.test(part)));
    const found = files.sort().flatMap(file => messagesOf(readFileSync(join(root, file), 'utf8')));
    const valid = found.filter(message => agentUi.check(message, { protocol: dialect }).every(({ severity }) => severity !== 'error'));
    const source = valid.map((message, index) => `export const m${index}: MessageTypes["${dialect}"] = ${JSON.stringify(message)};`);
    assert.equal(errors(version, `import type { MessageTypes } from "agent-ui-bridge";\n${source.join('\n')}\n`), '');
    if (files.length > 0) assert.ok(valid.length > 5, `${valid.length} messages of ${files.length} files`);
  });
}

test('the mistakes in published examples are errors', { skip: skip || (!corpus && 'needs AGENT_UI_CORPUS') }, () => {
  const published = readFileSync(join(corpus, 'a2ui/v1_0_current/examples.jsonl'), 'utf8').trim().split('\n').map(line => JSON.parse(line));
  const wrong = published.filter(({ current, why }) => current === 'invalid' && /on a component|condition|reserved/.test(why));
  const source = wrong.map(({ message }, index) => `export const m${index}: MessageTypes["a2ui@1.0"] = ${JSON.stringify(message)};`);
  const found = errors('published-mistakes', `import type { MessageTypes } from "agent-ui-bridge";\n${source.join('\n')}\n`);
  assert.deepEqual(lines(found), wrong.map((_, index) => index + 2));
  assert.ok(wrong.length > 1);
});

const FOLDERS = {
  'aap/1.0': 'aap-1.0', 'a2ui/0.8': 'a2ui-0.8', 'a2ui/0.9': 'a2ui-0.9', 'a2ui/0.10': 'a2ui-0.10', 'a2ui/1.0': 'a2ui-1.0', 'ahp/canvas': 'ahp-canvas',
  'ahp/1.0': 'ahp-1.0', 'actions-json/1': 'actions-json', 'adaptive-cards': 'adaptive-cards-1.5',
  'slack-blocks': 'slack-blocks-message', 'elicitation/acp': 'acp-1', 'elicitation/mcp': 'mcp-elicitation-2025-11-25',
};
/** Messages that need a type for the components of any catalog. */
const WITH_CUSTOM_COMPONENTS = {
  'a2ui/0.8/surface-update-own-component.json': 'a component of a custom catalog',
  'a2ui/0.9/component-of-an-own-catalog.json': 'a component of a custom catalog',
  'a2ui/1.0/create-surface-at-notation.json': 'a component of a custom catalog',
  'a2ui/1.0/create-surface-whole.json': 'a member in the notation of August, which a component of today does not have',
};
test('the messages of this project have the types of their files', { skip: skip || (!fixtures && 'needs AGENT_UI_FIXTURES') }, () => {
  const index = readFileSync(join(fixtures, 'index.jsonl'), 'utf8').trim().split('\n').map(line => JSON.parse(line));
  const known = readdirSync(new URL('../node_modules/agent-ui-bridge/dist/messages/', import.meta.url));
  const source = [];
  const modules = new Map();
  for (const { file, type, expect } of index) {
    if (expect !== 'valid') continue;
    const start = FOLDERS[file.slice(0, -basename(file).length - 1)];
    const module = [start, start.split('-')[0], `${start}-1`, `${start}-0.1`].find(one => known.includes(`${one}.d.ts`)) ?? known.find(one => one.startsWith(start) && one.endsWith('.d.ts'))?.slice(0, -5);
    assert.ok(module, file);
    // A type whose values are texts has no name of its own.
    const types = readFileSync(new URL(`../node_modules/agent-ui-bridge/dist/messages/${module}.d.ts`, import.meta.url), 'utf8');
    if (!new RegExp(`^export (type|interface) ${type}\\b`, 'm').test(types)) continue;
    const alias = module.replaceAll(/\W/g, '_');
    modules.set(module, alias);
    let text = readFileSync(join(fixtures, file), 'utf8');
    // TypeScript cannot express these: they are valid JSON, but not literals.
    if (/"__proto__"|\b1e999\b/.test(text)) text = JSON.stringify(JSON.parse(text.replace(/\b1e999\b/g, '1')));
    const custom = !WITH_CUSTOM_COMPONENTS[file] ? '' : type === 'Component' ? `${alias}.CustomComponent` : `${alias}.${type}<${alias}.CustomComponent>`;
    // Without that type, each of them is an error.
    if (custom) source.push(`// @ts-expect-error ${file}`, `export const c${source.length}: ${alias}.${type} = ${JSON.stringify(JSON.parse(text))};`);
    source.push(`export const m${source.length}: ${custom || `${alias}.${type}`} = ${text.trim()}; // ${file}`);
  }
  const imports = [...modules].map(([module, alias]) => `import type * as ${alias} from "agent-ui-bridge/messages/${module}";`);
  assert.equal(errors('fixtures', `${imports.join('\n')}\n${source.join('\n')}\n`), '');
  assert.ok(source.length > 100);
});

test('a mistake in a message or an option is an error', { skip }, () => {
  assert.equal(errors('mistakes', `import { load, type MessageTypes } from "agent-ui-bridge";
import type { Message, Text } from "agent-ui-bridge/messages/a2ui-0.9";
const agentUi = await load();
const surfaceId = "s";
// @ts-expect-error a misspelt key of a message
export const key: Message = { version: "v0.9", deleteSurfce: { surfaceId } };
// @ts-expect-error a misspelt member
export const member: Message = { version: "v0.9", deleteSurface: { surfaceID: surfaceId } };
// @ts-expect-error an unknown version
export const version: Message = { version: "v7", deleteSurface: { surfaceId } };
// @ts-expect-error two messages in one
export const both: Message = { version: "v0.9", deleteSurface: { surfaceId }, updateDataModel: { surfaceId } };
// @ts-expect-error a missing member
export const missing: Message = { version: "v0.9", deleteSurface: {} };
// @ts-expect-error a misspelt option
agentUi.translate("{}", "aap", "a2ui@0.9", { strcit: true });
// @ts-expect-error a misspelt member of the context
agentUi.translate("{}", "aap", "actions-json", { context: { runtimeID: "r" } });
// @ts-expect-error an unknown profile
agentUi.check("{}", { protocol: "actions-json", profile: "strctly" });
// @ts-expect-error a misspelt property of a component
export const property: Message = { version: "v0.9", updateComponents: { surfaceId, components: [{ id: "root", component: "Text", txet: "x" }] } };
// @ts-expect-error a property of the wrong type
export const text: Message = { version: "v0.9", updateComponents: { surfaceId, components: [{ id: "root", component: "Text", text: 7 }] } };
// @ts-expect-error an unknown component
export const name: Message = { version: "v0.9", updateComponents: { surfaceId, components: [{ id: "root", component: "Txet", text: "x" }] } };
// @ts-expect-error a misspelt optional property
export const optional: Message = { version: "v0.9", updateComponents: { surfaceId, components: [{ id: "root", component: "Text", text: "x", varaint: "h1" }] } };
// @ts-expect-error a component without its properties
export const properties: Text = { text: 7 };
// @ts-expect-error a misspelt member of a binding
export const binding: Text = { text: { pth: "/name" } };
// @ts-expect-error a number instead of a list of component ids
export const children: MessageTypes["a2ui@1.0"] = { version: "1.0", createSurface: { surfaceId, components: [{ id: "root", component: "Column", children: 7 }] } };
`), '');
});

test('the components of every version are told apart', { skip }, () => {
  const newer = ['0.9', '0.9.1', '0.10', '1.0-june', '1.0-aug', '1.0-sep', '1.0'];
  const source = newer.flatMap((version, index) => [
    `import type * as v${index} from "agent-ui-bridge/messages/a2ui-${version}";`,
    `export const right${index}: v${index}.Component[] = [{ id: "a", component: "Text", text: "x" }, { id: "b", component: "Text", text: ${version === '1.0' ? '{ "@path": "/x" }' : '{ path: "/x" }'} },`,
    `  { id: "c", component: "Text", text: { call: "formatString", args: { value: "x" } } }, { id: "d", component: "Row", children: ["a", "b"], weight: 1 }];`,
    '// @ts-expect-error', `export const number${index}: v${index}.Component = { id: "a", component: "Text", text: 7 };`,
    '// @ts-expect-error', `export const property${index}: v${index}.Component = { id: "a", component: "Text", txet: "x" };`,
    '// @ts-expect-error', `export const name${index}: v${index}.Component = { id: "a", component: "Txet", text: "x" };`,
    '// @ts-expect-error', `export const other${index}: v${index}.Component = { id: "a", component: "Divider", text: "x" };`,
    `export const shown = (component: v${index}.Component) => (component.component === "Text" ? component.text : component.id);`.replace('shown', `shown${index}`),
  ]);
  assert.equal(errors('newer', `${source.join('\n')}\n`), '');
  assert.equal(errors('older', `import type { Component, Message } from "agent-ui-bridge/messages/a2ui-0.8";
export const right: Message = { surfaceUpdate: { surfaceId: "s", components: [{ id: "a", weight: 1, component: { Text: { text: { literalString: "x" } } } }] } };
// @ts-expect-error
export const number: Component = { id: "a", component: { Text: { text: 7 } } };
// @ts-expect-error
export const property: Component = { id: "a", component: { Text: { txet: { literalString: "x" } } } };
// @ts-expect-error
export const literal: Component = { id: "a", component: { Text: { text: { literalStrng: "x" } } } };
// @ts-expect-error
export const name: Component = { id: "a", component: { Txet: { text: { literalString: "x" } } } };
// @ts-expect-error
export const both: Component = { id: "a", component: { Text: { text: { literalString: "x" } }, Divider: {} } };
export const shown = ({ component }: Component) => component.Text?.text.literalString;
`), '');
});

test('a custom catalog needs one explicit type', { skip }, () => {
  assert.equal(errors('custom', `import { load, type OpenMessageTypes } from "agent-ui-bridge";
import type { ComponentId, CustomComponent, Message } from "agent-ui-bridge/messages/a2ui-0.9";
interface Clock { id: ComponentId; component: "Clock"; zone: string }
const surfaceId = "s";
const text = { id: "t", component: "Text", text: "x" } as const;
export const own: Message<Clock> = { version: "v0.9", updateComponents: { surfaceId, components: [text, { id: "c", component: "Clock", zone: "UTC" }] } };
// @ts-expect-error the properties of an own component are checked
export const wrong: Message<Clock> = { version: "v0.9", updateComponents: { surfaceId, components: [{ id: "c", component: "Clock", zone: 7 }] } };
export const open: Message<CustomComponent> = { version: "v0.9", updateComponents: { surfaceId, components: [{ id: "c", component: "Gauge", value: 7 }] } };
// A part of a component that exists already.
export const part: Message<CustomComponent> = { version: "v0.9", updateComponents: { surfaceId, components: [{ id: "t", text: "y" }] } };
export const any: OpenMessageTypes["a2ui"][] = [own, open, part];
// The calls accept the messages of every catalog.
const agentUi = await load();
agentUi.translate(any, "a2ui", "ahp");
agentUi.translate([own, open], "a2ui@0.9", "a2ui@1.0");
new agentUi.Translator("a2ui@0.9", "a2ui@1.0").push(part);
new agentUi.Bridge("a2ui@0.9", "a2ui@1.0").forward(own);
`), '');
});
