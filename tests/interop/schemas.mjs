// Validators read the schemas that `agent-ui schema --catalog` writes: Ajv in strict mode, Zod, and in schemas.py Python's jsonschema and
// the models of datamodel-code-generator. Each accepts every published example that `agent-ui check` accepts, and refuses examples with
// one planted fault. Then changed examples: validator and `check` agree, except for the listed differences of schemas.json.
// Last, random answers that follow the schemas for vendors: `check --fix` removes their nulls, and no rule about components remains.
//
//   node schemas.mjs <agent-ui> <corpus> <python>
import Ajv from 'ajv/dist/2020.js';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod4';

const [program, corpus, python] = process.argv.slice(2);
const known = JSON.parse(readFileSync(new URL('schemas.json', import.meta.url)));
const failures = [];
const seen = new Set();

/** The dialects with the folders of their published examples. Those of 0.9 are translated to the dialects without examples. */
const DIALECTS = [
  ['a2ui@0.8', 'v0_8'], ['a2ui@0.9', 'v0_9'], ['a2ui@0.9.1', 'v0_9_1'], ['a2ui@0.10', 'v0_10'],
  ...['1.0-june', '1.0-aug', '1.0-sep', '1.0'].map(version => [`a2ui@${version}`, undefined]),
];
/** The options with which each vendor accepts the basic catalog. */
const VENDORS = { openai: [], anthropic: ['--optional', 'none'] };

/** The rules about components and calls: a schema with the components of a catalog expresses them. */
const EXPRESSED = new Set([
  'wrong-type', 'missing-member', 'unknown-member', 'unknown-word', 'no-alternative', 'null-member', 'child-list', 'exactly-one', 'integer',
  'min-items', 'max-items', 'range', 'unknown-component', 'unknown-function', 'not-an-object', 'empty-list',
]);

/** The rules about whole surfaces, which a schema of messages cannot express. */
const OF_SURFACES = new Set(['dangling-reference', 'orphan', 'missing-root', 'not-a-list']);

const run = (args, options = {}) => execFileSync(program, args, { maxBuffer: 1 << 28, ...options }).toString();
const schema = (dialect, ...args) => JSON.parse(run(['schema', dialect, ...args]));

/** Validates each document as a session of its own. Returns the findings by document. */
function findings(dialect, documents, ...args) {
  const folder = mkdtempSync(join(tmpdir(), 'agent-ui-schemas-'));
  documents.forEach((document, index) => writeFileSync(join(folder, `${index}.json`), JSON.stringify(document)));
  const ran = spawnSync(program, ['check', dialect, ...args, folder], { maxBuffer: 1 << 28 });
  const found = documents.map(() => []);
  for (const line of ran.stdout.toString().split('\n').filter(Boolean)) {
    const finding = JSON.parse(line);
    if (finding.file) found[Number(basename(finding.file, '.json'))]?.push(finding);
  }
  const fixed = documents.map((_, index) => JSON.parse(readFileSync(join(folder, `${index}.json`))));
  rmSync(folder, { recursive: true });
  return { found, fixed };
}

/** The published examples of a dialect as `{"messages": […]}`, with their names. */
function examples(dialect, folder) {
  const at = join(corpus, 'a2ui', folder ?? 'v0_9', 'catalogs/basic/examples');
  const command = folder ? ['decode', dialect] : ['convert', '--from', 'a2ui@0.9', '--to', dialect];
  return readdirSync(at).filter(name => name.endsWith('.json')).flatMap(name => {
    const ran = spawnSync(program, [...command, '--quiet', join(at, name)], { maxBuffer: 1 << 28 });
    const messages = ran.stdout.toString().split('\n').filter(Boolean).map(line => JSON.parse(line));
    return messages.length ? [[name, { messages }]] : [];
  });
}

/** The validators of JavaScript for a schema. */
function validators(written) {
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, strictRequired: true });
  const zod = z.fromJSONSchema(written);
  const validate = ajv.compile(written);
  return { ajv: value => validate(value), zod: value => zod.safeParse(value).success };
}

/** Asks Python's validators about documents. */
function pythonVerdicts(written, documents) {
  const input = JSON.stringify({ schema: written, documents });
  return JSON.parse(execFileSync(python, [new URL('schemas.py', import.meta.url).pathname], { input, maxBuffer: 1 << 28 }));
}

/** The verdicts of all validators about documents, by validator. */
function verdicts(written, documents) {
  const here = validators(written);
  return {
    ajv: documents.map(here.ajv), zod: documents.map(here.zod), ...pythonVerdicts(written, documents),
  };
}

/** Visits every object in a value, with a function that replaces it in a copy of the whole. */
function* objects(value, rebuild = changed => changed) {
  if (Array.isArray(value)) {
    for (const [at, inner] of value.entries()) yield* objects(inner, changed => rebuild(value.with(at, changed)));
  } else if (value && typeof value === 'object') {
    yield [value, rebuild];
    for (const [name, inner] of Object.entries(value)) yield* objects(inner, changed => rebuild({ ...value, [name]: changed }));
  }
}

/** Copies of a document with one change in its components. */
function* mutants(document) {
  for (const [object, rebuild] of objects(document)) {
    const isPart = ['component', 'path', '@path', 'call', '@call', 'event', 'literalString', 'condition', 'title'].some(name => name in object);
    if (!isPart) continue;
    for (const name of Object.keys(object)) {
      const { [name]: _, ...rest } = object;
      yield rebuild(rest);
      for (const other of [7, 'x', true, null, [], {}]) yield rebuild({ ...object, [name]: other });
    }
    yield rebuild({ ...object, unknownMember: 1 });
  }
}

/** A difference: unknown ones fail the run. */
function differ(key, example) {
  seen.add(key);
  if (!(key in known)) failures.push(`${key}: ${JSON.stringify(example).slice(0, 600)}`);
}

const errors = list => list.filter(finding => finding.severity === 'error' && !OF_SURFACES.has(finding.rule));
const expressed = list => errors(list).filter(finding => EXPRESSED.has(finding.rule));

/** The part of a component to which a pointer leads: the member before the last one, and the last one. */
function part(pointer) {
  return pointer.split('/').filter(name => !/^\d+$/.test(name)).slice(-2).join('/');
}

/** Documents with one fault each, by the name of the fault. */
function planted(dialect) {
  const is08 = dialect === 'a2ui@0.8';
  const component = (type, properties) => (is08 ? { id: 'root', component: { [type]: properties } } : { component: type, id: 'root', ...properties });
  const name = dialect.split('@')[1];
  const version = name === '1.0' ? '1.0' : `v${name.split('-')[0]}`;
  const update = one => ({
    messages: [is08 ? { surfaceUpdate: { surfaceId: 's', components: [one] } } : { updateComponents: { surfaceId: 's', components: [one] }, version }],
  });
  const text = is08 ? { literalString: 'Hi' } : 'Hi';
  return {
    valid: update(component('Card', { child: 'a' })),
    'a number as text': update(component('Text', { text: 7 })),
    'an unknown component': update(component('Txet', { text })),
    'a missing member': update(component('Card', {})),
    'an unknown member': update(component('Card', { child: 'a', chidl: 'b' })),
    'an unknown word': update(component('Divider', { axis: 'diagonal' })),
    'an empty list of components': is08 ? { messages: [{ surfaceUpdate: { surfaceId: 's' } }] } : { messages: [{ updateComponents: { surfaceId: 's', components: [] }, version }] },
    'no message': { messages: [{}] },
    'no list': {},
  };
}

/** Copies an answer with null for each optional member that the schema requires, as strict schemas do. */
function randomAnswer(root, random) {
  const pick = list => list[Math.floor(random() * list.length)];
  const follow = schema => (schema.$ref ? root.$defs[schema.$ref.split('/').at(-1)] : schema);
  function value(given, depth) {
    const one = follow(given);
    if (one.anyOf) {
      // Deep in a value, the shortest alternative ends it.
      const simple = one.anyOf.filter(inner => !follow(inner).properties && !follow(inner).anyOf && follow(inner).type !== 'array');
      return value(depth > 7 && simple.length ? pick(simple) : pick(one.anyOf), depth + 1);
    }
    if ('const' in one) return one.const;
    if (one.enum) return pick(one.enum);
    const type = Array.isArray(one.type) ? pick(one.type) : one.type;
    switch (type) {
      case 'string': return pick(['root', 'a', 'b', '/a', '/b/0']);
      case 'number': return one.minimum ?? pick([0, 1, 2.5]);
      case 'integer': return one.minimum ?? 1;
      case 'boolean': return random() < 0.5;
      case 'null': return null;
      case 'array': {
        const count = (one.minItems ?? 0) + (depth > 7 ? 0 : Math.floor(random() * 3));
        return Array.from({ length: count }, () => value(one.items, depth + 1));
      }
      default: {
        const members = Object.entries(one.properties).filter(([name]) => one.required.includes(name) || random() < 0.5);
        return Object.fromEntries(members.map(([name, inner]) => [name, value(inner, depth + 1)]));
      }
    }
  }
  return value(root, 0);
}

/** A generator of numbers from 0 to 1, the same in each run. */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

for (const [dialect, folder] of DIALECTS) {
  const whole = schema(dialect, '--catalog', 'basic');
  const all = examples(dialect, folder);
  const documents = all.map(([, document]) => document);
  const { found } = findings(dialect, documents);
  const byAll = verdicts(whole, documents);
  for (const [index, [name, document]] of all.entries()) {
    for (const [validator, verdict] of Object.entries(byAll)) {
      if (errors(found[index]).length === 0 && !verdict[index]) differ(`${dialect} ${name}: ${validator} refuses it`, document);
    }
  }

  const faults = planted(dialect);
  for (const [target, options] of Object.entries({ 'json-schema': [], ...VENDORS })) {
    const written = schema(dialect, '--for', target, ...options);
    const plantedVerdicts = verdicts(written, Object.values(faults));
    for (const [validator, verdict] of Object.entries(plantedVerdicts)) {
      for (const [index, fault] of Object.keys(faults).entries()) {
        const isValid = fault === 'valid' && target !== 'openai';
        if (fault === 'valid' && target === 'openai') continue;
        if (verdict[index] !== isValid) differ(`${dialect} ${target} ${validator}: ${fault}`, faults[fault]);
      }
    }
  }

  const changed = documents.flatMap(document => [...mutants(document)]).filter((_, index) => index % 17 === 0);
  const checked = findings(dialect, changed).found;
  const { ajv } = validators(whole);
  const counts = { agree: 0, schemaOnly: 0, checkOnly: 0 };
  for (const [index, document] of changed.entries()) {
    const [accepts, hasError] = [ajv(document), errors(checked[index]).length > 0];
    if (accepts !== hasError) {
      counts.agree += 1;
      continue;
    }
    counts[accepts ? 'checkOnly' : 'schemaOnly'] += 1;
    if (accepts) for (const { rule, pointer } of errors(checked[index])) differ(`only check refuses: ${rule} in ${part(pointer)}`, pointer);
    else differ(`only the schema refuses: ${checked[index].map(finding => finding.rule).sort().filter((rule, at, rules) => rules.indexOf(rule) === at).join(', ')}`, { document, errors: [] });
  }

  let answers = 0;
  for (const [target, options] of Object.entries(VENDORS)) {
    const written = schema(dialect, '--for', target, ...options);
    const random = numbers(7);
    const made = Array.from({ length: 150 }, () => randomAnswer(written, random));
    const { ajv: accepts } = validators(written);
    for (const answer of made) if (!accepts(answer)) failures.push(`${dialect} ${target}: the generator is wrong: ${JSON.stringify(answer)}`);
    const { fixed } = findings(dialect, made, '--fix');
    const after = findings(dialect, fixed).found;
    for (const [index, list] of after.entries()) {
      answers += 1;
      for (const finding of expressed(list)) differ(`${dialect} ${target}: an answer breaks ${finding.rule}`, { finding, answer: fixed[index] });
    }
  }
  const total = changed.length;
  console.log(`${dialect}: ${all.length} examples, ${total} changed ones (${counts.agree} agreements, ${counts.schemaOnly} refused by the schema alone, ${counts.checkOnly} by check alone), ${answers} answers`);
  if (all.length < 30 || total < 500) failures.push(`${dialect}: too few examples`);
}
for (const key of Object.keys(known)) if (!seen.has(key)) failures.push(`listed, and no longer a difference: ${key}`);
if (failures.length) {
  console.error([...new Map(failures.map(failure => [failure.split(': ', 2).join(), failure])).values()].join('\n'));
  console.error(`${failures.length} failures`);
  process.exit(1);
}
