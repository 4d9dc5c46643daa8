// Compares the package with a script by hand, for one message and for many: AAP records to A2UI 0.9 actions, text in and text out. Prints
// the times and their ratios, and for the package the share of the time that is spent outside of the compiled code.
//
//   bridge/npm/build && node bridge/npm/bench/run.mjs [--check] [MESSAGES]
//
// With AGENT_UI_CALLS, the program `agent-ui-calls` of a release build is measured, too. With `--check`, the run fails if a call costs
// more outside of the compiled code than inside.
import { spawnSync } from 'node:child_process';

const { instantiate } = WebAssembly;
let inside = 0;
WebAssembly.instantiate = async (module, imports) => {
  const { exports } = await instantiate(module, imports);
  const call = (at, length) => {
    const start = performance.now();
    const reply = exports.call(at, length);
    inside += performance.now() - start;
    return reply;
  };
  return { exports: { ...exports, call } };
};
const { load } = await import('../dist/index.js');

const args = process.argv.slice(2);
const isCheck = args[0] === '--check';
if (isCheck) args.shift();
const COUNT = Number(args[0] ?? 100_000);

const record = index => JSON.stringify({
  id: `f6554697-47fd-4d67-8db9-${index.toString(16).padStart(12, '0')}`,
  timestamp: '2026-05-18T15:30:00.000Z',
  canvasFile: 'bookings/east.html',
  action: 'click',
  element: 'save-button',
  data: { guests: index % 9, note: 'window seat, please', tags: ['a', 'b'], price: 12.5 },
  summary: "User click 'save-button' on bookings/east.html",
});

const NOTES = [
  ['renamed', 'canvas-file', '/canvasFile', '/action/surfaceId'], ['renamed', 'element', '/element', '/action/sourceComponentId'],
  ['renamed', 'action', '/action', '/action/name'], ['renamed', 'data', '/data', '/action/context'],
  ['copied', 'timestamp', '/timestamp', '/action/timestamp'], ['carried', 'id', '/id', undefined], ['carried', 'summary', '/summary', undefined],
].map(([verdict, rule, from, to]) => ({ verdict, rule: `aap-a2ui/${rule}`, from, to }));

/** A translation of one message by hand. It checks nothing, and gives the message alone. */
function simple(text) {
  const { canvasFile, element, action, data, timestamp } = JSON.parse(text);
  return JSON.stringify({
    version: 'v0.9',
    action: { name: action, surfaceId: canvasFile, sourceComponentId: element ?? '', timestamp, context: data ?? {} },
  });
}

/** Equal work by hand: the message, and its carry and notes as text. */
function complete(text) {
  const { id, summary } = JSON.parse(text);
  const carry = { v: 1, layers: [{ from: 'aap@1.0', fields: [['/id', id], ['/summary', summary]] }] };
  return [simple(text), JSON.stringify(carry), JSON.stringify(NOTES)];
}

/** The smallest time of several runs, in milliseconds, and the time of that run in the compiled code. */
function fastest(run, times = 5) {
  let best = { total: Infinity, inside: 0 };
  for (let i = 0; i < times; i += 1) {
    inside = 0;
    const start = performance.now();
    run();
    const total = performance.now() - start;
    if (total < best.total) best = { total, inside };
  }
  return best;
}

const agentUi = await load();
const lines = Array.from({ length: COUNT }, (_, index) => record(index));
const text = lines.join('\n');
const each = translate => () => { for (const line of lines) translate(line); };
const rounds = COUNT > 20_000 ? 3 : 5;
const [bySimple, byComplete] = [fastest(each(simple), rounds), fastest(each(complete), rounds)];
const translator = new agentUi.Translator('aap', 'a2ui@0.9');
const results = {
  'one message a call': fastest(each(line => agentUi.translate(line, 'aap', 'a2ui@0.9')), rounds),
  'one message a push': fastest(each(line => translator.push(line)), rounds),
  'all messages in one call': fastest(() => agentUi.translate(text, 'aap', 'a2ui@0.9'), rounds),
};
const micro = ({ total }) => `${(total / COUNT * 1000).toFixed(1)} µs a message (${Math.round(COUNT / total * 1000)} a second)`;
console.log(`${COUNT} messages. By hand: ${micro(bySimple)}; with carry and notes ${micro(byComplete)}`);
let isOver = false;
for (const [name, result] of Object.entries(results)) {
  const outside = (result.total - result.inside) / result.inside;
  isOver ||= outside > 1;
  console.log(`${name}: ${micro(result)}, ${(result.total / bySimple.total).toFixed(1)} times by hand, ${(result.total / byComplete.total).toFixed(1)} times `
    + `equal work by hand; the call costs ${outside.toFixed(2)} of the translation`);
}
const program = process.env.AGENT_UI_CALLS;
if (program) {
  const request = Buffer.from(`{"call":"translate","from":"aap","to":"a2ui@0.9"}\n${text}`);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(request.length);
  const input = Buffer.concat([length, request]);
  const native = fastest(() => spawnSync(program, { input, maxBuffer: 1 << 30 }), rounds);
  console.log(`the native program: ${micro(native)}; WebAssembly takes ${(results['all messages in one call'].inside / native.total).toFixed(1)} times as long`);
}
if (isCheck && isOver) {
  console.log('past the budget: a call must not cost more than the translation');
  process.exit(1);
}
