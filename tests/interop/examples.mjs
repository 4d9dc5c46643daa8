// The published examples of A2UI, from the corpus and from the package of the web core.
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = name => fileURLToPath(new URL(name, import.meta.url));

const folders = corpus => ({
  'a2ui@0.8': [`${corpus}/a2ui/v0_8/catalogs/basic/examples`, `${corpus}/a2ui/v0_8/catalogs/minimal/examples`],
  'a2ui@0.9': [`${corpus}/a2ui/v0_9/catalogs/basic/examples`, `${corpus}/a2ui/v0_9/catalogs/minimal/examples`],
  'a2ui@0.10': [`${corpus}/a2ui/v0_10/catalogs/basic/examples`, `${corpus}/a2ui/v0_10/catalogs/minimal/examples`],
  'a2ui@1.0-aug': [here('node_modules/@a2ui/web_core/src/v1_0/schemas/catalogs/basic/examples')],
});

/** Returns the examples of each version: names with the folder of the catalog, and messages. */
export const publishedExamples = corpus => new Map(Object.entries(folders(corpus)).map(([version, folders]) => {
  const all = folders.flatMap(folder => readdirSync(folder).filter(name => name.endsWith('.json')).sort().map(name => {
    const document = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
    const catalog = folder.split('/').at(-2);
    return [`${catalog}/${name.replace(/\.json$/, '')}`, document.messages ?? document];
  }));
  return [version, new Map(all)];
}));

/**
 * Returns examples with ids of components that are identifiers. In 1.0, the Python core requires such ids. The specification does
 * not, and most examples have other ids. Translations keep ids, so that this core gets renamed ids before they are translated.
 */
export const withIdentifiers = examples => new Map([...examples].map(([version, all]) => [version, new Map([...all].map(([name, messages]) => {
  const ids = new Set();
  JSON.stringify(messages, (key, value) => (key === 'id' && typeof value === 'string' && ids.add(value), value));
  const text = JSON.stringify(messages, (_, value) => (ids.has(value) ? value.replaceAll('-', '_') : value));
  return [name, JSON.parse(text)];
}))]));
