// The page of the matrix, from the committed measurements.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { matrixFiles, withTextExamples } from '../matrix-page.mjs';

const line = examples => `{"from":"a","kept":{"before":1},"fields":[{"field":"/before","cases":[{"variant":"value","targets":["before"],${examples}}]}]}`;

test('examples become texts with the digits of their numbers', () => {
  assert.equal(withTextExamples(line('"before":1.50,"after":{"/x":[1e999,"a,}\\""]}')), line('"before":"1.50","after":"{\\"/x\\":[1e999,\\"a,}\\\\\\"\\"]}"'));
  assert.equal(withTextExamples(line('"before":"x","why":"before"')), line('"before":"\\"x\\"","why":"before"'));
  assert.equal(withTextExamples(line('"after":{}')), line('"after":"{}"'));
});

test('the page has the whole matrix, and no style or script of its own', () => {
  const read = name => readFileSync(new URL(`../../../bridge/fidelity/${name}`, import.meta.url), 'utf8');
  const lines = read('matrix.jsonl').trimEnd().split('\n');
  const files = matrixFiles({ template: read('src/page.html'), lines, head: '<meta name="x">', navigation: '<p>y</p>' });
  const page = files['matrix.html'];
  const [, data] = /<script type="application\/json" id="matrix">(.*)<\/script>/.exec(page);
  const { mappings } = JSON.parse(data);
  assert.deepEqual(mappings.map(mapping => mapping.message), lines.map(text => JSON.parse(text).message));
  const cases = mappings.flatMap(mapping => mapping.fields.flatMap(field => field.cases));
  assert.ok(cases.every(one => ['string', 'undefined'].includes(typeof one.before) && ['string', 'undefined'].includes(typeof one.after)));
  assert.ok(!data.includes('<'));
  assert.doesNotMatch(page, /<style|style=|<script>/);
  assert.match(page, /<meta name="x">\n<link rel="stylesheet" href="matrix\.css">/);
  assert.match(page, /<header>\n<p>y<\/p>/);
});
