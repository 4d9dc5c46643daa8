// The parts of a page that need a script: the search box, the buttons that copy code, and scrolling by keyboard.
(() => {
  'use strict';

  /** Results after these are counted and not shown. */
  const MOST_RESULTS = 30;

  const box = document.querySelector('#site-search');
  const input = box.querySelector('input');
  const results = document.querySelector('#site-results');
  const status = results.querySelector('p');
  const list = results.querySelector('ol');
  const { top } = box.dataset;

  function element(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  }

  /** The data of the search, which is a script, so that it can be read without a server. */
  let loading;
  function load() {
    loading ??= new Promise((done, failed) => {
      const script = element('script', { src: `${top}search-data.js` });
      script.addEventListener('load', () => done(globalThis.SEARCH_DATA));
      script.addEventListener('error', () => {
        loading = undefined;
        failed(new Error('the data of the search was not loaded'));
      });
      document.head.append(script);
    });
    return loading;
  }

  function resultOf({ address, title, heading, text }, query) {
    const parts = excerptOf(text, query).map(part => (part.isWord ? element('mark', { textContent: part.text }) : part.text));
    const page = heading === title ? '' : element('span', { className: 'page', textContent: title });
    const link = element('a', { href: top + address }, element('b', { textContent: heading }), page, element('span', { className: 'excerpt' }, ...parts));
    return element('li', {}, link);
  }

  async function show() {
    const query = input.value.trim();
    if (!query) {
      results.hidden = true;
      return;
    }
    let found;
    try {
      found = findSections(await load(), query);
    } catch (error) {
      found = [];
      status.textContent = `The search failed: ${error.message}`;
      results.hidden = false;
      return;
    }
    // The query may have changed while the data was loaded.
    if (query !== input.value.trim()) return;
    list.replaceChildren(...found.slice(0, MOST_RESULTS).map(section => resultOf(section, query)));
    const more = found.length > MOST_RESULTS ? ` The first ${MOST_RESULTS} are shown.` : '';
    status.textContent = found.length === 0 ? 'No section has all these words.' : `${found.length} ${found.length === 1 ? 'section' : 'sections'}.${more}`;
    results.hidden = false;
  }

  /** Moves the focus between the input and the results. */
  function move(step) {
    const places = [input, ...list.querySelectorAll('a')];
    const next = places[places.indexOf(document.activeElement) + step];
    next?.focus();
  }

  function close() {
    results.hidden = true;
    input.blur();
  }

  box.hidden = false;
  input.addEventListener('focus', () => { load().catch(() => {}); });
  input.addEventListener('input', show);
  box.addEventListener('keydown', event => {
    const keys = { ArrowDown: () => move(1), ArrowUp: () => move(-1), Escape: close };
    const isChosen = event.key === 'Enter' && event.target === input;
    const act = isChosen ? () => list.querySelector('a')?.click() : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  document.addEventListener('keydown', event => {
    const isTyping = event.target.closest?.('input, textarea, select');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
  // A click on a result of the same page changes no document, so the results are closed here.
  list.addEventListener('click', close);
  document.addEventListener('pointerdown', event => {
    if (!box.contains(event.target)) results.hidden = true;
  });

  async function copy(text, code) {
    try {
      await navigator.clipboard.writeText(text);
      return 'Copied';
    } catch {
      // Without the permission, the text is selected for the keys of the browser.
      getSelection().selectAllChildren(code);
      return 'Selected';
    }
  }

  for (const block of document.querySelectorAll('.code')) {
    const code = block.querySelector('code');
    const button = element('button', { type: 'button', className: 'copy', textContent: 'Copy' });
    button.addEventListener('click', async () => {
      button.textContent = await copy(code.textContent, code);
      setTimeout(() => { button.textContent = 'Copy'; }, 2000);
    });
    block.append(button);
  }

  // Keys scroll only what has the focus.
  for (const part of document.querySelectorAll('.wide, pre')) {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
  }
})();
