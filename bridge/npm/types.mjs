// Writes the types of the messages, one file for each dialect, from the JSON Schemas of the compiled code: src/messages.
//
//   node types.mjs dist/agent-ui.wasm      # the module
//   node types.mjs .../agent-ui-calls      # or the program that answers the same requests
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';

const folder = new URL('src/messages/', import.meta.url);
/** The version whose components other versions share. */
const SHARED = 'a2ui@0.9';
const HEAD = '// Written by types.mjs from the JSON Schemas of this project.\n';

/** Sends requests, and returns the text of each reply after its header. */
async function requests(compiled, calls) {
  const encoded = calls.map(call => Buffer.from(`${JSON.stringify(call)}\n`));
  const body = reply => {
    const end = reply.indexOf('\n');
    const header = JSON.parse(end < 0 ? reply : reply.slice(0, end));
    if (header.failure) throw new Error(header.failure.message);
    return end < 0 ? '' : reply.slice(end + 1);
  };
  if (compiled.endsWith('.wasm')) {
    const { instance: { exports } } = await WebAssembly.instantiate(readFileSync(compiled), {});
    return encoded.map(request => {
      const at = exports.alloc(request.length);
      new Uint8Array(exports.memory.buffer).set(request, at);
      const packed = BigInt.asUintN(64, exports.call(at, request.length));
      const [reply, length] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
      const text = Buffer.from(exports.memory.buffer, reply, length).toString();
      exports.free(reply, length);
      return body(text);
    });
  }
  const framed = encoded.map(request => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(request.length);
    return Buffer.concat([length, request]);
  });
  const { stdout, error } = spawnSync(compiled, { input: Buffer.concat(framed), maxBuffer: 1 << 30 });
  if (error) throw error;
  const replies = [];
  for (let at = 0; at < stdout.length;) {
    const length = stdout.readUInt32LE(at);
    replies.push(body(stdout.toString('utf8', at + 4, at + 4 + length)));
    at += 4 + length;
  }
  return replies;
}

const quoted = text => JSON.stringify(text);
const name = text => (/^[A-Za-z_$][\w$]*$/.test(text) ? text : quoted(text));
const indented = text => text.replaceAll('\n', '\n  ');

/** A documentation comment. Links in the documentation of Rust become plain names. */
function comment(schema) {
  const text = schema.description?.replace(/\[(`[^`]*`)\](\([^)]*\))?/g, '$1').replaceAll('*/', '* /');
  return text ? `/** ${text.replaceAll('\n', '\n * ')} */\n` : '';
}

/** The types of the current dialect that contain components, and those that only a component contains. */
let [containers, closed] = [new Set(), new Set()];
const PARAMETER = '<C = never>';

/** The names of the types that a schema refers to. */
const references = schema => new Set([...JSON.stringify(schema).matchAll(/"#\/\$defs\/(\w+)"/g)].map(match => match[1]));

/** Adds types to a set until `next` finds no further one. */
function closure(start, next) {
  const found = new Set(start);
  for (const one of found) next(one).forEach(other => found.add(other));
  return found;
}

/**
 * Adds definitions to others. One that differs from another of its name is numbered, and so is each that refers to it.
 */
function addNumbered(definitions, own) {
  const names = new Map(Object.keys(own).map(one => [one, one]));
  const renamed = one => JSON.parse(JSON.stringify(own[one]).replaceAll(/"#\/\$defs\/(\w+)"/g, (_, name) => quoted(`#/$defs/${names.get(name)}`)));
  const differing = () => [...names.keys()].filter(one => definitions[names.get(one)] && !isDeepStrictEqual(renamed(one), definitions[names.get(one)]));
  const next = name => name.replace(/\d*$/, number => String(Number(number || 1) + 1));
  for (let left = differing(); left.length > 0; left = differing()) {
    // A type that refers to another one of these may be the same once that one has its number.
    const first = left.filter(one => ![...references(own[one])].some(other => other !== one && left.includes(other)));
    for (const one of first.length > 0 ? first : left) names.set(one, next(names.get(one)));
  }
  for (const one of names.keys()) definitions[names.get(one)] = renamed(one);
}

/** Joins types with `|` or `&`. `unknown` in a union would hide all other types, so it is used only alone. */
function joined(types, by) {
  const all = [...new Set(types)];
  const known = all.filter(type => type !== 'unknown');
  if (known.length === 0) return 'unknown';
  if (by === '|' && known.length < all.length) return 'unknown';
  return known.length === 1 ? known[0] : known.map(type => (/[|&]/.test(type) && by === '&' ? `(${type})` : type)).join(` ${by} `);
}

/** The members of an object. Unknown ones are allowed if it is open. */
function members(schema, isOpen = true) {
  const { properties = {}, required = [], additionalProperties } = schema;
  const names = [...new Set([...Object.keys(properties), ...required])];
  const lines = names.map(member => {
    const own = properties[member] ?? {};
    return `${comment(own)}${name(member)}${required.includes(member) ? '' : '?'}: ${type(own)};`;
  });
  if (isOpen && (additionalProperties === undefined || additionalProperties === true)) lines.push('[member: string]: unknown;');
  else if (additionalProperties) lines.push(`[member: string]: ${joined([type(additionalProperties), ...(names.length ? ['undefined'] : [])], '|')};`);
  return `{\n  ${indented(lines.join('\n'))}\n}`;
}

const isRequirement = branch => Object.keys(branch).join() === 'required';
const isObject = schema => schema.type === 'object' || schema.properties !== undefined || schema.required !== undefined;

/**
 * A schema whose members exclude each other, as one type for each choice. It has no index signature, so that `"member" in message` tells
 * such types apart.
 */
function choices(schema) {
  const names = schema.oneOf.flatMap(branch => branch.required);
  const one = member => names.filter((other, index) => names.indexOf(other) === index).map(other => {
    const own = schema.properties?.[other] ?? {};
    return other === member ? `${name(other)}: ${type(own)};` : `${name(other)}?: never;`;
  });
  const properties = Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([member]) => !names.includes(member)));
  const each = schema.oneOf.map(branch => `{ ${one(branch.required[0]).join(' ')} }`);
  const others = members({ ...schema, properties, required: (schema.required ?? []).filter(member => !names.includes(member)) }, false);
  return `${others === '{\n  \n}' ? '' : `${others} & `}(\n  | ${each.join('\n  | ')}\n)`;
}

const reference = name => (containers.has(name) ? `${name}<C>` : name);

function type(schema, isOpen = true) {
  if (schema === true) return 'unknown';
  if (schema === false) return 'never';
  if ('const' in schema) return quoted(schema.const);
  if (schema.enum) return schema.enum.map(quoted).join(' | ');
  if (schema.not?.enum) return 'string & {}';
  const parts = [];
  if (schema.$ref) parts.push(reference(schema.$ref.split('/').at(-1)));
  if (schema.allOf) parts.push(...schema.allOf.map(type));
  if (schema.anyOf && !schema.anyOf.every(isRequirement)) parts.push(joined(schema.anyOf.map(type), '|'));
  const types = [schema.type ?? []].flat();
  const described = schema.oneOf?.every(isRequirement) ? choices(schema) : members(schema, isOpen);
  if (schema.oneOf && !schema.oneOf.every(isRequirement)) parts.push(joined(schema.oneOf.map(type), '|'));
  if (schema.if && schema.then && schema.else) parts.push(joined([type(schema.then), type(schema.else)], '|'));
  else if (types.length > 1) parts.push(joined(types.map(one => type({ ...schema, $ref: undefined, type: one, description: undefined })), '|'));
  else if (types[0] === 'array') parts.push(`${/[|&\s]/.test(type(schema.items ?? {})) ? `Array<${type(schema.items)}>` : `${type(schema.items ?? {})}[]`}`);
  else if (types[0] === 'string') parts.push(schema.examples ? `${schema.examples.map(quoted).join(' | ')} | (string & {})` : 'string');
  else if (types[0] === 'integer' || types[0] === 'number') parts.push('number');
  else if (types[0] === 'boolean' || types[0] === 'null') parts.push(types[0]);
  else if (isObject(schema) && (parts.length === 0 || schema.properties || schema.required)) parts.push(described);
  return joined(parts, '&');
}

function definition(own, schema) {
  const text = type(schema, !closed.has(own));
  const isInterface = text.startsWith('{') && text.endsWith('}') && !text.includes('\n} &');
  const head = containers.has(own) ? `${own}${PARAMETER}` : own;
  return `${comment(schema)}export ${isInterface ? `interface ${head} ${text}` : `type ${head} = ${text};`}\n`;
}

/** The names of the components in the schema of an answer. A component of 0.8 is an object with its name as the only member. */
function componentNames(answer) {
  const { anyOf, properties } = answer.$defs.Component;
  return (anyOf ?? properties.component.anyOf).flatMap(one => (one.$ref ? one.$ref.split('/').at(-1) : one.required)).sort();
}

/**
 * The types of the components of the basic catalog, and `Component`, to which the parameter of all messages adds types. `CustomComponent`
 * is the type of a component with any name.
 */
function components(names, schema) {
  const added = `/**
 * A component: one of the basic catalog, or of the type \`C\`. With \`CustomComponent\` as \`C\`, the component of any catalog, or a part of
 * a component that exists already.
 */
export type Component${PARAMETER} = BasicComponent | C;
`;
  // An interface of a user is assignable only if the other members are `any`.
  const open = members(schema).replace('[member: string]: unknown', '[member: string]: any');
  const custom = `/** A component of any catalog. Its properties are not checked. */\nexport interface CustomComponent ${open}\n`;
  if (schema.properties.component.$ref) {
    const entries = names.map(one => `${one}: ${one};`).join('\n  ');
    const { component, ...others } = schema.properties;
    const basic = members({ ...schema, properties: { ...others, component: { $ref: 'BasicComponentType' } } }, false);
    return [custom, added, `/** The components of the basic catalog by name. */\nexport interface BasicComponents {\n  ${entries}\n}\n`,
      '/** The name of a component of the basic catalog as the only member, with its properties. */\nexport type BasicComponentType = {\n'
      + '  [Name in keyof BasicComponents]: { [Own in Name]: BasicComponents[Name] } & { [Other in Exclude<keyof BasicComponents, Name>]?: never };\n'
      + '}[keyof BasicComponents];\n',
      `/** A component of the basic catalog. */\nexport interface BasicComponent ${basic}\n`];
  }
  const each = names.map(one => {
    const component = { const: one };
    const own = members({ ...schema, properties: { ...schema.properties, component }, required: ['id', 'component'] }, false);
    return `/** The component \`${one}\` of the basic catalog. */\nexport interface ${one}Component extends ${one} ${own}\n`;
  });
  const union = names.map(one => `\n  | ${one}Component`).join('');
  return [custom, added, ...each, `/** A component of the basic catalog. Its name tells the types apart. */\nexport type BasicComponent =${union};\n`];
}

const compiled = process.argv[2];
const lines = text => (text ? text.split('\n') : []);
const [dialectLines, protocolLines] = await requests(compiled, [{ call: 'dialects' }, { call: 'protocols' }]);
const [dialects, protocols] = [lines(dialectLines), lines(protocolLines)];
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const typeLines = await requests(compiled, dialects.map(protocol => ({ call: 'types', protocol })));
const modules = [];
for (const [index, protocol] of dialects.entries()) {
  const others = lines(typeLines[index]);
  const calls = [{ call: 'schema', protocol }, ...others.map(other => ({ call: 'schema', protocol, type: other }))];
  const [usual, ...schemas] = (await requests(compiled, calls)).map(text => JSON.parse(text));
  const [answer] = protocol.startsWith('a2ui@') ? (await requests(compiled, [{ call: 'messageSchema', protocol }])).map(text => JSON.parse(text)) : [];
  const names = answer ? componentNames(answer) : [];
  const definitions = { ...usual.$defs };
  schemas.forEach((schema, at) => {
    const own = schema.$ref ? schema.$defs : { ...schema.$defs, [others[at]]: schema };
    // Types around messages of any version contain several types of one name. They are left out.
    const isSame = name => name in definitions ? isDeepStrictEqual(own[name], definitions[name]) : name !== 'Message';
    if (Object.keys(own).every(isSame)) Object.assign(definitions, own);
    else if (names.includes(others[at])) addNumbered(definitions, own);
  });
  const { $defs, $schema, title, ...root } = usual;
  if (root.type) definitions[title] ??= root;
  const file = protocol.replace('@', '-');
  const users = name => Object.keys(definitions).filter(own => references(definitions[own]).has(name));
  containers = answer ? closure(['Component'], users) : new Set();
  closed = closure(names.filter(one => definitions[one]), name => references(definitions[name]));
  const shared = names.filter(one => !definitions[one]).join(', ');
  const parts = shared ? [`import type { ${shared} } from "./${SHARED.replace('@', '-')}.js";\nexport type { ${shared} };\n`] : [];
  const { Component, ...withoutComponent } = definitions;
  // The components of A2UI are written below. An element of Adaptive Cards has this name, too.
  const plain = answer ? withoutComponent : definitions;
  for (const own of Object.keys(plain).sort()) parts.push(definition(own, plain[own]));
  if (answer) parts.push(...components(names, Component));
  const usualType = root.$ref || root.anyOf ? type(root) : reference(title);
  const isMessage = usualType.replace('<C>', '') === 'Message';
  if (!isMessage) parts.push(`/** A message of the dialect. */\nexport type Message${answer ? PARAMETER : ''} = ${usualType};\n`);
  writeFileSync(new URL(`${file}.ts`, folder), `${HEAD}// Dialect: ${protocol}\n\n${parts.join('\n')}`);
  modules.push({ protocol, file, alias: file.replaceAll(/\W/g, '_'), hasComponents: Boolean(answer) });
}
/** The members of a type with the messages of each dialect and protocol. */
function entries(messageOf) {
  const own = modules.map(module => `  ${quoted(module.protocol)}: ${messageOf(module)};`);
  for (const protocol of protocols) {
    const versions = modules.filter(module => module.protocol.split('@')[0] === protocol);
    if (!dialects.includes(protocol)) own.push(`  ${quoted(protocol)}: ${versions.map(messageOf).join(' | ')};`);
  }
  return own.join('\n');
}
const imports = modules.map(({ alias, file }) => `import type * as ${alias} from "./${file}.js";`);
const withAnyComponent = ({ alias, hasComponents }) => `${alias}.Message${hasComponents ? `<${alias}.CustomComponent>` : ''}`;
writeFileSync(new URL('index.ts', folder), `${HEAD}${imports.join('\n')}

/** The messages of each dialect, and of each protocol in any version. Components are those of the basic catalog. */
export interface MessageTypes {
${entries(({ alias }) => `${alias}.Message`)}
}

/** The messages of each dialect, and of each protocol in any version, with the components of any catalog. */
export interface OpenMessageTypes {
${entries(withAnyComponent)}
}
`);
