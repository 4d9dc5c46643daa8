// Finds the pages of the website in the repository, and gives each an address.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ source: string, address: string, group: string }} Page */

/** Returns the address of the page that is made from a Markdown file. @param {string} source */
export function addressOf(source) {
  if (source === 'README.md') return 'index.html';
  const path = source.replace(/^docs\//, '').replace(/^tests\/reports\//, 'reports/').replace(/(^|\/)README\.md$/, '$1index.md');
  // The names of the files in the top folder are in capitals.
  return (path.includes('/') ? path : path.toLowerCase()).replace(/\.md$/, '.html');
}

/** Returns the files that a pattern names, sorted. `*` stands for one name. @param {string} root @param {string} pattern */
export function matching(root, pattern) {
  let found = [''];
  for (const part of pattern.split('/')) {
    const isName = new RegExp(`^${part.split('*').map(text => text.replace(/\W/g, '\\$&')).join('[^.][^/]*')}$`);
    found = found.flatMap(folder => {
      if (!part.includes('*')) return existsSync(join(root, folder, part)) ? [join(folder, part)] : [];
      return readdirSync(join(root, folder || '.'), { withFileTypes: true })
        .filter(entry => isName.test(entry.name) && (entry.isDirectory() || entry.isFile()) && entry.name !== 'node_modules')
        .filter(entry => entry.isFile() === (part === pattern.split('/').at(-1)))
        .map(entry => join(folder, entry.name));
    });
  }
  return found.sort();
}

/**
 * Returns the groups of the navigation with their pages, and what is wrong with them: an entry without a file, a page below docs/ or in the
 * top folder that no entry names, and two pages with one address.
 * @param {string} root @param {{ title: string, entries: (string | { made: string })[] }[]} groups
 */
export function findPages(root, groups) {
  const wrong = [];
  const fixed = new Set(groups.flatMap(group => group.entries).filter(entry => typeof entry === 'string' && !entry.includes('*')));
  /** @type {Map<string, Page>} */
  const pages = new Map();
  const found = groups.map(({ title, entries }) => ({
    title,
    items: entries.flatMap(entry => {
      if (typeof entry !== 'string') return [{ made: entry.made }];
      const sources = matching(root, entry);
      if (sources.length === 0) wrong.push(`docs/site/navigation.mjs: no page has the path ${entry}`);
      return sources.filter(source => !pages.has(source) && (source === entry || !fixed.has(source))).map(source => {
        const page = { source, address: addressOf(source), group: title };
        pages.set(source, page);
        return page;
      });
    }),
  }));
  for (const source of ['*.md', 'docs/*.md', 'docs/*/*.md'].flatMap(pattern => matching(root, pattern))) {
    if (!pages.has(source)) wrong.push(`${source}: the page is in no group of docs/site/navigation.mjs`);
  }
  const addresses = new Map();
  for (const { source, address } of pages.values()) {
    if (addresses.has(address)) wrong.push(`${source}: has the address ${address}, as ${addresses.get(address)}`);
    addresses.set(address, source);
  }
  return { groups: found, pages, wrong };
}
