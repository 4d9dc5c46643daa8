// An MCP server of the published package: a cart as an A2UI resource, and tools that change it. Over HTTP, it prints its address.
//
//   node mcp_server.mjs stdio|both|modern
import { createServer } from 'node:http';
import { McpServer, createMcpHandler, inputRequired, inputResponse } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const [, , how] = process.argv;
const TYPE = 'application/a2ui+json';
const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
let items = 0;
let changed = () => {};

const cart = () => JSON.stringify([
  { createSurface: { surfaceId: 'cart', catalogId: CATALOG } },
  { updateComponents: { surfaceId: 'cart', components: [{ id: 'root', component: 'Text', text: { path: '/text' } }] } },
  { updateDataModel: { surfaceId: 'cart', value: { text: `${items} items` } } },
].map(message => ({ version: 'v0.9', ...message })));

function shop() {
  const server = new McpServer({ name: 'shop', version: '1.0.0' }, { capabilities: { resources: { subscribe: true } } });
  server.registerResource('cart', 'a2ui://shop/cart', { mimeType: TYPE }, async uri => ({ contents: [{ uri: uri.href, mimeType: TYPE, text: cart() }] }));
  server.registerTool('add', { inputSchema: z.object({ count: z.number() }) }, async ({ count }) => {
    items += count;
    changed('a2ui://shop/cart');
    return { content: [{ type: 'text', text: `${items} items` }, { type: 'resource', resource: { uri: 'a2ui://shop/cart', mimeType: TYPE, text: cart() } }] };
  });
  // It changes the cart without a resource in the result.
  server.registerTool('ask', { inputSchema: z.object({ question: z.string() }) }, async ({ question }) => {
    items += 100;
    changed('a2ui://shop/cart');
    return { content: [{ type: 'text', text: `Is it true that ${question}?` }] };
  });
  // It asks the user first: by a request in old revisions, and by its result in the newest one.
  const requestedSchema = { type: 'object', properties: { colour: { type: 'string', enum: ['red', 'blue'] }, count: { type: 'integer', minimum: 1 } }, required: ['colour'] };
  server.registerTool('paint', { inputSchema: z.object({}) }, async (_, context) => {
    const answer = inputResponse(context.mcpReq.inputResponses, 'paint');
    if (answer.kind === 'missing') {
      return inputRequired({ inputRequests: { paint: inputRequired.elicit({ message: 'Which colour?', requestedSchema }) }, requestState: 'painting' });
    }
    const text = answer.action === 'accept' ? `painted ${answer.content.colour} ${answer.content.count}` : `not painted: ${answer.action}`;
    return { content: [{ type: 'text', text }] };
  });
  return server;
}

if (how === 'stdio') serveStdio(shop);
else {
  const handler = createMcpHandler(shop, { legacy: how === 'both' ? 'stateless' : 'reject' });
  changed = uri => handler.notify.resourceUpdated(uri);
  const server = createServer(async (asked, answer) => {
    const chunks = [];
    for await (const chunk of asked) chunks.push(chunk);
    const { method, headers } = asked;
    const closed = new AbortController();
    answer.on('close', () => closed.abort());
    const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
    const response = await handler.fetch(new Request(`http://${headers.host}${asked.url}`, { method, headers, body, signal: closed.signal }));
    answer.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body) for await (const chunk of response.body) answer.write(chunk);
    answer.end();
  });
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));
}
