// The search: every word of a query must occur in a section. A classic script, so that it also runs in a page that is opened as a file.
(() => {
  'use strict';

  /** The points of a word in the heading, in the title of the page, and in the text. */
  const POINTS = { heading: 40, startOfHeading: 20, inHeading: 10, inTitle: 6, wordOfText: 3, inText: 1 };

  const isPartOfWord = character => character !== undefined && /[\p{L}\p{N}_-]/u.test(character);

  /** Returns true if a text has a word between characters that belong to no word. */
  function hasWord(text, word) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      if (!isPartOfWord(text[at - 1]) && !isPartOfWord(text[at + word.length])) return true;
    }
    return false;
  }

  function pointsOf(word, title, heading, text) {
    if (heading === word) return POINTS.heading;
    if (heading.startsWith(word)) return POINTS.startOfHeading;
    if (heading.includes(word)) return POINTS.inHeading;
    if (title.includes(word)) return POINTS.inTitle;
    if (hasWord(text, word)) return POINTS.wordOfText;
    return text.includes(word) ? POINTS.inText : 0;
  }

  /** The sections in lower case: they are made with the first query. */
  const lowered = new WeakMap();

  function loweredSections(data) {
    const known = lowered.get(data);
    if (known) return known;
    const titles = data.pages.map(([, title]) => title.toLowerCase());
    const made = data.sections.map(([page, , heading, text]) => [titles[page], heading.toLowerCase(), text.toLowerCase()]);
    lowered.set(data, made);
    return made;
  }

  /**
   * Returns the sections with every word of a query, the best first: their page, their address, heading and text.
   */
  globalThis.findSections = (data, query) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    const found = [];
    loweredSections(data).forEach(([title, heading, text], index) => {
      let sum = heading === words.join(' ') ? POINTS.heading : 0;
      for (const word of words) {
        const points = pointsOf(word, title, heading, text);
        if (points === 0) return;
        sum += points;
      }
      found.push({ sum, index });
    });
    found.sort((one, other) => other.sum - one.sum || one.index - other.index);
    return found.map(({ index }) => {
      const [page, anchor, heading, text] = data.sections[index];
      const [address, title] = data.pages[page];
      return { address: address + (anchor && `#${encodeURI(anchor)}`), title, heading, text };
    });
  };

  /** Returns the part of a text around the first word of a query, divided into parts that are words of the query or not. */
  globalThis.excerptOf = (text, query, length = 160) => {
    const words = query.split(/\s+/).filter(Boolean).sort((one, other) => other.length - one.length);
    const word = new RegExp(`(${words.map(each => each.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')})`, 'iu');
    const first = Math.max(0, text.search(word));
    const start = Math.max(0, text.lastIndexOf(' ', Math.max(0, first - 40)) + 1);
    // Every second part is a word.
    const parts = text.slice(start, start + length).split(word).map((part, index) => ({ text: part, isWord: index % 2 === 1 }));
    if (start > 0) parts.unshift({ text: '… ', isWord: false });
    if (start + length < text.length) parts.push({ text: ' …', isWord: false });
    return parts.filter(part => part.text);
  };
})();
