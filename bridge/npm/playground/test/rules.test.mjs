import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { rulesDocument } from '../rules-document.mjs';
import { documentation, ruleAddress } from '../src/dialects.js';

const page = rulesDocument();
const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

test('every rule of the documentation has a place on the page of rules', () => {
  const listed = readFileSync(new URL('../../../../docs/rules.md', import.meta.url), 'utf8').matchAll(/^\| `([^`]+)` \|/gm);
  const rules = [...listed].map(([, rule]) => rule);
  assert.ok(rules.length > 500, `${rules.length} rules`);
  for (const rule of rules) assert.ok(ids.includes(ruleAddress(rule).slice('rules.html#'.length)), rule);
  assert.equal(new Set(ids).size, ids.length, 'an id occurs twice');
});

test('the address of a rule with three parts is that of the broken rule', () => {
  assert.equal(ruleAddress('unknown-member'), 'rules.html#rule-unknown-member');
  assert.equal(ruleAddress('repair/name-spelling'), 'rules.html#rule-repair/name-spelling');
  assert.equal(ruleAddress('actions-json-mcp/valid/V4'), 'rules.html#rule-V4');
  assert.ok(ids.includes('rule-V4'));
});

test('the rule of a field leads to its mapping', () => {
  for (const rule of ['aap-a2ui/element', 'a2ui-1.0-0.9/property', 'mcp-earlier/field']) {
    assert.ok(ids.includes(documentation(rule)?.slice('rules.html#'.length)), rule);
  }
});
