// Checks of sessions, and their lines for a model. The tests of all languages read the same sessions: AGENT_UI_FIXTURES is in the folder
// that has them. AGENT_UI_PROGRAM is the program `agent-ui`.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { RefusedError, UsageError } from 'agent-ui-bridge';
import { agentUi } from './bridge.mjs';
import { STREAM } from './values.mjs';

const { AGENT_UI_FIXTURES: fixtures, AGENT_UI_PROGRAM: program } = process.env;
const file = fixtures && join(fixtures, '../../bridge/text/tests/checked_sessions.jsonl');
const sessions = file ? readFileSync(file, 'utf8').trim().split('\n').map(line => JSON.parse(line)) : [];
const described = found => ({
  findings: found.map(({ line, column, severity, rule, pointer, message }) => [line, column, severity, rule, pointer, message]),
  lines: found.forModel(),
});

for (const { name, protocol, texts, checked, finish } of sessions) {
  test(`the findings of the other languages: ${name}`, () => {
    const checker = new agentUi.Checker(protocol);
    const actual = texts.map(text => {
      const { isAccepted, findings } = checker.push(text);
      return { accepted: isAccepted, ...described(findings) };
    });
    assert.deepEqual(actual, checked);
    assert.deepEqual(described(checker.finish()), finish);
    checker.free();
  });

  test(`the lines of the program: ${name}`, { skip: !program && 'needs AGENT_UI_PROGRAM' }, () => {
    for (const input of [...texts, texts.join('\n')]) {
      const { stdout } = spawnSync(program, ['check', protocol, '--format', 'llm'], { input, encoding: 'utf8' });
      const lines = agentUi.check(input, { protocol }).forModel();
      assert.equal(stdout, lines && `${lines}\n`);
    }
  });
}

test('objects are checked like text', () => {
  const wrong = { version: 'v0.9', deleteSurface: { surfaceId: 7 } };
  for (const message of [STREAM[0], [...STREAM, wrong], wrong]) {
    const [ofObject, ofText] = [message, JSON.stringify(message)].map(input => new agentUi.Checker('a2ui').push(input));
    assert.deepEqual(ofObject, ofText);
    assert.equal(ofObject.findings.forModel(), ofText.findings.forModel());
  }
});

test('checkers do not disturb each other', () => {
  const [one, other] = [1, 2].map(() => new agentUi.Checker('a2ui@0.9'));
  assert.ok(one.push(STREAM[0]).isAccepted && other.push(STREAM[0]).isAccepted);
  assert.ok(!one.push(STREAM[0]).isAccepted);
  one.free();
  assert.ok(other.push(STREAM[1]).isAccepted);
});

test('wrong arguments of a checker throw a UsageError', () => {
  for (const create of [
    () => new agentUi.Checker('nonsense'), () => new agentUi.Checker('a2ui', { catalogs: ['{'] }),
    () => new agentUi.Checker('a2ui').push(7),
  ]) assert.throws(create, UsageError);
  const checker = new agentUi.Checker('a2ui');
  assert.throws(() => checker.push(new Uint8Array([0xff])), RefusedError);
  assert.ok(checker.push(STREAM[0]).isAccepted);
  checker.free();
  assert.throws(() => checker.push(STREAM[0]), error => error instanceof UsageError && error.rule === 'call/session');
});

test('a saved checker continues', () => {
  let checker = new agentUi.Checker('a2ui@0.9');
  for (const message of STREAM.slice(0, 2)) {
    assert.ok(checker.push(message).isAccepted);
    const saved = checker.save();
    checker.free();
    checker = agentUi.Checker.resume(saved);
  }
  assert.ok(!checker.push(STREAM[0]).isAccepted);
  assert.deepEqual(checker.finish().map(({ rule }) => rule), ['unwritten-path']);
  assert.ok(checker.push(STREAM[2]).isAccepted && checker.finish().length === 0);
});
