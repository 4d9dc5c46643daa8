// Compares the program's Adaptive Cards with npm's adaptivecards, the published renderer, and with A2UI's own web core.
//
// - Every published example of A2UI becomes a card. The renderer must parse and show it without an event. Its words, images, inputs and
//   actions must be those of the core, except of components that the notes of the program name. Each input gets another value and each
//   button a click. What the renderer sends must become the action that the core sends, and no action if a check fails.
// - Every published card (`corpus/neighbours/adaptive-cards`) becomes a surface. The core must show what the renderer shows. The inputs
//   and buttons are used again: the action of the core must become what the renderer sends.
//
// 95 % of each must agree. cards.json lists the other differences with their reasons: the run fails for one that is not listed, and for
// a listed one that no longer occurs.
//
//   node cards.mjs PROGRAM CORPUS
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readCard, submitCard } from './card_renderer.mjs';
import { publishedExamples } from './examples.mjs';
import { comparable, Comparison, notedComponents, parsed, TIME, translator, written } from './neighbours.mjs';
import { another } from './shown_parts.mjs';
import { openSurfaces } from './surface_parts.mjs';

const CARDS = 'adaptive-cards@1.5';
const SENT = ['Action.Submit', 'Action.Execute'];

const [program, corpus] = process.argv.slice(2);
const run = await translator(program, CARDS);
const comparison = new Comparison('cards.json');
const { wrong } = comparison;

/** Returns the surfaces of the core. Messages of other versions are translated to 0.9 first. */
async function coreSurfaces(version, messages) {
  if (version === 'a2ui@0.9') return openSurfaces(messages);
  const { out } = await run(['convert', '--quiet', '--from', version, '--to', 'a2ui@0.9', '-'], written(messages));
  return openSurfaces(parsed(out));
}

/** Fills in the inputs that take part, as positions [core, card], and clicks. Returns the action, and the checks that fail. */
async function clicked(messages, at, inputs, position) {
  const surface = (await openSurfaces(messages))[at];
  const shown = surface.read();
  await surface.enter(inputs.map(([of]) => [shown.inputs[of], another(shown.inputs[of].shown)]));
  const filled = surface.read();
  const failing = [...filled.inputs, filled.actions[position]].flatMap(part => part.failing);
  return { action: await surface.click(position), failing };
}

const actionOf = out => parsed(out).find(message => message.action)?.action;

/** Compares the action of a click in the card with that of the core. */
async function compareClick(name, messages, at, card, matched, [core, place]) {
  const route = 'clicks on cards';
  const shown = readCard(card);
  const entries = new Map(matched.inputs.map(([, of]) => [of, another(shown.inputs[of].shown)]));
  const { payload, sent, invalid } = submitCard(card, entries, place);
  const taking = matched.inputs.filter(([, of]) => invalid || sent.includes(of));
  const { action, failing } = await clicked(messages, at, taking, core);
  if (invalid) {
    comparison.click(route, failing.length > 0);
    if (failing.length === 0) comparison.differ(`${route}: ${name} ${place}`, 'invalid', { invalid, card });
    return;
  }
  const args = ['convert', '--quiet', '--from', CARDS, '--to', 'a2ui@0.9', '--time', TIME, '--surface', surfaceFile, '-'];
  writeFileSync(surfaceFile, written(messages));
  const { out, complaints } = await run(args, written([payload]));
  const ours = actionOf(out);
  const isRight = failing.length > 0 ? !ours && complaints.length > 0 : isDeepStrictEqual(comparable(ours), comparable(action));
  comparison.click(route, isRight);
  if (!isRight) comparison.differ(`${route}: ${name} ${place}`, 'action', { ours, action, failing, complaints });
}

async function compareExample(version, name, messages) {
  const { out, complaints, notes } = await run(['convert', '--notes', '--from', version, '--to', CARDS, '-'], written(messages));
  const cards = parsed(out);
  const surfaces = await coreSurfaces(version, messages);
  if (complaints.length > 0) return void comparison.differ(`${version}: ${name}`, 'refused', { complaints });
  if (cards.length !== surfaces.length) return void wrong.push(`${version}: ${name}: ${cards.length} cards of ${surfaces.length} surfaces`);
  const noted = notedComponents(messages, notes);
  for (const [at, card] of cards.entries()) {
    const shown = readCard(card);
    for (const event of shown.events) wrong.push(`${version}: ${name}: ${event}`);
    // The id of an item of a template is followed by the place of the item.
    const isNoted = key => key !== undefined && noted.has(key.split(/[@#]/)[0]);
    const matched = comparison.show(version, name, surfaces[at].read(), shown, isNoted);
    if (version !== 'a2ui@0.9') continue;
    for (const pair of matched.actions)
      if (SENT.includes(shown.actions[pair[1]].type)) await compareClick(name, messages, at, card, matched, pair);
  }
}

/** Compares a card with its surface, and returns the clicks that must lead back: the action and the payload. */
async function compareCard(name, card) {
  const route = 'published cards';
  const { out, complaints } = await run(['convert', '--quiet', '--from', 'adaptive-cards', '--to', 'a2ui@0.9', '-'], written([card]));
  if (complaints.length > 0) return comparison.differ(`${route}: ${name}`, 'refused', { complaints }), [];
  const messages = parsed(out);
  const [surface] = await openSurfaces(messages);
  const theirs = readCard(card);
  const ours = surface.read();
  for (const error of surface.errors) wrong.push(`${route}: ${name}: ${error}`);
  const matched = comparison.show(route, name, theirs, ours);
  const clicks = [];
  for (const [place, core] of matched.actions) {
    if (!SENT.includes(theirs.actions[place].type) || !theirs.actions[place].isEnabled) continue;
    const entries = new Map(matched.inputs.map(([of]) => [of, another(theirs.inputs[of].shown)]));
    const { payload, invalid } = submitCard(card, entries, place);
    const { action, failing } = await clicked(messages, 0, matched.inputs.map(([of, at]) => [at, of]), core);
    const key = `clicks on surfaces of cards: ${name} ${place}`;
    if (!invalid && action) clicks.push({ key, payload, action });
    else if (!invalid || failing.length === 0) comparison.differ(key, 'check', { invalid, failing, action });
  }
  return clicks;
}

/** Translates actions to payloads, and compares these with what the renderer sends. */
async function compareAnswers(clicks) {
  const messages = clicks.map(({ action }) => ({ version: 'v0.9', action: { ...action, timestamp: TIME } }));
  const { out, complaints } = await run(['convert', '--quiet', '--from', 'a2ui@0.9', '--to', 'adaptive-cards', '-'], written(messages));
  const refused = new Map(complaints.map(text => JSON.parse(text)).map(error => [error.line, error]));
  const answers = parsed(out);
  clicks.forEach(({ key, payload }, at) => {
    const refusal = refused.get(at + 1);
    const answer = refusal ? undefined : answers.shift();
    const isRight = isDeepStrictEqual(answer, JSON.parse(JSON.stringify(payload)));
    comparison.click('clicks on surfaces of cards', isRight);
    if (!isRight) comparison.differ(key, 'payload', { payload, answer, refusal });
  });
}

const folder = mkdtempSync(join(tmpdir(), 'cards-'));
const surfaceFile = join(folder, 'surface.jsonl');
try {
  for (const [version, all] of publishedExamples(corpus))
    for (const [name, messages] of all) await compareExample(version, name, messages);
  const published = join(corpus, 'neighbours', 'adaptive-cards');
  const clicks = [];
  for (const name of readdirSync(published).filter(name => name.endsWith('.json')).sort()) {
    const card = JSON.parse(readFileSync(join(published, name), 'utf8'));
    if (card.type === 'AdaptiveCard') clicks.push(...(await compareCard(name, card)));
  }
  await compareAnswers(clicks);
} finally {
  rmSync(folder, { recursive: true });
}
comparison.end();
