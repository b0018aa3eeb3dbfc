import { extractKind } from '../../ids/extract.ts';
import { memberByPrefix, memberOfSet } from '../../names/attribute-sets.ts';
import { BUILD_SUFFIXES } from '../../names/rules.ts';
import type { Subject } from '../../ranges/model.ts';
import type { CollectionFact } from '../facts.ts';
import { namesElsewhere, withoutMaker } from './candidates.ts';
import { makerWordsOf, squeezed } from './homes.ts';
import { nameKey } from './identity.ts';

/*
 * Coarse keys of names, which lead from a CVE to the entries of the collection that it may concern. An entry and a subject that `identityOf`
 * takes for the same have a key in common; others may have one, too. An index finds by the keys, `concernedAttributes` decides.
 */

/** An entry of the collection, as far as its keys depend on it. */
export type KeyedEntry = Pick<
  CollectionFact,
  | 'attribute'
  | 'pname'
  | 'version'
  | 'ecosystemName'
  | 'cpes'
  | 'purls'
  | 'makers'
  | 'homepage'
  | 'knownVulnerabilities'
>;

/** The keys under which an entry is found: of its names here and elsewhere, and the CVEs that it declares itself. */
export function entryKeys(entry: KeyedEntry): string[] {
  const makers = makerWordsOf(entry);
  const own = [entry.attribute, entry.pname ?? '', entry.ecosystemName ?? ''].flatMap(namesWithin);
  const makerless = own.flatMap((name) => namesWithin(withoutMaker(name, makers) ?? ''));
  const keys = [...own, ...makerless, ...namesElsewhere(entry)].filter((name) => name !== '').flatMap(coarseNames);
  const declared = entry.knownVulnerabilities.flatMap((text) => extractKind('cve', text)).map(vulnerabilityKey);
  return [...new Set([...keys, ...declared])].sort();
}

/** Of a name that is nothing but `lib` and a number it matters which of the two is taken for the name. */
function coarseNames(name: string): string[] {
  return [name, `lib${name}`, ...(name.startsWith('lib') ? [name.slice(3)] : [])].map(coarseName);
}

/** The keys of what a record is about. CVE records put the vendor before the name, so that a product is found without its first words, too. */
export function subjectKeys({ ecosystem, name }: Subject): string[] {
  if (ecosystem !== null) return [coarseName(name)];
  const words = nameKey(name).split('-');
  const ends = words.slice(0, MOST_WORDS).map((_, from) => words.slice(from).join('-'));
  return [...new Set(ends.filter((end) => end !== '').map(coarseName))];
}

const MOST_WORDS = 8;

/** The key of an entry that declares the CVE itself. */
export function vulnerabilityKey(id: string): string {
  return id.toLowerCase();
}

/**
 * A name without what the naming rules take off it or put on it: separators, the number of a release line, words that tell how it was
 * built, `lib` in front; of a path its last part (`b` of `github.com/a/b/v2`, `artifact` of `group:artifact`).
 */
export function coarseName(name: string): string {
  const key = nameKey(name.slice(0, LONGEST_NAME));
  let word = lastPart(key);
  for (let before = ''; before !== word; ) {
    before = word;
    word = withoutEnding(word);
  }
  while (word.startsWith('lib') && squeezed(word.slice(3)) !== '') word = word.slice(3);
  const plain = squeezed(word) || key;
  return /^\d+$/.test(plain) ? NUMBER_ALONE : plain;
}

/** Names that are numbers: a rule takes digits off them as off any other. */
const NUMBER_ALONE = '0';

const LONGEST_NAME = 512;
const ENDINGS: readonly string[] = [...BUILD_SUFFIXES.map(nameKey), '-jll'];

/** Without the characters at its end that are among these. */
function withoutTail(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function withoutEnding(word: string): string {
  const plain = withoutTail(word, '-@0123456789');
  const numberless = squeezed(plain) === '' ? word : plain;
  const ending = ENDINGS.find(
    (each) => numberless.endsWith(each) && squeezed(numberless.slice(0, -each.length)) !== '',
  );
  return ending === undefined ? numberless : numberless.slice(0, -ending.length);
}

/** Attributes write the slash of an npm scope as a word. */
const PARTS = /[/:]|-slash-/;
const MAJOR = /^v\d+$/;

function lastPart(key: string): string {
  const parts = key.split(PARTS).filter((part) => squeezed(part) !== '');
  return parts.findLast((part, i) => i === 0 || !MAJOR.test(part)) ?? key;
}

/** More than rules are ever applied to one name. */
const MOST_NAMES = 16;

/** Where there is neither, no set and no language stands before the name. */
const SEPARATED = /[.-]/;

/** The name, and those within it: without the set or the language before it. */
function namesWithin(name: string): string[] {
  const found = new Set(name === '' ? [] : [name]);
  for (const each of found) {
    if (found.size >= MOST_NAMES) break;
    // The dot of a version is not that of a set.
    const whole = [each, withoutTail(each, '-_@.0123456789')];
    const hyphened = whole.map((form) => form.replaceAll('_', '-'));
    const libless = hyphened.map((form) => (form.startsWith('lib') ? form.slice(3) : form));
    for (const form of new Set([...whole, ...hyphened, ...libless])) {
      if (!SEPARATED.test(form)) continue;
      for (const member of [memberOfSet(form), memberByPrefix(form)]) if (member !== null) found.add(member.name);
    }
  }
  return [...found];
}
