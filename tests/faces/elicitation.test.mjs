// The published MCP client asks its user about the forms of agents, and the questions of the published MCP server reach clients of
// every face.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { examples } from '../screen/examples.mjs';
import { PROGRAM, folder, serve, start, within, written } from './program.mjs';

/** An agent that shows a form, and repeats the action of its user as a text. */
const AGENT = written(`
const say = message => console.log(JSON.stringify({ version: 'v0.9', ...message }));
const components = [
  { id: 'root', component: 'Column', children: ['title', 'name', 'size', 'news', 'nights', 'go'] },
  { id: 'title', component: 'Text', text: 'Your trip' },
  { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
  { id: 'size', component: 'ChoicePicker', label: 'Size', variant: 'mutuallyExclusive', options: [{ label: 'Small', value: 's' }, { label: 'Medium', value: 'm' }], value: { path: '/size' } },
  { id: 'news', component: 'CheckBox', label: 'News', value: { path: '/news' } },
  { id: 'nights', component: 'Slider', label: 'Nights', min: 1, max: 14, value: { path: '/nights' } },
  { id: 'go', component: 'Button', child: 'label', action: { event: { name: 'book', context: { name: { path: '/name' }, size: { path: '/size' }, news: { path: '/news' }, nights: { path: '/nights' } } } } },
  { id: 'label', component: 'Text', text: 'Book' }];
say({ createSurface: { surfaceId: 'trip', catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json' } });
say({ updateComponents: { surfaceId: 'trip', components } });
say({ updateDataModel: { surfaceId: 'trip', value: { name: 'Ada', size: ['m'], news: false, nights: 2 } } });
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const message = JSON.parse(line);
  const { action, error } = message.action || message.error ? message : message.parts?.find(part => part.data)?.data ?? {};
  if (!action && !error) return;
  delete action?.timestamp;
  console.log(JSON.stringify({ parts: [{ kind: 'text', text: JSON.stringify(action ?? error) }] }));
  if (action) say({ deleteSurface: { surfaceId: 'trip' } });
  console.log(JSON.stringify({ turn: 'end' }));
});
`, 'agent.cjs');
const LINES = ['--agent', `lines:node ${AGENT}`];
const ERAS = { '2025-11-25': { mode: 'legacy' }, '2026-07-28': { mode: { pin: '2026-07-28' } } };
const CONTENT = { name: 'Grace', size: 's', news: true, nights: 3 };
const CLICK = { name: 'book', surfaceId: 'trip', sourceComponentId: 'go', context: { name: 'Grace', size: ['s'], news: true, nights: 3 } };

/** Connects a client whose user answers each question with the next answer. */
async function connected(transport, versionNegotiation, answers) {
  const questions = [];
  const client = new Client({ name: 'faces', version: '1.0.0' }, { versionNegotiation, capabilities: { elicitation: { form: {}, url: {} } } });
  client.setRequestHandler('elicitation/create', ({ params }) => {
    questions.push(params);
    return answers.shift() ?? { action: 'cancel' };
  });
  await within(client.connect(transport), 'the handshake');
  return { client, questions };
}

const show = (client, args = {}) => within(client.callTool({ name: 'agent_ui_show', arguments: args }), 'the result of the tool');
const received = result => result.content[0].text.split('\n').filter(line => line.startsWith('{')).map(line => JSON.parse(line));

for (const [era, mode] of Object.entries(ERAS)) {
  for (const how of ['HTTP', 'lines']) {
    test(`a client of ${era} over ${how} answers the form of an agent`, async () => {
      const program = how === 'HTTP' ? await serve(...LINES) : undefined;
      const transport = program
        ? new StreamableHTTPClientTransport(new URL(program.urls.MCP))
        : new StdioClientTransport({ command: PROGRAM, args: ['serve', '--stdio', ...LINES], stderr: 'pipe' });
      const { client, questions } = await connected(transport, mode, [{ action: 'accept', content: CONTENT }]);
      const shown = await show(client, { session: 'main' });
      assert.deepEqual(received(shown), [CLICK]);
      assert.equal(questions.length, 1);
      assert.equal(questions[0].message, 'Your trip');
      assert.deepEqual(Object.keys(questions[0].requestedSchema.properties), ['name', 'size', 'news', 'nights']);
      await client.close();
      await program?.stop();
    });
  }

  test(`a client of ${era} declines the form of an agent`, async () => {
    const program = await serve(...LINES);
    const { client } = await connected(new StreamableHTTPClientTransport(new URL(program.urls.MCP)), mode, [{ action: 'decline' }]);
    const shown = await show(client, { session: 'main' });
    assert.equal(received(shown)[0].code, 'SURFACE_CLOSED');
    assert.match(shown.content[0].text, /The user has declined to answer: surface trip\./);
    await client.close();
    await program.stop();
  });
}

const SERVER = new URL('mcp_server.mjs', import.meta.url).pathname;
for (const how of ['stdio', 'modern']) {
  test(`a question of the published server reaches clients: ${how}`, async () => {
    const server = how === 'stdio' ? undefined : start('node', [SERVER, how]);
    const address = server ? await server.output.next('the address of the server') : `node ${SERVER} stdio`;
    const program = await serve('--agent', `mcp:${address}`);
    const { client, questions } = await connected(
      new StreamableHTTPClientTransport(new URL(program.urls.MCP)),
      ERAS['2026-07-28'],
      [{ action: 'accept', content: { colour: 'red', count: 2 } }],
    );
    const action = { name: 'paint', surfaceId: 'cart', sourceComponentId: 'root', context: {} };
    await show(client, { session: 'main' });
    // The question of the server is a surface, and this client asks it as a form again.
    const acted = await within(client.callTool({ name: 'agent_ui_action', arguments: { action, session: 'main' } }), 'the result of the action');
    assert.equal(questions.length, 1, JSON.stringify(acted));
    assert.match(questions[0].message, /shop[^]*Which colour\?/);
    assert.match(acted.content[0].text, /painted red 2/);
    await client.close();
    await program.stop();
    server?.child.kill();
  });
}

const corpus = process.env.AGENT_UI_CORPUS;
const skip = corpus ? false : 'AGENT_UI_CORPUS is not set';

/** A value that fits a property of a form. */
function valueOf(schema) {
  if (schema.default !== undefined && schema.default !== '') return schema.default;
  const options = schema.enum ?? schema.oneOf?.map(option => option.const);
  if (options) return options[0];
  if (schema.type === 'array') return [schema.items.enum?.[0] ?? schema.items.anyOf[0].const];
  if (schema.type === 'boolean') return true;
  if (schema.type !== 'string') return schema.minimum ?? schema.maximum ?? 7;
  const formats = { email: 'ada@shop.test', uri: 'https://shop.test', date: '2026-12-24', 'date-time': '2026-12-24T10:00:00Z' };
  return formats[schema.format] ?? 'Ada Lovelace'.slice(0, schema.maxLength ?? 100).padEnd(schema.minLength ?? 0, 'a');
}

/** The values that an entered value may have in the data model, as JSON. */
const inModel = value => [value, [value], `${value}`].map(form => JSON.stringify(form));

/** The components of a surface, and the paths at the top of its data model to which inputs are bound. */
function readSurface(messages) {
  const components = new Map();
  for (const { updateComponents } of messages) updateComponents?.components.forEach(component => components.set(component.id, component));
  const inputs = [...components.values()].filter(({ component }) => /TextField|CheckBox|ChoicePicker|Slider|DateTimeInput/.test(component));
  return { components, paths: new Set(inputs.map(({ value }) => value?.path).filter(path => path?.startsWith('/'))) };
}

test('the answers to the forms of all published examples are actions', { skip }, async context => {
  const texts = join(folder, 'forms');
  mkdirSync(texts, { recursive: true });
  const spoken = examples(corpus).map((example, index) => ({ ...example, session: `form-${index}` }));
  for (const { session, messages } of spoken) writeFileSync(join(texts, session), messages.map(message => `${JSON.stringify(message)}\n`).join(''));
  // One process plays all examples, and repeats each action.
  const agent = written(`
const { existsSync, readFileSync } = require('node:fs');
const say = (session, message) => console.log(JSON.stringify({ session, message }));
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { session, state, message } = JSON.parse(line);
  // Each client also has a session of its own, without an example.
  const path = process.argv[2] + '/' + session;
  if (state === 'open' && existsSync(path)) readFileSync(path, 'utf8').trim().split('\\n').forEach(text => say(session, JSON.parse(text)));
  if (message) say(session, { parts: [{ kind: 'text', text: JSON.stringify(message.parts?.find(part => part.data)?.data ?? message) }] });
  if (state === 'open' || message) say(session, { turn: 'end' });
});
`, 'agent.cjs');
  const program = await serve('--face', 'mcp', '--session', 'form-0', '--agent-scope', 'program', '--agent', `lines:node ${agent} '${texts}'`);
  const counts = { asked: 0, answered: 0, refused: 0, events: 0, values: 0 };
  const rest = [...spoken];
  const worker = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) await answer(next);
  };
  const answer = async ({ name, session }) => {
    const answers = [];
    const client = new Client({ name: 'faces', version: '1.0.0' }, { versionNegotiation: ERAS['2025-11-25'], capabilities: { elicitation: { form: {} } } });
    client.setRequestHandler('elicitation/create', ({ params }) => {
      const content = Object.fromEntries(Object.entries(params.requestedSchema.properties).map(([key, schema]) => [key, valueOf(schema)]));
      answers.push(content);
      return { action: 'accept', content };
    });
    await within(client.connect(new StreamableHTTPClientTransport(new URL(program.urls.MCP))), `${name}: the handshake`);
    const shown = await show(client, { session });
    const messages = new Map(shown.content.filter(part => part.resource).map(({ resource }) => [decodeURIComponent(new URL(resource.uri).pathname.slice(1)), JSON.parse(resource.text)]));
    const actions = received(shown).map(line => line.action ?? line.userAction).filter(Boolean);
    await client.close();
    if (answers.length === 0) return;
    counts.asked += 1;
    // A check that the form cannot express may refuse the values.
    if (actions.length === 0) {
      counts.refused += 1;
      assert.match(shown.content[0].text, /are not valid/, name);
      return;
    }
    counts.answered += 1;
    for (const { name: event, surfaceId, sourceComponentId, context: sent } of actions) {
      const { components, paths } = readSurface(messages.get(surfaceId) ?? []);
      const declared = components.get(sourceComponentId)?.action?.event;
      if (!declared) continue;
      assert.equal(event, declared.name, name);
      assert.deepEqual(Object.keys(sent).filter(member => !(member in (declared.context ?? {}))), [], name);
      counts.events += 1;
      // The values of the user arrive at the members that are bound to their inputs.
      const entered = new Set(answers.flatMap(content => Object.values(content)).flatMap(inModel));
      for (const [member, value] of Object.entries(declared.context ?? {})) {
        if (!paths.has(value?.path) || sent[member] === undefined) continue;
        counts.values += 1;
        const empty = [[], '', false].some(one => JSON.stringify(one) === JSON.stringify(sent[member]));
        assert.ok(empty || entered.has(JSON.stringify(sent[member])), `${name} ${member}: ${JSON.stringify(sent[member])} of ${JSON.stringify(answers)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: 12 }, worker));
  context.diagnostic(JSON.stringify({ examples: spoken.length, ...counts }));
  assert.ok(counts.events > 20, JSON.stringify(counts));
  await program.stop();
});
