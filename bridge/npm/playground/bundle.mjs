// Writes the playground to dist, and its files compressed to the folder that the crate agent-ui-live embeds. Called by `build`.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rulesDocument } from './rules-document.mjs';
import { SAMPLES } from './src/samples.js';
import { showDocument } from './show-document.mjs';

const PACKAGE = '../dist';
const EMBEDDED = '../../live/page/dist/playground';
const SAMPLE_FOLDER = '../../cli/samples';

rmSync('dist', { recursive: true, force: true });
rmSync(EMBEDDED, { recursive: true, force: true });
if (!existsSync(`${PACKAGE}/agent-ui.wasm`)) {
  console.error('the package is missing: run bridge/npm/build first, with a compiler for wasm32-unknown-unknown');
  process.exit(1);
}
mkdirSync('dist/samples', { recursive: true });
for (const file of ['index.html', 'style.css']) cpSync(file, `dist/${file}`);
cpSync('src', 'dist/src', { recursive: true, filter: name => !name.endsWith('.d.ts') });
// The modules of the package, without its types and without the smaller builds.
for (const file of readdirSync(PACKAGE)) {
  if (/^(?!a2ui\b|translate\.)[\w-]+\.(js|wasm)$/.test(file)) cpSync(`${PACKAGE}/${file}`, `dist/agent-ui-bridge/${file}`);
}
for (const { file } of SAMPLES) cpSync(`${SAMPLE_FOLDER}/${file}`, `dist/samples/${file}`);
writeFileSync('dist/show.html', showDocument());
writeFileSync('dist/rules.html', rulesDocument());
cpSync('../../live/page/dist/LICENSES.txt', 'dist/LICENSES.txt');

/** The files of a folder and its folders. */
const files = folder => readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
  const path = join(folder, entry.name);
  return entry.isDirectory() ? files(path) : [path];
});
let [plain, compressed] = [0, 0];
for (const path of files('dist')) {
  const to = join(EMBEDDED, `${path.slice('dist/'.length)}.gz`);
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, gzipSync(readFileSync(path), { level: 9 }));
  plain += statSync(path).size;
  compressed += statSync(to).size;
  if (extname(path) === '.wasm') console.log(`${path}: ${statSync(path).size} bytes, ${statSync(to).size} compressed`);
}
console.log(`dist: ${plain} bytes, ${compressed} compressed`);
