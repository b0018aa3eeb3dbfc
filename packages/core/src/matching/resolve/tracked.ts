import { compareText } from '../../ids/order.ts';
import { memberOfSet } from '../../names/attribute-sets.ts';
import { nameVariants, rounded } from '../../names/variants.ts';
import type { RecordRef, Subject } from '../../ranges/model.ts';
import { isCveRecordSource } from '../../records/model.ts';
import type { MatchFacts, TrackedIssue } from '../facts.ts';
import type { Identity } from '../match.ts';
import { identityRule } from './identity-rules.ts';
import { relatedFacts } from './relation.ts';

/** An issue that names the package, and how. */
export interface NamingIssue {
  readonly issue: TrackedIssue;
  readonly identity: Identity;
}

/** What a record as a whole tells of whose software it is about. */
export interface RecordScope {
  /** It names no other product. */
  readonly isAlone: boolean;
  /** It points to a repository of the product's name that is not of the package's maker. */
  readonly isElsewhere: boolean;
}

/** What the tracker says about which CVEs are about the package. */
export interface TrackedNames {
  /** Strongest first. */
  readonly issues: readonly NamingIssue[];
  /**
   * That a CVE's own record is about the package because the tracker links the two. An issue links a package and a CVE; it says
   * nothing of the other packages that records of the CVE name. `own` is what the names alone say of the subject.
   */
  identityOf(record: RecordRef, subject: Subject, own: Identity | null, about: RecordScope): Identity | null;
}

/** The tracker's issues by the exact name, then by its variations. */
export function trackedNames(facts: MatchFacts): TrackedNames {
  const { question, collection, issues } = facts;
  // To vary a name takes longer than all the rest of a match: done only where an issue may bear it.
  const names = issues.length === 0 ? new Map<string, KnownName>() : namesOf(question.package, collection);
  const naming = issues
    .flatMap((issue): NamingIssue[] => {
      const identity = identityIn(issue, names, facts);
      return identity === null ? [] : [{ issue, identity }];
    })
    .toSorted((a, b) => b.identity.weight - a.identity.weight || a.issue.number - b.issue.number);
  const byCve = new Map<string, NamingIssue>();
  for (const one of naming) for (const cve of one.issue.cves) if (!byCve.has(cve)) byCve.set(cve, one);
  return {
    issues: naming,
    identityOf({ source, id }, { ecosystem, vendor, name }, own, { isAlone, isElsewhere }) {
      const one = isCveRecordSource(source) && ecosystem === null ? byCve.get(id) : undefined;
      if (one === undefined || own?.rule === 'target_disagrees') return null;
      // The name is the same, but the record is about the software of somebody else.
      if (own?.rule === 'other_home' && isElsewhere) return null;
      const to = `${vendor ?? '*'}:${name}`;
      if (own === null && !(isAlone && isSimilar(name, one.identity))) return null;
      const isSame = own !== null || isSameProduct(vendor, name, one.identity);
      const inDoubt = own === null || IN_DOUBT.has(own.rule);
      const {
        id: rule,
        weight,
        reason,
      } = identityRule(isSame ? (inDoubt ? 'tracked_product' : 'tracked') : 'tracked_similar');
      return { ...one.identity, rule, weight: rounded(weight * one.identity.weight), reason, to };
    },
  };
}

/** Rules by which the record may as well be about somebody else’s software. */
const IN_DOUBT: ReadonlySet<string> = new Set([
  'vendor_disagrees',
  'other_home',
  'maker_repository',
  'language_product',
]);

/** Whether the names are the same but for a word at either end, and words that tell a kind: `Firefox ESR` and `firefox`. */
function isSimilar(product: string, { from, to }: Identity): boolean {
  const words = wordsOf(product);
  return [from, to].some((name) => {
    const own = wordsOf(memberOfSet(name)?.name ?? name);
    const [short, long] = own.length <= words.length ? [own, words] : [words, own];
    const [shortName, longName] = [short, long].map((each) => each.join(' '));
    if (long.length - short.length > 1 || (shortName ?? '').length < 3) return false;
    return longName === shortName || longName?.startsWith(`${shortName} `) || longName?.endsWith(` ${shortName}`);
  });
}

/** Whether a product has the name of the package but for its vendor's and for words that tell a kind: `Apache Tomcat` and `tomcat`. */
function isSameProduct(vendor: string | null, product: string, { from, to }: Identity): boolean {
  const makers = wordsOf(vendor ?? '');
  const words = wordsOf(product);
  const names = [words, words.filter((word) => !makers.includes(word))].map((each) => each.join(' '));
  return [from, to].some((name) => names.includes(wordsOf(memberOfSet(name)?.name ?? name).join(' ')));
}

/** What software is, or is made for, rather than what it is called. */
const KINDS: ReadonlySet<string> = new Set([
  'python',
  'sdk',
  'library',
  'project',
  'software',
  'application',
  'app',
  'gui',
]);

const LONGEST_NAME = 200;
const UPPER = /\p{Lu}/u;
const LOWER = /\p{Ll}/u;
const LETTER = /[\p{L}\p{N}]/u;

function wordsOf(name: string): string[] {
  let spaced = '';
  for (const sign of name.slice(0, LONGEST_NAME)) {
    const isNewWord = UPPER.test(sign) && LOWER.test(spaced.at(-1) ?? '');
    spaced += LETTER.test(sign) ? (isNewWord ? ` ${sign}` : sign) : ' ';
  }
  const words = spaced
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '');
  const telling = words.filter((word) => !KINDS.has(word));
  return telling.length === 0 ? words : telling;
}

interface KnownName {
  readonly weight: number;
  readonly naming: readonly string[];
  readonly from: string;
}

/** The names by which the tracker may call the package; those of the collection's entries are as good as the asker's. */
function namesOf(given: string, collection: MatchFacts['collection']): ReadonlyMap<string, KnownName> {
  const exact = relatedFacts(given, collection).flatMap(({ fact, naming }) =>
    naming.length === 0 || naming[0] === 'collection_pname' ? [fact.attribute, fact.pname ?? fact.attribute] : [],
  );
  const names = new Map<string, KnownName>();
  for (const start of new Set([given, ...exact.toSorted(compareText)])) {
    for (const { name, weight, rules } of nameVariants(start)) {
      const key = name.toLowerCase();
      const known = names.get(key);
      if (known === undefined || known.weight < weight) names.set(key, { weight, naming: rules, from: start });
    }
  }
  return names;
}

/** A name that is an attribute of the collection means that attribute: an issue about `openssl` is not about `rubyPackages.openssl`. */
function identityIn(
  { packages }: TrackedIssue,
  names: ReadonlyMap<string, KnownName>,
  { question, collection, attributes }: MatchFacts,
): Identity | null {
  const { id: rule, weight, reason } = identityRule('tracked_issue');
  const own = new Set([
    question.package,
    ...relatedFacts(question.package, collection).map(({ fact }) => fact.attribute),
  ]);
  let best: Identity | null = null;
  for (const name of packages) {
    const known = names.get(name.toLowerCase());
    if (known === undefined || (best !== null && best.weight >= known.weight)) continue;
    if (attributes?.has(name) === true && !own.has(name)) continue;
    best = { rule, weight: rounded(weight * known.weight), naming: known.naming, from: known.from, to: name, reason };
  }
  return best;
}
