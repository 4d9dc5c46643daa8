// The frame of a page: head, header, navigation and the list of its sections.
import { relativeAddress } from './links.mjs';
import { escapeHtml } from './markdown.mjs';

const NAME = 'Agent UI Bridge';

/** All files come from the website itself, and nothing is embedded in a page. */
export const POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'";

/** A page with more sections than this lists only those of the first level. */
const MOST_SECTIONS = 40;

/**
 * @typedef {{ title: string, items: { address: string, title: string }[] }} NavigationGroup
 * @typedef {{ navigation: NavigationGroup[], repository?: string, hasPlayground: boolean }} Website
 */

/** Returns the elements that the head of every page has. @param {string} address */
export function headOf(address) {
  return `<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${relativeAddress(address, 'icon.svg')}">`;
}

/**
 * Returns the document of a page.
 * @param {{ address: string, title: string, body: string, headings: import('./markdown.mjs').Heading[] }} page @param {Website} website
 */
export function documentOf(page, website) {
  const to = address => escapeHtml(relativeAddress(page.address, address));
  const title = page.address === 'index.html' ? NAME : `${page.title} – ${NAME}`;
  const links = [
    website.hasPlayground ? `<a href="${to('playground/index.html')}">Playground</a>` : '',
    website.repository ? `<a href="${escapeHtml(website.repository)}">Source</a>` : '',
  ].filter(Boolean);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${headOf(page.address)}
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${to('site.css')}">
<script defer src="${to('search.js')}"></script>
<script defer src="${to('site.js')}"></script>
</head>
<body>
<a class="skip" href="#site-content">Skip to the text</a>
<header>
<a class="name" href="${to('index.html')}">${NAME}</a>
<div role="search" hidden id="site-search" data-top="${to('search-data.js').slice(0, -'search-data.js'.length)}">
<input type="search" aria-label="Search" placeholder="Search" autocomplete="off" spellcheck="false" aria-controls="site-results">
<div id="site-results" hidden><p role="status"></p><ol></ol></div>
</div>
<nav aria-label="Website">${links.join('\n')}<a class="menu" href="#site-navigation">Menu</a></nav>
</header>
<div class="columns">
<nav id="site-navigation" aria-label="Pages">
<a class="menu" href="#site-content">Close</a>
<p class="links">${links.join('\n')}</p>
${website.navigation.map(group => groupOf(group, page.address, to)).join('\n')}
</nav>
<main id="site-content" tabindex="-1">
${page.body}</main>
${sectionsOf(page.headings)}
</div>
</body>
</html>
`;
}

/** Returns a group of the navigation. It is open if it has the page, or if it is the first one. */
function groupOf({ title, items }, address, to) {
  const isOpen = title === 'Start' || items.some(item => item.address === address);
  const rows = items.map(item => `<li><a href="${to(item.address)}"${item.address === address ? ' aria-current="page"' : ''}>${escapeHtml(item.title)}</a></li>`);
  return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(title)}</summary><ul>\n${rows.join('\n')}\n</ul></details>`;
}

/** Returns the list of the sections of a page, if it has several. */
function sectionsOf(headings) {
  const below = headings.filter(heading => heading.level === 2 || heading.level === 3);
  const listed = below.length > MOST_SECTIONS ? below.filter(heading => heading.level === 2) : below;
  if (listed.length < 3) return '';
  const rows = listed.map(({ level, id, text }) => `<li class="level-${level}"><a href="#${encodeURI(id)}">${escapeHtml(text)}</a></li>`);
  return `<nav class="sections" aria-label="Sections of this page"><ul>\n${rows.join('\n')}\n</ul></nav>`;
}
