// Writes the types of the messages, one file for each dialect, from the JSON Schemas of the compiled code: src/messages.
//
//   node types.mjs dist/agent-ui.wasm      # the module
//   node types.mjs .../agent-ui-calls      # or the program that answers the same requests
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';

const folder = new URL('src/messages/', import.meta.url);
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

/** Joins types with `|` or `&`. `unknown` in a union would hide all other types, so it is used only alone. */
function joined(types, by) {
  const all = [...new Set(types)];
  const known = all.filter(type => type !== 'unknown');
  if (known.length === 0) return 'unknown';
  if (by === '|' && known.length < all.length) return 'unknown';
  return known.length === 1 ? known[0] : known.map(type => (/[|&]/.test(type) ? `(${type})` : type)).join(` ${by} `);
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

function type(schema) {
  if (schema === true) return 'unknown';
  if (schema === false) return 'never';
  if ('const' in schema) return quoted(schema.const);
  if (schema.enum) return schema.enum.map(quoted).join(' | ');
  if (schema.not?.enum) return 'string & {}';
  const parts = [];
  if (schema.$ref) parts.push(schema.$ref.split('/').at(-1));
  if (schema.allOf) parts.push(...schema.allOf.map(type));
  if (schema.anyOf && !schema.anyOf.every(isRequirement)) parts.push(joined(schema.anyOf.map(type), '|'));
  const types = [schema.type ?? []].flat();
  const described = schema.oneOf?.every(isRequirement) ? choices(schema) : members(schema);
  if (schema.oneOf && !schema.oneOf.every(isRequirement)) parts.push(joined(schema.oneOf.map(type), '|'));
  if (schema.if && schema.then?.$ref && schema.else?.$ref) parts.push(joined([type(schema.then), type(schema.else)], '|'));
  else if (types.length > 1) parts.push(joined(types.map(one => type({ ...schema, $ref: undefined, type: one, description: undefined })), '|'));
  else if (types[0] === 'array') parts.push(`${/[|&\s]/.test(type(schema.items ?? {})) ? `Array<${type(schema.items)}>` : `${type(schema.items ?? {})}[]`}`);
  else if (types[0] === 'string') parts.push(schema.examples ? `${schema.examples.map(quoted).join(' | ')} | (string & {})` : 'string');
  else if (types[0] === 'integer' || types[0] === 'number') parts.push('number');
  else if (types[0] === 'boolean' || types[0] === 'null') parts.push(types[0]);
  else if (isObject(schema) && (parts.length === 0 || schema.properties || schema.required)) parts.push(described);
  return joined(parts, '&');
}

function definition(own, schema) {
  const text = type(schema);
  const isInterface = text.startsWith('{') && text.endsWith('}') && !text.includes('\n} &');
  return `${comment(schema)}export ${isInterface ? `interface ${own} ${text}` : `type ${own} = ${text};`}\n`;
}

const compiled = process.argv[2];
const lines = text => (text ? text.split('\n') : []);
const [dialectLines, protocolLines] = await requests(compiled, [{ call: 'dialects' }, { call: 'protocols' }]);
const dialects = lines(dialectLines);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const typeLines = await requests(compiled, dialects.map(protocol => ({ call: 'types', protocol })));
const modules = [];
for (const [index, protocol] of dialects.entries()) {
  const others = lines(typeLines[index]);
  const calls = [{ call: 'schema', protocol }, ...others.map(other => ({ call: 'schema', protocol, type: other }))];
  const [usual, ...schemas] = (await requests(compiled, calls)).map(text => JSON.parse(text));
  const definitions = { ...usual.$defs };
  schemas.forEach((schema, at) => {
    const own = schema.$ref ? schema.$defs : { ...schema.$defs, [others[at]]: schema };
    // Types around messages of any version contain several types of one name. They are left out.
    const isSame = name => name in definitions ? isDeepStrictEqual(own[name], definitions[name]) : name !== 'Message';
    if (Object.keys(own).every(isSame)) Object.assign(definitions, own);
  });
  const { $defs, $schema, title, ...root } = usual;
  const usualType = root.$ref || root.anyOf ? type(root) : title;
  if (root.type) definitions[title] ??= root;
  const file = protocol.replace('@', '-');
  const text = Object.keys(definitions).sort().map(own => definition(own, definitions[own])).join('\n');
  const message = usualType === 'Message' ? '' : `\n/** A message of the dialect. */\nexport type Message = ${usualType};\n`;
  writeFileSync(new URL(`${file}.ts`, folder), `${HEAD}// Dialect: ${protocol}\n\n${text}${message}`);
  modules.push({ protocol, file, alias: file.replaceAll(/\W/g, '_') });
}
const entries = modules.map(({ protocol, alias }) => `  ${quoted(protocol)}: ${alias}.Message;`);
for (const protocol of lines(protocolLines)) {
  const own = modules.filter(module => module.protocol.split('@')[0] === protocol);
  if (!dialects.includes(protocol)) entries.push(`  ${quoted(protocol)}: ${own.map(({ alias }) => `${alias}.Message`).join(' | ')};`);
}
const imports = modules.map(({ alias, file }) => `import type * as ${alias} from "./${file}.js";`);
writeFileSync(
  new URL('index.ts', folder),
  `${HEAD}${imports.join('\n')}\n\n/** The messages of each dialect, and of each protocol in any version. */\nexport interface MessageTypes {\n${entries.join('\n')}\n}\n`,
);
