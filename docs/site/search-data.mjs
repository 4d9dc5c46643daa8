// The data of the search: the sections of each page with their text. It is a script, because a page that is opened without a server cannot
// fetch files.
import { textOf } from './markdown.mjs';

/** Blocks in these languages are messages, and their members are not words that readers look for. */
const LEFT_OUT = /^(json|jsonl)$/;

/**
 * Returns the sections of a page: the anchor, the heading and the text of each. Text before the first heading belongs to the page. A row with
 * an id is a section of its own, unless its name is a heading.
 * @param {import('./markdown.mjs').ParsedPage} page @returns {[anchor: string, heading: string, text: string][]}
 */
export function sectionsOf(page) {
  const named = new Set(page.headings.map(heading => heading.text));
  /** @type {{ anchor: string, heading: string, texts: string[] }[]} */
  const sections = [{ anchor: '', heading: page.title, texts: [] }];
  let section = sections[0];
  let row;
  page.tokens.forEach((token, index) => {
    if (token.type === 'heading_open') {
      if (token.tag === 'h1') return;
      section = { anchor: token.attrGet('id'), heading: textOf(page.tokens[index + 1]), texts: [] };
      sections.push(section);
    }
    if (token.type === 'tr_open' && token.meta?.name && !named.has(token.meta.name)) {
      row = { anchor: token.attrGet('id'), heading: token.meta.name, texts: [] };
      sections.push(row);
    }
    if (token.type === 'tr_close') row = undefined;
    if (token.type === 'inline' && page.tokens[index - 1].type !== 'heading_open') (row ?? section).texts.push(textOf(token));
    if (token.type === 'fence' && !LEFT_OUT.test(token.info.trim())) section.texts.push(token.content);
  });
  return sections.map(({ anchor, heading, texts }) => [anchor, heading, texts.join(' ').replace(/\s+/g, ' ').trim()]);
}

/**
 * Returns the script with the data of all pages.
 * @param {{ address: string, title: string, group: string, sections: [string, string, string][] }[]} pages
 */
export function searchScript(pages) {
  const data = {
    pages: pages.map(({ address, title, group }) => [address, title, group]),
    sections: pages.flatMap(({ sections }, index) => sections.map(section => [index, ...section])),
  };
  return `globalThis.SEARCH_DATA = ${JSON.stringify(data)};\n`;
}
