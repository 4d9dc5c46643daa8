// An MCP server of the published package, whose surface has a button for each of its questions.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { after } from 'node:test';
import {
  McpServer, WebStandardStreamableHTTPServerTransport, acceptedContent, createMcpHandler, fromJsonSchema, inputRequired, inputResponse,
} from '@modelcontextprotocol/server';
import { PATIENCE } from './program.mjs';

const TYPE = 'application/a2ui+json';
const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';

/** The surface with the buttons, named by the questions. */
function menu(names) {
  const buttons = names.flatMap((name, at) => [
    { id: `ask_${at}`, component: 'Button', child: `name_${at}`, action: { event: { name: 'ask', context: { question: name } } } },
    { id: `name_${at}`, component: 'Text', text: name },
  ]);
  const root = { id: 'root', component: 'Column', children: names.map((_, at) => `ask_${at}`) };
  return [
    { createSurface: { surfaceId: 'menu', catalogId: CATALOG } },
    { updateComponents: { surfaceId: 'menu', components: [root, ...buttons] } },
  ].map(message => ({ version: 'v0.9', ...message }));
}

/**
 * Serves questions by their names, each the parameters of `elicitation/create`. `era` is the way in which the server asks: `legacy` sends
 * a request, `modern` returns a result that requires input. `next` waits for the answer that the package has accepted, or its refusal.
 */
export async function asker(questions, era) {
  const answers = [];
  const waiting = [];
  const tell = answer => (waiting.shift() ?? (one => answers.push(one)))(answer);

  async function askByRequest(params, context) {
    // The package validates the content against the schema of the question.
    tell(await context.mcpReq.elicitInput(params).catch(error => ({ refused: error.message })));
    return { content: [] };
  }

  function askByResult(params, context) {
    const { inputResponses } = context.mcpReq;
    const { kind, action } = inputResponse(inputResponses, 'answer');
    if (kind === 'missing') return inputRequired({ inputRequests: { answer: inputRequired.elicit(params) } });
    if (action !== 'accept') tell({ action });
    else {
      const content = acceptedContent(inputResponses, 'answer', fromJsonSchema(params.requestedSchema));
      const given = JSON.stringify(acceptedContent(inputResponses, 'answer'));
      tell(content ? { action, content } : { refused: `the schema does not admit ${given}` });
    }
    return { content: [] };
  }

  function build() {
    const server = new McpServer({ name: 'asker', version: '1.0.0' });
    const text = JSON.stringify(menu(Object.keys(questions)));
    server.registerResource('menu', 'a2ui://asker/menu', { mimeType: TYPE }, async uri => ({ contents: [{ uri: uri.href, mimeType: TYPE, text }] }));
    const inputSchema = fromJsonSchema({ type: 'object', properties: { question: { type: 'string' } }, required: ['question'] });
    const ask = era === 'legacy' ? askByRequest : askByResult;
    server.registerTool('ask', { inputSchema }, async ({ question }, context) => ask(questions[question], context));
    return server;
  }

  const sessions = new Map();
  async function legacy(request) {
    const known = sessions.get(request.headers.get('mcp-session-id'));
    if (known) return known.handleRequest(request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: id => { sessions.set(id, transport); },
    });
    await build().connect(transport);
    return transport.handleRequest(request);
  }
  const modern = createMcpHandler(build, { legacy: 'reject' });
  const handle = era === 'legacy' ? legacy : request => modern.fetch(request);

  const server = createServer(async (asked, answer) => {
    const chunks = [];
    for await (const chunk of asked) chunks.push(chunk);
    const closed = new AbortController();
    answer.on('close', () => closed.abort());
    const { method, headers } = asked;
    const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
    const response = await handle(new Request(`http://${headers.host}${asked.url}`, { method, headers, body, signal: closed.signal }));
    answer.writeHead(response.status, Object.fromEntries(response.headers));
    answer.flushHeaders();
    if (response.body) for await (const chunk of response.body) answer.write(chunk);
    answer.end();
  });
  await new Promise(done => { server.listen(0, '127.0.0.1', done); });
  const close = async () => {
    // Open questions would keep this process alive until the package gives them up.
    await Promise.all([...sessions.values()].map(transport => transport.close()));
    await new Promise(done => { server.close(done); server.closeAllConnections(); });
  };
  // After a failed test, nothing waits for it.
  after(close);
  return {
    url: `http://127.0.0.1:${server.address().port}/mcp`,
    next: () => (answers.length > 0 ? Promise.resolve(answers.shift()) : new Promise((done, failed) => {
      const late = setTimeout(() => failed(new Error('the server gets no answer')), PATIENCE);
      waiting.push(answer => {
        clearTimeout(late);
        done(answer);
      });
    })),
    unread: () => answers,
    close,
  };
}
