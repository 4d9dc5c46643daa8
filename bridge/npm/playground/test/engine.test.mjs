import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyse } from '../src/engine.js';

const V0_9 = '{ "version": "v0.9",  "deleteSurface": {"surfaceId": "s"} }';

/** A package that translates nothing, and records what it was asked. */
function bridge(recognised) {
  const asked = [];
  return {
    asked, version: '', recognize: () => recognised, check: () => [], repair: text => ({ text, changes: [], findings: [] }),
    translate: (text, from, to) => {
      asked.push(`${from} ${to}`);
      return { messages: [{ text, carry: '{}', notes: [] }], notes: [], findings: [] };
    },
  };
}

/** The parts of an answer, by name. */
const parts = (asked, text, from, to) => Object.fromEntries([...analyse(asked, { id: 1, kind: 'analyse', text, from, to, context: '' }, () => 0)].map(part => [part.part, part]));

test('a source that has the dialect of the target stays as it is', () => {
  for (const [text, recognised, from, to] of [
    [V0_9, 'a2ui', '', 'a2ui@0.9'], [`${V0_9}\n${V0_9}`, 'a2ui', 'a2ui@0.9', 'a2ui@0.9'], ['{"id":"7"}', 'aap', '', 'aap'], [`[${V0_9},\n${V0_9}]`, 'a2ui', '', 'a2ui@0.9'], ['{"deleteSurface":{"surfaceId":"s"}}', 'a2ui', '', 'a2ui@0.8'], ['{"x":1}', '', 'mcp@2025-11-25', 'mcp@2025-11-25'],
  ]) {
    const asked = bridge(recognised);
    const { target, return: returned } = parts(asked, text, from, to);
    assert.equal(target.isUnchanged, true, text);
    assert.equal(target.messages.join(',\n'), text.replace(/^\[|\]$/g, '').replace('}\n{', '},\n{'));
    assert.deepEqual([target.notes, target.refusals, target.error], [[], [], undefined]);
    assert.equal(returned, undefined);
    assert.ok(!asked.asked.some(one => one.endsWith(` ${to}`) && to !== 'a2ui@0.9'), `${asked.asked}`);
  }
});

test('a source with messages of another version is translated', () => {
  for (const [text, recognised, to] of [[`${V0_9}\n{"beginRendering":{"surfaceId":"s","root":"r"}}`, 'a2ui', 'a2ui@0.9'], [V0_9, 'a2ui', 'a2ui@1.0'],
    [`Here it is: ${V0_9}`, 'a2ui', 'a2ui@0.9'], [`{"parts":[{"kind":"data","data":${V0_9}}]}`, 'a2ui', 'a2ui@0.9'], ['{"createSurface":{"surfaceId":"s"}}', 'a2ui', 'a2ui@0.9'], ['{"version":"1.0"}', 'a2ui', 'a2ui@1.0-sep']]) {
    const { target, return: returned } = parts(bridge(recognised), text, '', to);
    assert.equal(target.isUnchanged, undefined, to);
    assert.ok(returned, to);
  }
});
