// The types of the calls follow the dialects. TSC is the compiler.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

const compiler = process.env.TSC;
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
