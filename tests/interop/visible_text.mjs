// The words that a user sees in HTML and in Markdown.
import { JSDOM } from 'jsdom';
import { micromark } from 'micromark';
import { gfmStrikethrough, gfmStrikethroughHtml } from 'micromark-extension-gfm-strikethrough';

const LINKS = ['autolink', 'definition', 'labelEnd', 'labelStartImage', 'labelStartLink'];
const HTML = ['htmlFlow', 'htmlText'];
const LITERAL = ['codeFenced', 'codeIndented', 'codeText'];
const BLOCKS = ['blockQuote', 'headingAtx', 'setextUnderline', 'thematicBreak'];

const without = constructs => ({ disable: { null: constructs } });

/** Returns the HTML of a text of A2UI. Its Markdown has no links, images or HTML. Clients know struck text. */
export const htmlOfA2ui = text =>
  micromark(text, { extensions: [gfmStrikethrough(), without([...LINKS, ...HTML])], htmlExtensions: [gfmStrikethroughHtml()] });

/** Returns the HTML of a text of a card. Its Markdown has emphasis, lists and links. */
export const htmlOfCard = text =>
  micromark(text, { extensions: [without([...HTML, ...LITERAL, ...BLOCKS, 'autolink', 'labelStartImage'])] });

// The marks of list items, which some renderers write into the text, and others draw.
const MARK = /^\s*(?:[•◦▪▫\-+*]|\d+[.)])(?=\s|$)/;

/** Returns the words of HTML in their order, without icons and the marks of lists. */
export function wordsOf(html) {
  const broken = html.replace(/<svg.*?<\/svg>/gs, '').replace(/<\/?(?:address|blockquote|br|div|h\d|hr|li|ol|p|pre|table|td|th|tr|ul)\b[^>]*>/g, '\n');
  return wordsOfText(JSDOM.fragment(broken).textContent);
}

// Icons become characters in cards and blocks, so that words of these alone are not compared.
const isIcon = word => /^[\p{Extended_Pictographic}\u200d\ufe0f]+$/u.test(word);

/** Returns the words of a plain text in their order, without icons, the marks of lists and characters without width. */
export function wordsOfText(text) {
  return text.replaceAll('\u200b', '').split('\n').flatMap(line => line.replace(MARK, '').split(/\s+/)).filter(word => word && !isIcon(word));
}
