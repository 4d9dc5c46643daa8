// Every published example of A2UI reaches the clients of each face, in the version that they read, and is the surface that
// `agent-ui convert` makes of it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { examples } from '../screen/examples.mjs';
import { CLIENTS } from './clients.mjs';
import { PROGRAM, folder, serve } from './program.mjs';

/** The number of sessions at a time. */
const TOGETHER = 12;

const corpus = process.env.AGENT_UI_CORPUS;
const skip = corpus ? false : 'AGENT_UI_CORPUS is not set';
const spoken = corpus ? examples(corpus).map((example, index) => ({ ...example, session: `example-${index}` })) : [];

/** The output of the program for these messages. */
function run(messages, ...args) {
  const input = messages.map(message => `${JSON.stringify(message)}\n`).join('');
  const { stdout, stderr } = spawnSync(PROGRAM, [...args, '-'], { input, encoding: 'utf8', maxBuffer: 1 << 26 });
  assert.notEqual(stdout, '', stderr);
  return stdout;
}

const lines = text => text.trim().split('\n').map(line => JSON.parse(line));

/** The surfaces that messages build, in the order of their ids. */
function folded(messages, version) {
  return lines(run(messages, 'fold', version)).map(surface => JSON.stringify(surface)).sort();
}

let program;
before(async () => {
  if (!corpus) return;
  const texts = join(folder, 'examples');
  mkdirSync(texts, { recursive: true });
  for (const { session, messages } of spoken) {
    writeFileSync(join(texts, session), messages.map(message => `${JSON.stringify(message)}\n`).join(''));
  }
  program = await serve('--agent', `lines:cat '${texts}'/"$AGENT_UI_SESSION"`);
});

/** Calls a function for all examples, some at a time. */
async function each(call) {
  const rest = [...spoken];
  const worker = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) await call(next);
  };
  await Promise.all(Array.from({ length: TOGETHER }, worker));
}

// AHP and AAP clients see one session, as the same page that other clients see.
for (const face of ['AG-UI', 'AI SDK', 'A2A', 'MCP', 'page']) {
  const client = CLIENTS[face];
  test(`${face} clients get every published example`, { skip }, async () => {
    const versions = client(program.urls, 'x').versions ?? ['0.9'];
    for (const version of versions) {
      await each(async ({ name, version: source, messages, session }) => {
        const seen = await client(program.urls, session).surfaces(version);
        const converted = lines(run(messages, 'convert', '--from', 'a2ui', '--to', `a2ui@${version}`));
        const expected = folded(converted, `a2ui@${version}`);
        assert.deepEqual(folded(Object.values(seen).flat(), `a2ui@${version}`), expected, `${source} ${name} in ${version}`);
      });
    }
  });
}
