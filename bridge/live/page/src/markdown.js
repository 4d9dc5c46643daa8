// Renders the Markdown of Text components. The renderer's translator escapes HTML in the text. This module restricts its output.
import { renderMarkdown } from '@a2ui/markdown-it';
import DOMPurify from 'dompurify';
import { link, source, unloaded } from './policy.js';

// The elements that Markdown can produce. Any other element has another origin and is removed.
const TAGS = ['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'strong', 'em', 's', 'a', 'ul', 'ol', 'li', 'blockquote', 'code', 'pre',
  'table', 'thead', 'tbody', 'tr', 'th', 'td', 'img'];

// Longer texts are shown without formatting, because rendering them takes too long.
const LONGEST = 100_000;

/** @param {boolean} remoteImages */
export function markdownRenderer(remoteImages) {
  DOMPurify.setConfig({ ALLOWED_TAGS: TAGS, ALLOWED_ATTR: ['href', 'src', 'alt', 'start'], ALLOW_DATA_ATTR: false });
  DOMPurify.addHook('afterSanitizeAttributes', node => {
    if (node.localName === 'a') {
      const href = link(node.getAttribute('href'));
      node.removeAttribute('href');
      if (href) for (const [name, value] of Object.entries({ href, target: '_blank', rel: 'noopener noreferrer' })) node.setAttribute(name, value);
    }
    const address = node.getAttribute('src');
    if (node.localName === 'img' && !source(address, 'image', remoteImages))
      node.replaceWith(`${node.getAttribute('alt') ?? ''} (image ${unloaded(address, 'image', remoteImages)})`.trim());
  });
  /** @param {string} text @param {any} [options] */
  return (text, options) => (text.length > LONGEST ? Promise.resolve(escaped(text)) : renderMarkdown(text, options));
}

/** @param {string} text */
function escaped(text) {
  const element = document.createElement('div');
  element.textContent = text;
  return element.innerHTML;
}
