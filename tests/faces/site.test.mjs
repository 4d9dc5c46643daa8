// A page of a website behind published MCP clients, and its signals in the folder of an AAP agent.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { folder, Queue, serve, start, within } from './program.mjs';

const PAGE = fileURLToPath(new URL('../../bridge/quickstart/website-to-aap-agent/page.mjs', import.meta.url));

/** Opens the page of the quickstart. Node before 22 has WebSocket behind a flag. */
const open = async url => {
  const page = start(process.execPath, ['--experimental-websocket', '--no-warnings', PAGE, url]);
  assert.equal(await page.output.next('the page'), 'The page is ready.');
  return page;
};

/** Waits for a line of the program. */
const line = (program, part) =>
  within((async () => {
    for (;;) {
      const said = await program.errors.next(part);
      if (said.includes(part)) return said;
    }
  })(), part);

for (const [revision, options] of [
  ['2025-11-25', {}],
  ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
]) {
  test(`a client of MCP ${revision} lists and calls the tool of a page`, async () => {
    const program = await serve('--face', 'actions-json', '--face', 'mcp');
    const changes = new Queue();
    const onChanged = (error, tools) => changes.push(error ?? tools.map(tool => tool.name));
    const client = new Client({ name: 'test', version: '1' }, { ...options, listChanged: { tools: { onChanged } } });
    await client.connect(new StreamableHTTPClientTransport(new URL(program.urls.MCP)));
    const page = await open(program.urls['actions.json']);
    assert.ok((await changes.next('a change of the tools')).includes('loan.list'));

    const tool = (await client.listTools()).tools.find(({ name }) => name === 'loan.list');
    assert.deepEqual(tool.inputSchema, { type: 'object', additionalProperties: false });
    assert.deepEqual(tool.outputSchema, { type: 'object', required: ['loans'] });
    const result = await client.callTool({ name: 'loan.list', arguments: {} });
    assert.deepEqual(result.structuredContent, { loans: [{ title: 'Tide Tables', due: '2026-12-01' }] });
    const wrong = await client.callTool({ name: 'loan.list', arguments: { page: 2 } });
    assert.ok(wrong.isError, JSON.stringify(wrong));
    assert.match(wrong.content[0].text, /^invalid_input: /);

    page.child.kill();
    assert.ok(!(await changes.next('a change of the tools')).includes('loan.list'));
    await assert.rejects(client.callTool({ name: 'loan.list', arguments: {} }), { code: -32602 });
    await client.close();
    assert.equal(await program.stop(), 0);
  });
}

test('the signal of a page is a record of an AAP agent, and the extension has a fixed address', async () => {
  const home = join(folder, 'home');
  mkdirSync(home);
  const port = await freePort();
  const program = await serve('--face', 'actions-json', '--records', home, '--signal-agent', 'ann', '--extension-port', `${port}`);
  const url = `ws://127.0.0.1:${port}/extension`;
  assert.equal(program.urls.extension, url);
  await open(url);
  const said = await line(program, '[CANVAS]');
  assert.ok(said.includes('[CANVAS] sites/library~2Etest/loans.html: Site "library.test" signalled "loan.overdue" at "loans"'), said);
  const records = join(home, '.aimaestro/agents/ann/canvas/interactions');
  const files = readdirSync(records).filter(name => name.endsWith('.json'));
  assert.equal(files.length, 1);
  const record = JSON.parse(readFileSync(join(records, files[0]), 'utf8'));
  assert.deepEqual(
    [record.action, record.element, record.canvasFile, record.data],
    ['loan.overdue', 'loans', 'sites/library~2Etest/loans.html', { title: 'Tide Tables', due: '2026-12-01' }],
  );
  // Another page sends the same event, which is stored once.
  await open(url);
  const answer = await fetch(`http://127.0.0.1:${port}/extension`, { headers: { origin: 'https://evil.test' } });
  assert.equal(answer.status, 403);
  assert.equal(readdirSync(records).length, 1);
  assert.equal(await program.stop(), 0);
});

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise(done => server.once('listening', done));
  const { port } = server.address();
  await new Promise(done => server.close(done));
  return port;
}
