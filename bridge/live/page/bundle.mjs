// Bundles src into dist, with the icon glyphs as a font and the licences of all bundled packages. Called by `build`.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { IconApi } from '@a2ui/web_core/v0_9';
import { build, transform } from 'esbuild';
import * as harfbuzz from 'harfbuzzjs';

const require = createRequire(import.meta.url);
const subsetFont = require('subset-font');
const { convert } = require('fontverter');

const FONT = require.resolve('material-symbols/material-symbols-outlined.woff2');

// Icons with another name in the font. The two `…Off` icons have no glyph of their own. They are the outline of the others.
const NAMED_OTHERWISE = { play: 'play_arrow', rewind: 'fast_rewind', favoriteOff: 'favorite', starOff: 'star' };

const MADE = ['page.js', 'page.css', 'LICENSES.txt'];
mkdirSync('dist', { recursive: true });
for (const name of MADE) rmSync(`dist/${name}`, { force: true });
const { glyphs, font } = await icons();
const script = await build({
  entryPoints: ['src/main.js'],
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  metafile: true,
  write: false,
  // All licence texts are in LICENSES.txt.
  legalComments: 'none',
  define: { ICON_GLYPHS: JSON.stringify(glyphs) },
  // The styles inside surfaces are imported as text, and are minified, too.
  loader: { '.css': 'text' },
});
const sheet = readFileSync('src/page.css', 'utf8').replace('ICON_FONT', `data:font/woff2;base64,${font.toString('base64')}`);
const style = await transform(sheet, { loader: 'css', minify: true, legalComments: 'none' });

// Both files are embedded in elements of an HTML document. Text that would end such an element is escaped. A carriage return is removed,
// because the parser would change it and invalidate the hash.
const page = script.outputFiles[0].text.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
if (/<\/script|<!--|[\r\0]/i.test(page)) throw new Error('page.js has text that cannot stand in a script element');
if (/<\/style|[\r\0]/i.test(style.code)) throw new Error('page.css has text that cannot stand in a style element');

writeFileSync('dist/page.js', page);
writeFileSync('dist/page.css', style.code);
writeFileSync('dist/LICENSES.txt', licences(Object.keys(script.metafile.inputs)));
for (const name of MADE) console.log(`dist/${name}: ${readFileSync(`dist/${name}`).length} bytes`);

/**
 * The character of each icon of the renderer's catalog, and a font with these characters alone. The font that is published spells the
 * names out and joins the letters (ligatures), so a name that it does not know would show as a word.
 */
async function icons() {
  const names = IconApi.schema.shape.name._def.options.flatMap(option => option._def.values ?? []);
  const published = readFileSync(FONT);
  const face = new harfbuzz.Face(new harfbuzz.Blob(await convert(published, 'sfnt')), 0);
  const whole = new harfbuzz.Font(face);
  const shaped = text => {
    const buffer = new harfbuzz.Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    harfbuzz.shape(whole, buffer);
    return buffer.getGlyphInfos().map(info => info.codepoint);
  };

  const characters = new Map();
  for (const code of [...face.collectUnicodes()]) {
    const [glyph, ...more] = shaped(String.fromCodePoint(code));
    if (more.length === 0 && !characters.has(glyph)) characters.set(glyph, String.fromCodePoint(code));
  }
  const glyphs = {};
  for (const name of names) {
    const ligature = NAMED_OTHERWISE[name] ?? name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
    const [glyph, ...more] = shaped(ligature);
    if (more.length > 0 || !characters.has(glyph)) throw new Error(`the font has no glyph for the icon ${name} (${ligature})`);
    glyphs[name] = characters.get(glyph);
  }
  // Filled and outlined variants. The other axes keep their defaults.
  const font = await subsetFont(published, Object.values(glyphs).join(''), {
    targetFormat: 'woff2',
    noLayoutClosure: true,
    keepFeatures: [],
    variationAxes: { wght: 400, GRAD: 0, opsz: 24 },
  });
  return { glyphs, font };
}

/** Returns the licence texts of the packages that these files belong to, and of the font. */
function licences(files) {
  const packages = new Set(files.map(file => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]).filter(Boolean));
  packages.add('material-symbols');
  const parts = [...packages].sort().map(name => {
    const folder = `node_modules/${name}`;
    const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const texts = readdirSync(folder).filter(file => /^(licen[cs]e|notice|copying)/i.test(file)).sort();
    if (texts.length === 0) throw new Error(`${name} does not contain the text of its licence`);
    return [`${name} ${version}: ${license}`, ...texts.map(file => readFileSync(`${folder}/${file}`, 'utf8').replaceAll('\r', '').trim())].join('\n\n');
  });
  return `The packages in page.js and page.css, in addition to the sources of Agent UI Bridge.\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
