// The schemas of all dialects, as `agent-ui schema` writes them, and the page that lists them.
import { execFileSync } from 'node:child_process';
import { DIALECTS } from '../../bridge/npm/playground/src/dialects.js';
import { escapeHtml } from './markdown.mjs';

/** Returns the schema of each dialect. @param {string} program @returns {{ protocol: string, dialect: string, text: string }[]} */
export function readSchemas(program) {
  return Object.entries(DIALECTS).flatMap(([protocol, dialects]) => dialects.map(dialect => {
    const text = execFileSync(program, ['schema', dialect], { encoding: 'utf8', maxBuffer: 1 << 28 });
    JSON.parse(text);
    return { protocol, dialect, text };
  }));
}

/** Returns the body of the page. @param {ReturnType<typeof readSchemas>} schemas @param {string} findings The address of the schema of reports. */
export function schemasBody(schemas, findings) {
  const rows = schemas.map(({ protocol, dialect, text }) => `<tr><td>${escapeHtml(protocol)}</td><td><code>${escapeHtml(dialect)}</code></td>`
    + `<td><a href="${escapeHtml(encodeURI(`${dialect}.json`))}">${escapeHtml(`${dialect}.json`)}</a></td>`
    + `<td class="right">${Buffer.byteLength(text).toLocaleString('en-US')}</td></tr>`);
  return `<h1>JSON Schemas</h1>
<p>Each file is the JSON Schema of the messages of one dialect. <code>agent-ui schema DIALECT</code> writes the same text. <a href="../schemas.html">Schemas
for models</a> describe the components of a catalog.</p>
<div class="wide"><table>
<thead><tr><th>Protocol</th><th>Dialect</th><th>File</th><th class="right">Bytes</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>
<p><a href="${findings}">finding.schema.json</a> is the schema of the lines that the program reports.</p>
`;
}
