// Reads and renders a Markdown page: the anchors that headings have on GitHub, links that a function resolves, and no HTML of the source
// except comments, which are left out, and images with a width.
import MarkdownIt from 'markdown-it';

/**
 * @typedef {import('./links.mjs').Target} Target
 * @typedef {{ level: number, text: string, id: string }} Heading
 * @typedef {{ tokens: any[], title: string, headings: Heading[], anchors: Set<string> }} ParsedPage
 */

const markdown = new MarkdownIt({ html: true, linkify: true });
// Only addresses with a scheme become links by themselves, and not words such as `README.md`.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
// An address of the reader's own machine is text, because nothing may be there.
const isValidLink = markdown.validateLink;
markdown.validateLink = address => isValidLink(address) && !/^https?:\/\/(127\.|localhost\b|\[::1\])/i.test(address);

export const { escapeHtml } = markdown.utils;

const IMAGE = /^<img src="([^"<>]+)" width="(\d{1,4})" alt="([^"<>]*)">\s*$/;
const COMMENT = /^<!--(?:(?!-->)[\s\S])*-->\s*$/;

/** Returns the anchor of a heading on GitHub, if no other heading of the page has it. @param {string} text */
export const slugOf = text => text.trim().toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-');

/** Gives the headings of one page their anchors: a repeated one ends with a number. */
class Anchors {
  names = new Set();

  /** @param {string} text */
  add(text) {
    const slug = slugOf(text);
    let name = slug;
    for (let number = 1; this.names.has(name); number += 1) name = `${slug}-${number}`;
    this.names.add(name);
    return name;
  }
}

/** Returns the text of an inline token, as a reader sees it. @param {any} token */
export function textOf(token) {
  const texts = (token.children ?? []).map(child => {
    if (child.type === 'softbreak' || child.type === 'hardbreak') return ' ';
    if (child.type === 'image') return textOf(child);
    return child.type === 'text' || child.type === 'code_inline' ? child.content : '';
  });
  return texts.join('');
}

/**
 * Reads a page. `rowId` returns the id of the table row that begins with a name in code, if such rows have one.
 * @param {string} text @param {(name: string) => string} [rowId] @returns {ParsedPage}
 */
export function parsePage(text, rowId) {
  const tokens = markdown.parse(text, {});
  const anchors = new Anchors();
  /** @type {Heading[]} */
  const headings = [];
  tokens.forEach((token, index) => {
    if (token.type !== 'heading_open') return;
    const heading = { level: Number(token.tag.slice(1)), text: textOf(tokens[index + 1]), id: '' };
    heading.id = anchors.add(heading.text);
    token.attrSet('id', heading.id);
    headings.push(heading);
  });
  if (rowId) nameRows(tokens, rowId, anchors.names);
  const title = headings.find(heading => heading.level === 1)?.text ?? '';
  return { tokens, title, headings, anchors: anchors.names };
}

/** Gives rows their ids, and headings that are one name that name as a second id. */
function nameRows(tokens, rowId, anchors) {
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') {
      const name = textOf(tokens[index + 1]);
      if (/\s/.test(name) || anchors.has(name)) return;
      anchors.add(name);
      token.meta = { alias: name };
    }
    if (token.type !== 'tr_open' || tokens[index + 1]?.type !== 'td_open') return;
    const cell = tokens[index + 2];
    if (cell?.children?.length !== 1 || cell.children[0].type !== 'code_inline') return;
    const id = rowId(cell.children[0].content);
    // A name may have several rows. The first one has the id.
    if (anchors.has(id)) return;
    anchors.add(id);
    token.attrSet('id', id);
    token.meta = { name: cell.children[0].content };
  });
}

/**
 * Renders a page. `resolve` returns the target of a link and gets the number of its line. A link with a fault becomes text.
 * @param {ParsedPage} page @param {(target: string, line: number) => Target} resolve
 */
export function renderPage(page, resolve) {
  let line = 0;
  for (const token of page.tokens) {
    if (token.map) line = token.map[0];
    if (token.type === 'inline') resolveInline(token, resolve, line + 1);
    if (token.type === 'html_block') resolveImage(token, resolve, line + 1);
    replaceStyle(token);
  }
  return markdown.renderer.render(page.tokens, markdown.options, {});
}

function resolveInline(token, resolve, firstLine) {
  let line = firstLine;
  token.children.forEach((child, index) => {
    if (child.type === 'softbreak' || child.type === 'hardbreak') line += 1;
    if (child.type === 'html_inline') resolveImage(child, resolve, line);
    if (child.type === 'image') {
      child.attrSet('src', addressOfImage(resolve(child.attrGet('src'), line)));
      child.attrSet('loading', 'lazy');
    }
    if (child.type !== 'link_open') return;
    const target = resolve(child.attrGet('href'), line);
    if ('href' in target) child.attrSet('href', target.href);
    else replaceLink(token.children, index, 'file' in target ? target.file : '');
  });
}

/** Makes a link to a file that the website lacks a text. The path of the file follows, unless the text is its end. */
function replaceLink(tokens, index, file) {
  const end = tokens.findIndex((token, at) => at > index && token.type === 'link_close');
  const text = textOf({ children: tokens.slice(index, end) });
  const isPath = file.endsWith(text.replace(/^[./]+|\/$/g, ''));
  tokens[index].type = 'file_open';
  Object.assign(tokens[end], { type: 'file_close', content: isPath ? '' : file });
  if (!isPath) return;
  for (const token of tokens.slice(index, end).filter(inner => inner.type === 'text')) Object.assign(token, { type: 'code_inline', tag: 'code' });
}

/** Images are files of the website, so another target is a fault, which `resolve` has reported. */
const addressOfImage = target => ('href' in target ? target.href : '');

function resolveImage(token, resolve, line) {
  const [, source, width, alt] = IMAGE.exec(token.content) ?? [];
  if (source) token.meta = { source: addressOfImage(resolve(source, line)), width, alt };
}

/** The policy of the pages forbids styles in attributes. */
function replaceStyle(token) {
  const align = /^text-align:(\w+)$/.exec(token.attrGet?.('style') ?? '')?.[1];
  if (!align) return;
  token.attrs = token.attrs.filter(([name]) => name !== 'style');
  token.attrJoin('class', align);
}

const html = token => {
  if (token.meta?.source) {
    const { source, width, alt } = token.meta;
    return `<img src="${escapeHtml(source)}" width="${width}" alt="${escapeHtml(alt)}" loading="lazy">`;
  }
  return COMMENT.test(token.content) ? '' : escapeHtml(token.content);
};

const { rules } = markdown.renderer;
rules.html_inline = (tokens, index) => html(tokens[index]);
rules.html_block = (tokens, index) => {
  const text = html(tokens[index]);
  return text && `<p>${text}</p>\n`;
};
rules.file_open = () => '';
rules.file_close = (tokens, index) => (tokens[index].content ? ` (<code>${escapeHtml(tokens[index].content)}</code>)` : '');
rules.heading_open = (tokens, index, options, env, self) => {
  const { meta } = tokens[index];
  return self.renderToken(tokens, index, options) + (meta?.alias ? `<span id="${escapeHtml(meta.alias)}"></span>` : '');
};
rules.heading_close = (tokens, index, options, env, self) => {
  const open = tokens[index - 2];
  const link = tokens[index].tag === 'h1' ? '' : ` <a class="anchor" href="#${encodeURI(open.attrGet('id'))}" aria-label="Link to this section">#</a>`;
  return link + self.renderToken(tokens, index, options);
};
rules.table_open = () => '<div class="wide"><table>\n';
rules.table_close = () => '</table></div>\n';
rules.fence = (tokens, index) => `<div class="code"><pre><code>${escapeHtml(tokens[index].content)}</code></pre></div>\n`;
rules.code_block = rules.fence;
