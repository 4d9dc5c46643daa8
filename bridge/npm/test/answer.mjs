// Answers the questions of `agent-ui conform`, in the protocol of docs/conformance.md.
//
// The messages stay text from the question to the answer, so that numbers keep their spelling:
//
//   agent-ui conform -- node answer.mjs
import { createInterface } from 'node:readline';
import { AgentUiError } from 'agent-ui-bridge';
import { agentUi } from './bridge.mjs';

/** The members of a JSON object or the elements of a list, each as the text that it has. */
function parts(text) {
  const found = [];
  let start;
  let name;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    if (depth === 1 && token === ':') [name, start] = [JSON.parse(text.slice(start, index)), index + 1];
    if (depth === 1 && (token === ',' || token === '}' || token === ']')) {
      const part = text.slice(start, index).trim();
      if (part) found.push([name, part]);
      start = index + 1;
    }
    if (token === '{' || token === '[') depth += 1;
    if (depth === 1 && start === undefined) start = index + 1;
    if (token === '}' || token === ']') depth -= 1;
  }
  return found;
}
const members = text => Object.fromEntries(parts(text));
const elements = text => parts(text).map(([, element]) => element);

/** The refusal of a question. */
class Refusal extends Error {}

function answer({ op, from, to, input, context, carry }) {
  const embed = JSON.parse(op) === 'embed';
  const carries = carry && elements(carry);
  const translator = new agentUi.Translator(JSON.parse(from), JSON.parse(to), { context, embed, trustEmbedded: true });
  try {
    const pushed = elements(input).map((message, index) => {
      const translation = translator.push(message, carries && { carry: carries[index] });
      // The calls repair messages and skip those without a counterpart. The kit requires an error for both.
      const skipped = translation.messages.length === 0 && translation.findings.find(({ severity }) => severity === 'info');
      if (skipped) throw new Refusal(undefined, { cause: { ...skipped, kind: 'rule' } });
      const repair = translation.findings.find(({ rule }) => rule.startsWith('repair/'));
      if (repair) throw new Refusal(undefined, { cause: { ...repair, kind: 'decode' } });
      return translation;
    });
    const all = [...pushed, translator.finish()];
    const messages = all.flatMap(translation => translation.messages);
    const notes = all.flatMap(translation => translation.notes)
      .map(({ input: of, verdict, rule, from: place, to: target }) => ({ input: of, verdict, rule, from: place, to: target }));
    const answered = [`"value":[${messages.map(message => message.text).join(',')}]`, `"notes":${JSON.stringify(notes)}`];
    if (!embed) answered.push(`"carry":[${messages.map(message => message.carry).join(',')}]`);
    return answered.join(',');
  } finally {
    translator.free();
  }
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const question = members(line);
  let answered;
  try {
    answered = answer(question);
  } catch (error) {
    const reason = error instanceof Refusal ? error.cause : error;
    if (reason === error && !(error instanceof AgentUiError)) throw error;
    answered = `"error":${JSON.stringify({ kind: reason.kind, rule: reason.rule, pointer: reason.pointer })}`;
  }
  process.stdout.write(`{"id":${question.id},${answered}}\n`);
}
process.exit();
