// Gives questions to users and their answers to published judges: the schemas of npm's @modelcontextprotocol/sdk (MCP 2025-11-25,
// which also reads 2025-06-18) and of npm's @agentclientprotocol/sdk (ACP 1 and 2).
//
// - What `agent-ui convert` writes must be accepted. The judge must not remove a member, and `check` must find no error. The input is the
//   samples of the documentation of MCP and ACP, the published examples of A2UI, and the messages of elicitation_cases.mjs without errors.
// - Each of these questions becomes a surface, and the actions of users on it (elicitation_actions.mjs) become answers. They must be
//   accepted, too. The program must refuse exactly the content that the validator of MCP's SDK refuses by the form of the question.
// - What `agent-ui check` finds in the messages of elicitation_cases.mjs is compared with the verdict of the judge. An error goes with a
//   refusal, and a removed member with a warning. Each rule of elicitation in docs/rules.md must be broken at least once.
//
// elicitation.json lists the differences with their reasons. The run fails for one that is not listed, and for a listed one that no longer
// occurs. It takes about ten seconds.
//
//   node elicitation.mjs PROGRAM CORPUS
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import * as mcp from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
// The package exports connections, but not the schemas with which they validate messages.
import * as acp1 from './node_modules/@agentclientprotocol/sdk/dist/v1/schema/zod.gen.js';
import * as acp2 from './node_modules/@agentclientprotocol/sdk/dist/v2/schema/zod.gen.js';
import { actions } from './elicitation_actions.mjs';
import { cases } from './elicitation_cases.mjs';
import { publishedExamples } from './examples.mjs';
import { KnownDifferences } from './known.mjs';
import { runner } from './processes.mjs';

const [program, corpus] = process.argv.slice(2);
const here = name => fileURLToPath(new URL(name, import.meta.url));
const run = runner(program);
const written = messages => messages.map(message => `${JSON.stringify(message)}\n`).join('');

const MCP = ['mcp-elicitation@2025-06-18', 'mcp-elicitation@2025-11-25'];
const DIALECTS = [...MCP, 'acp@1', 'acp@2'];
const LATEST = 'mcp-elicitation@2026-07-28';
/** The rules for messages that only the latest version has. */
const ONLY_LATEST = ['input-required'];

const acp = schemas => ({
  'elicitation/create': schemas.zCreateElicitationRequest,
  'elicitation/complete': schemas.zCompleteElicitationNotification,
  'session/request_permission': schemas.zRequestPermissionRequest,
  answer: schemas.zCreateElicitationResponse,
  outcome: schemas.zRequestPermissionResponse,
  id: schemas.zRequestId,
});
const ofMcp = {
  'elicitation/create': mcp.ElicitRequestParamsSchema,
  'notifications/elicitation/complete': mcp.ElicitationCompleteNotificationParamsSchema,
  answer: mcp.ElicitResultSchema,
};
const SCHEMAS = { [MCP[0]]: ofMcp, [MCP[1]]: ofMcp, 'acp@1': acp(acp1), 'acp@2': acp(acp2) };

/** Returns the pointers of the members that a judge did not read as they are. */
function removed(before, after, at = '') {
  if (typeof before !== 'object' || before === null) return Object.is(before, after) ? [] : [at];
  if (typeof after !== 'object' || after === null) return [at];
  return Object.keys(before).flatMap(key => removed(before[key], after[key], `${at}/${key}`));
}

/** Returns `{refused}` with the reason, or `{removed}` with pointers. */
function read(schema, value) {
  const { success, data, error } = schema.safeParse(value);
  if (success) return { removed: removed(value, data) };
  const [issue] = error.issues;
  return { refused: `/${issue.path.join('/')}: ${issue.message}` };
}

// The client must know the error as the one that lists addresses.
function readError({ code, message, data }) {
  if (code !== mcp.ErrorCode.UrlElicitationRequired) return { removed: [] };
  const error = mcp.McpError.fromError(code, message, data);
  if (!(error instanceof mcp.UrlElicitationRequiredError)) return { refused: 'the client does not find addresses' };
  const verdicts = error.elicitations.map(one => read(mcp.ElicitRequestURLParamsSchema, one));
  return verdicts.find(one => one.refused) ?? { removed: verdicts.flatMap(one => one.removed) };
}

// ACP uses JSON-RPC as MCP does, except for ids. Its package has a schema for these alone.
function readFrame(dialect, frame) {
  if (MCP.includes(dialect) || !('id' in frame)) return read(mcp.JSONRPCMessageSchema, frame);
  const id = read(SCHEMAS[dialect].id, frame.id);
  return id.refused ? id : read(mcp.JSONRPCMessageSchema, { ...frame, id: 1 });
}

function judge(dialect, frame) {
  const outer = readFrame(dialect, frame);
  if (outer.refused) return outer;
  if ('error' in frame) return MCP.includes(dialect) ? readError(frame.error) : { removed: [] };
  const kind = frame.method ?? ('outcome' in frame.result ? 'outcome' : 'answer');
  const schema = SCHEMAS[dialect][kind];
  if (!schema) return { refused: `the judge does not know ${kind}` };
  if (frame.method && !('id' in frame) && !kind.endsWith('complete')) return { refused: 'a request without an id is a notification' };
  return read(schema, frame.method ? frame.params : frame.result);
}

const frame = (method, params) => ({ jsonrpc: '2.0', id: 1, method, params });

/** Returns the message of a sample, of which some are parts: the parameters, the entry, the schema of an input, or the answer. */
function framed(dialect, value) {
  if (value.jsonrpc) return value;
  if (value.resultType) return { jsonrpc: '2.0', id: 1, result: value };
  if (value.method === 'elicitation/create') return framed(dialect, value.params);
  if (value.action && dialect === LATEST) return frame('tools/call', { name: 'book', inputResponses: { key: value } });
  if (value.action) return { jsonrpc: '2.0', id: 1, result: value };
  if (['string', 'number', 'integer', 'boolean', 'array'].includes(value.type))
    return framed(dialect, { message: 'Who?', requestedSchema: { type: 'object', properties: { value } } });
  if (!value.message) return undefined;
  if (dialect !== LATEST) return frame('elicitation/create', value);
  return framed(dialect, { resultType: 'input_required', inputRequests: { key: { method: 'elicitation/create', params: value } } });
}

function dialectOf(name) {
  const starts = { 'acp-v1': 'acp@1', 'acp-v2': 'acp@2', 'mcp-2025-06-18': MCP[0], 'mcp-2025-11-25': MCP[1], mcp: LATEST };
  return Object.entries(starts).find(([start]) => name.startsWith(start))[1];
}

/** Returns [dialect, name, messages] of all input: the samples, the surfaces, and the sound messages. */
function inputs(sound) {
  const samples = join(corpus, 'neighbours', 'elicitation');
  const framedSamples = readdirSync(samples).filter(name => name.endsWith('.json')).flatMap(name => {
    const message = framed(dialectOf(name), JSON.parse(readFileSync(join(samples, name), 'utf8')));
    return message ? [[dialectOf(name), name, [message]]] : [];
  });
  const surfaces = [...publishedExamples(corpus)].flatMap(([version, all]) => [...all].map(([name, messages]) => [version, name, messages]));
  return [...framedSamples, ...surfaces, ...sound];
}

/** Returns the items by a key. */
function grouped(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

const wrong = [];
const known = new KnownDifferences(here('elicitation.json'), ({ message, seen }) =>
  Object.entries(seen).map(([where, verdicts]) => `${message}: ${where}: ${verdicts}`));

function differs(key, details) {
  if (!known.find(key)) wrong.push(`not listed: ${key}: ${JSON.stringify(details)}`);
}

const verdictOf = ({ refused, removed }) => (refused ? 'refused' : removed.length > 0 ? 'removed' : 'accepted');

/** The verdicts of the judge that go with the worst finding of the program. */
const SAME = { error: ['refused'], warning: ['removed', 'accepted'], nothing: ['accepted'] };

/** Returns what the program finds in messages, by their lines. */
async function checked(dialect, input) {
  const { out } = await run(['check', '--quiet', '--format', 'json', dialect, '-'], input);
  return grouped(out.split('\n').filter(Boolean).map(text => JSON.parse(text)), ({ line }) => line);
}

/** Compares the findings with the verdicts. Returns [dialect, name, messages] of the messages with which neither finds fault. */
async function compareCases() {
  const sound = [];
  const broken = new Set();
  for (const dialect of DIALECTS) {
    const all = cases(dialect);
    const findings = await checked(dialect, written(all.map(([, , message]) => message)));
    let alike = 0;
    all.forEach(([rule, name, message], at) => {
      const found = findings.get(at + 1) ?? [];
      if (found.some(finding => finding.rule === rule)) broken.add(rule);
      const ours = ['error', 'warning'].find(severity => found.some(finding => finding.severity === severity)) ?? 'nothing';
      const verdict = judge(dialect, message);
      const theirs = verdictOf(verdict);
      if (ours !== 'error' && theirs === 'accepted') sound.push([dialect, `${rule}/${name}`, [message]]);
      if (SAME[ours].includes(theirs)) alike += 1;
      else differs(`${rule}/${name}: ${dialect}: ${ours}, ${theirs}`, { found: found.map(({ message }) => message), ...verdict });
    });
    console.log(`${dialect}: ${all.length} messages checked, ${alike} alike`);
  }
  const [, section] = readFileSync(here('../../docs/rules.md'), 'utf8').split('## Questions to users in MCP and ACP\n');
  for (const [, rule] of section.split('\n## ')[0].matchAll(/^### `(.*)`$/gm))
    if (!broken.has(rule) && !ONLY_LATEST.includes(rule)) wrong.push(`no message breaks the rule ${rule}`);
  return sound;
}

/** Returns the refusals of a translation, of which each must be by a rule: sound messages can be read. */
function refusalsOf(where, complaints) {
  const errors = complaints.map(text => JSON.parse(text));
  for (const error of errors) if (error.error !== 'rule') wrong.push(`${where}: ${JSON.stringify(error)}`);
  return errors;
}

/** Converts all input of a dialect to another, each message or surface in a file of its own, and judges what is written. */
async function converted(source, target, files) {
  const { out, complaints } = await run(['convert', '--quiet', '--from', source, '--to', target, files]);
  const lines = out.split('\n').filter(Boolean);
  const refusals = refusalsOf(`${source} to ${target}`, complaints);
  const findings = await checked(target, out);
  let accepted = 0;
  lines.forEach((text, at) => {
    const message = JSON.parse(text);
    const verdict = judge(target, message);
    const error = findings.get(at + 1)?.find(({ severity }) => severity === 'error');
    if (verdictOf(verdict) === 'accepted' && !error) accepted += 1;
    else differs(`${message.id ?? message.method}: ${source} to ${target}: ${error ? 'error' : 'no error'}, ${verdictOf(verdict)}`, { message, error, ...verdict });
  });
  console.log(`${source} to ${target}: ${lines.length} messages written, ${accepted} accepted; ${refusals.length} without a translation`);
  if (lines.length === 0) wrong.push(`${source} to ${target}: no messages`);
}

/** Writes each list of messages to a file of its own. */
function inFiles(name, all) {
  const files = join(folder, name);
  mkdirSync(files);
  all.forEach(([, , messages], at) => writeFileSync(join(files, `${at}.jsonl`), written(messages)));
  return files;
}

/**
 * Shows the questions of a dialect as surfaces, and judges the answer to each action of a user. The program must refuse exactly the
 * content that the validator of MCP's SDK refuses.
 */
async function answered(dialect, sound) {
  const asked = sound.filter(([of, , [message]]) => of === dialect && message.method && 'id' in message);
  const questions = new Map(asked.map(([, , [{ id, params }]]) => [id, params]));
  const { out: shown, complaints: unshown } = await run(['convert', '--quiet', '--from', dialect, '--to', 'a2ui@0.9', inFiles(`${dialect} questions`, asked)]);
  const all = actions(shown.split('\n').filter(Boolean).map(text => JSON.parse(text)), questions);
  const { out, complaints } = await run(['convert', '--quiet', '--from', 'a2ui@0.9', '--to', dialect, '-'], written(all.map(one => one.message)));
  refusalsOf(`${dialect} to a2ui@0.9`, unshown);
  const refusals = new Map(refusalsOf(`a2ui@0.9 to ${dialect}`, complaints).map(error => [error.line, error]));
  const answers = out.split('\n').filter(Boolean).map(text => JSON.parse(text));
  const validator = new AjvJsonSchemaValidator();
  let alike = 0;
  all.forEach(({ id, filled, content, schema }, at) => {
    const where = `${id}: answers in ${dialect}`;
    const refusal = refusals.get(at + 1);
    const answer = refusal ? undefined : answers.shift();
    const isValid = !schema || validator.getValidator(schema)(content).valid;
    if (isValid === !answer) return differs(`${where}: ${answer ? 'written' : 'refused'}, ${isValid ? 'valid' : 'invalid'}`, { filled, answer, refusal });
    if (!answer) return (alike += 1);
    const verdict = judge(dialect, answer);
    const isRight = answer.id === id && (!content || isDeepStrictEqual(answer.result.content ?? {}, content));
    if (verdictOf(verdict) === 'accepted' && isRight) return (alike += 1);
    differs(`${where}: ${verdictOf(verdict)}, ${isRight ? 'right' : 'wrong'}`, { filled, answer, ...verdict });
  });
  if (all.length === 0) wrong.push(`${dialect}: no actions`);
  if (answers.length > 0) wrong.push(`${dialect}: ${answers.length} answers to no action`);
  console.log(`${dialect}: ${all.length} actions on ${asked.length} questions, ${alike} alike`);
}

const folder = mkdtempSync(join(tmpdir(), 'elicitation-'));
try {
  const sound = await compareCases();
  for (const dialect of DIALECTS) await answered(dialect, sound);
  const groups = grouped(inputs(sound), ([dialect]) => dialect);
  for (const [source, all] of groups) {
    const files = inFiles(source, all);
    for (const target of DIALECTS) if (target !== source) await converted(source, target, files);
  }
} finally {
  rmSync(folder, { recursive: true });
}
wrong.push(...known.faults());
for (const text of wrong) console.error(text);
process.exitCode = wrong.length > 0 ? 1 : 0;
