// Makes the document of the surface's frame from the built page of `agent-ui show`: one file, which runs its own script and styles alone.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const built = name => readFileSync(new URL(`../../live/page/dist/${name}`, import.meta.url), 'utf8');
const hash = text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export function showDocument() {
  const [script, style] = [built('page.js'), built('page.css')];
  const policy = [
    "default-src 'none'", `script-src ${hash(script)}`, `style-src ${hash(style)}`, "style-src-attr 'unsafe-inline'", 'font-src data:', 'img-src data:',
    'media-src data:', "connect-src 'none'", "base-uri 'none'", "form-action 'none'",
  ].join('; ');
  const data = JSON.stringify({ source: { name: 'Surface', dialect: '' }, bare: true });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`
    + `<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="color-scheme" content="light dark"><title>Surface</title>`
    + `<link rel="icon" href="data:,"><style>${style}</style></head>\n<body><script type="application/json" id="agent-ui">${data}</script><script>${script}</script></body></html>\n`;
}
