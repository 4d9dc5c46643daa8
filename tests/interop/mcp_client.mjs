// Connects the official client and server of MCP with the program, live.
//
// The client lists the tools of every published manifest and calls each of them. `agent-ui pipe` passes its calls to a page that
// uses actions.json, and returns the answers of the page: an output, progress before it, an error, an unknown tool. Then
// the program calls tools of the official server. Finally, `check mcp` must find every list that the client refuses.
//
//   node mcp_client.mjs <agent-ui> <corpus>
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { oddSchemas, tool } from './odd_schemas.mjs';

const [program, corpus] = process.argv.slice(2);
// The client warns of formats that it does not know.
console.warn = () => {};
const DIALECTS = ['mcp@2025-06-18', 'mcp@2025-11-25'];
const whole = (tools) => ({ protocol: 'actions.json', version: 1, tools });
const failures = [];

function convert(from, to, messages, ...more) {
  const input = messages.map((message) => JSON.stringify(message)).join('\n');
  const made = execFileSync(program, ['convert', '--quiet', '--from', from, '--to', to, ...more], { input, maxBuffer: 1 << 28 });
  return made.toString().split('\n').filter(Boolean).map((line) => JSON.parse(line));
}

/** A client that is connected to whatever answers its requests. */
async function connected(answer) {
  const client = new Client({ name: 'agent', version: '1' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  const send = (message) => there.send({ jsonrpc: '2.0', ...message });
  there.onmessage = async (request) => {
    const { id, method, params } = request;
    if (method === 'initialize') {
      const { protocolVersion } = params;
      await send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'site', version: '1' } } });
    } else if (id !== undefined) {
      await answer(request, send);
    }
  };
  await Promise.all([there.start(), client.connect(here)]);
  return client;
}

/** `agent-ui pipe` in one direction: each message gives one. */
function pipe(from, to, ...more) {
  const child = spawn(program, ['pipe', '--quiet', '--from', from, '--to', to, ...more], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.on('error', () => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const through = async (message) => {
    child.stdin.write(`${JSON.stringify(message)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`the pipe from ${from} to ${to} has ended`);
    return JSON.parse(value).value;
  };
  return { through, end: () => child.stdin.end() };
}

/** Some value that fits a schema; nothing if none is found. */
function sample(schema, root = schema, depth = 0) {
  if (schema === true || depth > 8) return null;
  if (schema === false) return undefined;
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.$ref?.startsWith('#/')) {
    return sample(schema.$ref.slice(2).split('/').reduce((at, name) => at[name], root), root, depth + 1);
  }
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (choice && !schema.type) return sample(choice, root, depth + 1);
  switch ([schema.type].flat()[0]) {
    case 'object': case undefined:
      return Object.fromEntries((schema.required ?? []).map((name) => [name, sample(schema.properties?.[name] ?? true, root, depth + 1)]));
    case 'array': return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? true, root, depth + 1));
    case 'string': return 'x'.repeat(schema.minLength ?? 1);
    case 'integer': case 'number': return schema.minimum ?? 1;
    case 'boolean': return true;
    default: return null;
  }
}

/** Calls a tool until it gave an output, an error and the answer that there is no such tool. */
async function called(client, page, tool, name, given) {
  const request = { name: tool.name, arguments: given };
  const output = tool.outputSchema ? sample(tool.outputSchema) : { done: true, rows: [1, null] };
  let steps = 0;
  page.next = { name, given, item: { type: 'action_call_output', output }, progress: 2 };
  const result = await client.callTool(request, undefined, { onprogress: () => (steps += 1) });
  assert.deepEqual(result.structuredContent, output);
  assert.deepEqual(JSON.parse(result.content[0].text), output);
  assert.equal(steps, 2);
  assert.ok(!result.isError);
  page.next = { name, given, item: { type: 'action_error', error: { code: 'handler_failed', message: 'The shop is closed.' } } };
  const failed = await client.callTool(request);
  assert.ok(failed.isError);
  assert.match(failed.content[0].text, /The shop is closed\./);
  page.next = { name, given, item: { type: 'action_error', error: { code: 'unknown_action', message: 'There is no such tool.' } } };
  await assert.rejects(client.callTool(request), { code: -32602, message: /There is no such tool\./ });
}

const published = [];
for (const folder of [join(corpus, 'actions-json', 'maps'), join(corpus, 'field', 'files', 'actionsjson_new')]) {
  for (const file of readdirSync(folder)) {
    const manifest = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    if (manifest.protocol === 'actions.json' && Array.isArray(manifest.tools)) published.push([file, manifest]);
  }
}
published.push(['own', whole([
  tool('seat.hold', { type: 'object', properties: { seat: { type: 'string' } }, required: ['seat'] }, {
    type: 'object', properties: { held: { type: 'boolean' }, until: { type: 'string' } }, required: ['held', 'until'], additionalProperties: false,
  }),
  tool('seat.find', {
    type: 'object', oneOf: [{ required: ['row'] }, { required: ['zone'] }], properties: { row: { type: 'integer', minimum: 0, exclusiveMinimum: true } },
  }, { type: 'object', properties: { seats: { type: 'array', items: { type: 'string' } } }, required: ['seats'] }),
])]);

let [lists, calls] = [0, 0];
for (const dialect of DIALECTS) {
  const calling = pipe(dialect, 'actions-json', '--runtime-id', 'page');
  const answering = pipe('actions-json', dialect);
  for (const [file, manifest] of published) {
    for (const more of [[], ['--flat-names', '--portable-schemas']]) {
      const [list] = spawned(manifest, dialect, more);
      if (!list) continue;
      const page = { next: undefined };
      const client = await connected(async (request, send) => {
        if (request.method === 'tools/list') return send({ id: request.id, result: list });
        const { name, given, item, progress = 0 } = page.next;
        const call = await calling.through(request);
        if (more.length === 0) assert.equal(call.name, name);
        assert.deepEqual(call.arguments, given);
        const { progressToken } = request.params._meta ?? {};
        for (let step = 1; step <= progress; step += 1) {
          await send({ method: 'notifications/progress', params: { progressToken, progress: step, total: progress } });
        }
        return send(await answering.through({ ...item, call_id: call.call_id, runtime_id: 'page' }));
      });
      try {
        const { tools } = await client.listTools();
        lists += 1;
        for (const one of tools) {
          const given = sample(one.inputSchema) ?? {};
          await called(client, page, one, one.name, given).then(() => (calls += 1), (error) => failures.push([file, dialect, one.name, error.message]));
        }
      } catch (error) {
        failures.push([file, dialect, 'tools/list', error.message]);
      } finally {
        await client.close();
      }
    }
  }
  calling.end();
  answering.end();
}
console.log(`MCP: the official client listed ${lists} lists of ${published.length} manifests, and got an output, progress and errors of ${calls} tools`);

/** The list of a manifest; none if the manifest is refused as a whole, as `check` says too. */
function spawned(manifest, dialect, more) {
  const input = JSON.stringify(manifest);
  const made = spawnSync(program, ['convert', '--from', 'actions-json', '--to', dialect, ...more], { input, maxBuffer: 1 << 28 });
  if (made.status === 0) return [JSON.parse(made.stdout)];
  const judged = spawnSync(program, ['check', 'actions-json'], { input, maxBuffer: 1 << 28 });
  if (judged.status !== 65) failures.push([dialect, 'a manifest without errors is refused', made.stderr.toString()]);
  return [];
}

/** Calls tools of the official server with frames that the program made, and gives the items that it makes of the answers. */
async function served() {
  const server = new McpServer({ name: 'desk', version: '1' });
  server.registerTool('seat_hold', {
    description: 'Holds a seat.', inputSchema: { seat: z.string(), minutes: z.number().int().optional() }, outputSchema: { held: z.boolean(), seat: z.string() },
  }, ({ seat }) => {
    if (seat === 'Z9') throw new Error('There is no seat Z9.');
    const structuredContent = { held: true, seat };
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
  });
  server.registerTool('seat.count', { inputSchema: {} }, () => ({ content: [{ type: 'text', text: '12' }] }));
  const [here, there] = InMemoryTransport.createLinkedPair();
  const waiting = new Map();
  here.onmessage = (message) => waiting.get(message.id)?.(message);
  await Promise.all([here.start(), server.connect(there)]);
  const ask = (frame) => new Promise((answered) => {
    waiting.set(frame.id, answered);
    here.send(frame);
  });
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'agent-ui', version: '1' } };
  await ask({ jsonrpc: '2.0', id: 'hello', method: 'initialize', params: client });
  await here.send({ jsonrpc: '2.0', method: 'notifications/initialized' });

  const { result: list } = await ask({ jsonrpc: '2.0', id: 'list', method: 'tools/list' });
  const judged = spawnSync(program, ['check', 'mcp'], { input: JSON.stringify(list) });
  assert.equal(judged.status, 0, judged.stdout.toString());
  const [manifest] = convert('mcp', 'actions-json', [list]);
  assert.deepEqual(manifest.tools.map(({ name }) => name), ['seat_hold', 'seat.count']);
  assert.deepEqual(manifest.tools.map(({ input_schema }) => input_schema), list.tools.map(({ inputSchema }) => inputSchema));

  const answers = [];
  const asked = [['seat_hold', { seat: 'C7', minutes: 5 }], ['seat.count', {}], ['seat_hold', { seat: 'Z9' }], ['seat_hold', { seat: 7 }], ['seat_sell', {}]];
  const items = asked.map(([name, given], index) => ({ type: 'action_call', call_id: `c${index}`, runtime_id: 'desk', name, arguments: given }));
  for (const frame of convert('actions-json', 'mcp', items)) answers.push(await ask(frame));
  const made = convert('mcp', 'actions-json', answers, '--runtime-id', 'desk');
  await server.close();
  assert.deepEqual(made.map(({ call_id }) => call_id), items.map(({ call_id }) => call_id));
  assert.deepEqual(made.slice(0, 2).map(({ output }) => output), [{ held: true, seat: 'C7' }, '12']);
  const texts = [/There is no seat Z9\./, /seat/, /seat_sell/];
  made.slice(2).forEach(({ type, error }, index) => {
    assert.equal(type, 'action_error');
    assert.match(error.message, texts[index]);
  });
  return made.length;
}
console.log(`MCP: the official server took ${await served()} calls of the program, and the program its answers`);

/** Tools that the official client refuses, and in which `check mcp` finds no error. */
async function overlooked() {
  const odd = { description: null, annotations: { readOnlyHint: 'yes' }, title: 7, _meta: [], outputSchema: { type: 'string' } };
  const plain = { name: 'a', inputSchema: { type: 'object' } };
  const tools = [...Object.entries(odd).map(([member, value]) => ({ ...plain, [member]: value })), { name: 'a' }, { inputSchema: plain.inputSchema }, { ...plain, annotations: null }];
  for (const [name, schema] of oddSchemas()) {
    tools.push({ name, inputSchema: schema }, { name, inputSchema: { type: 'object' }, outputSchema: schema });
  }
  tools.forEach((one, index) => { if (one.name !== undefined) one.name = `t${index}`; });
  // `check` lists at most 1,000 findings about a document, so it gets short lists.
  const found = new Set();
  for (let first = 0; first < tools.length; first += 200) {
    const input = JSON.stringify({ tools: tools.slice(first, first + 200) });
    const { stdout } = spawnSync(program, ['check', 'mcp@2025-11-25'], { input, maxBuffer: 1 << 30 });
    for (const line of stdout.toString().split('\n').filter(Boolean)) {
      const { severity, rule, pointer } = JSON.parse(line);
      assert.notEqual(rule, 'more-findings');
      if (severity === 'error') found.add(first + Number(pointer.split('/')[2]));
    }
  }
  let refused = 0;
  const client = await connected((request, send) => send({ id: request.id, result: { tools: [tools[request.params.cursor]] } }));
  for (const [index, one] of tools.entries()) {
    await client.listTools({ cursor: String(index) }).catch((error) => {
      refused += 1;
      if (!found.has(index)) failures.push(['not found by check', JSON.stringify(one), String(error.message).slice(0, 200)]);
    });
  }
  await client.close();
  return [refused, tools.length];
}
const [refused, all] = await overlooked();
console.log(`MCP: of ${all} odd tools the official client refused ${refused}`);

for (const failure of failures.slice(0, 20)) console.error(failure.join('\n  '));
if (failures.length) console.error(`MCP: ${failures.length} failures`);
process.exit(failures.length ? 1 : 0);
