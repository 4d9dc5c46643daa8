// The published examples: those of the corpus, and those of 1.0 (August) in @a2ui/web_core.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const packaged = fileURLToPath(new URL('node_modules/@a2ui/web_core/src/v1_0/schemas/catalogs/basic/examples', import.meta.url));

/** Version, name and messages of each, from the folder that AGENT_UI_CORPUS names. */
export function examples(corpus) {
  const folders = ['v0_8', 'v0_9', 'v0_10', 'v1_0', 'v1_0_current'].flatMap(version =>
    ['basic', 'minimal'].map(catalog => [version, `${corpus}/a2ui/${version}/catalogs/${catalog}/examples`]));
  return [...(corpus ? folders : []), ['v1_0 (web_core)', packaged]].filter(([, folder]) => existsSync(folder)).flatMap(([version, folder]) =>
    readdirSync(folder).filter(name => name.endsWith('.json')).sort().map(name => {
      const document = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
      return { version, name: `${folder.split('/').at(-2)}/${name}`, messages: document.messages ?? document };
    }));
}
