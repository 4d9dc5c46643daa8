// Schemas that no client can use, and some that most clients can: an unusual value for every keyword.

/** Values that stand where a schema of some keyword is expected. */
const ODD = [
  true, false, 7, 'q', null, [], {}, [7], ['q'], { type: 'strin' }, { type: [] }, { $ref: '#/nowhere' }, { $ref: 'other.json' },
  { pattern: '(' }, { pattern: 'a{2,1}' }, { required: 'q' }, { properties: [] }, { properties: { q: true } }, { minimum: '1' },
  { enum: [] }, { anyOf: [] }, { allOf: [{ type: 'strin' }] }, { not: { type: 'strin' } }, { items: 7 }, { minLength: -1 },
  { exclusiveMinimum: true }, { $schema: 'https://nowhere.test/' }, { $id: 7 }, { format: 7 }, { format: 'unheard-of' },
  { uniqueItems: 'q' }, { multipleOf: 0 }, { dependentRequired: { q: 'a' } }, { const: { $ref: '#/nowhere' } },
];

const KEYWORDS = [
  'properties', 'required', 'additionalProperties', 'items', 'prefixItems', 'type', 'not', 'if', 'then', 'anyOf', 'allOf', 'oneOf',
  'enum', '$defs', 'definitions', 'patternProperties', 'dependentSchemas', 'dependentRequired', 'dependencies', 'pattern', 'format',
  'minimum', 'maxLength', 'minItems', 'uniqueItems', '$ref', '$dynamicRef', '$anchor', '$dynamicAnchor', '$id', 'id', '$schema',
  '$vocabulary', '$comment', 'discriminator', 'nullable', 'contains', 'minContains', 'propertyNames', 'unevaluatedProperties',
  'const', 'default', 'readOnly', 'contentEncoding', 'multipleOf', 'title', 'description', 'examples', 'deprecated', '$recursiveRef',
];

export function tool(name, input_schema, result_schema) {
  return { name, description: name, input_schema, result_schema, x_actions: { handler: 'page.run' } };
}

/** A name and a schema for each odd value at each keyword: at the top, in a property, and by the name of a property. */
export function* oddSchemas() {
  for (const [row, keyword] of KEYWORDS.entries()) {
    for (const [column, value] of ODD.entries()) {
      yield [`t${row}.v${column}`, { type: 'object', [keyword]: value }];
      yield [`t${row}.b${column}`, { type: 'object', properties: { p: { [keyword]: value } } }];
      yield [`t${row}.n${column}`, { type: 'object', [keyword]: { p: value } }];
    }
  }
}
