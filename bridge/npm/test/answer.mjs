// Answers the questions of `agent-ui conform`, in the protocol of docs/conformance.md.
//
// The messages stay text from the question to the answer, so that numbers keep their spelling:
//
//   agent-ui conform -- node answer.mjs
import { createInterface } from 'node:readline';
import { AgentUiError } from 'agent-ui-bridge';
import { bridge } from './bridge.mjs';

/** The members of a JSON object, each as the text that it has. */
function members(text) {
  const found = {};
  let name;
  let start;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    if (token === '{' || token === '[') depth += 1;
    if (depth === 1 && token === ':') start = index + 1;
    if (depth === 1 && name === undefined && token[0] === '"') name = JSON.parse(token);
    if (depth === 1 && (token === ',' || token === '}')) {
      if (name !== undefined) found[name] = text.slice(start, index).trim();
      name = undefined;
    }
    if (token === '}' || token === ']') depth -= 1;
  }
  return found;
}

function answer({ op, from, to, input, context, carry }) {
  const embed = JSON.parse(op) === 'embed';
  const translation = bridge.translate(input, JSON.parse(from), JSON.parse(to), { context, carry, embed, trustEmbedded: true });
  const notes = translation.notes.map(({ input: of, verdict, rule, from: place, to: target }) => ({ input: of, verdict, rule, from: place, to: target }));
  const parts = [`"value":[${translation.messages.join(',')}]`, `"notes":${JSON.stringify(notes)}`];
  if (!embed) parts.push(`"carry":${translation.carry}`);
  return parts.join(',');
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const question = members(line);
  let answered;
  try {
    answered = answer(question);
  } catch (error) {
    if (!(error instanceof AgentUiError)) throw error;
    answered = `"error":${JSON.stringify({ kind: error.kind, rule: error.rule, pointer: error.pointer })}`;
  }
  process.stdout.write(`{"id":${question.id},${answered}}\n`);
}
process.exit();
